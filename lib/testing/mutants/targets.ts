/** The folders of the guards. */
const guarded = [
  'lib/protocol/',
  'lib/login/',
  'lib/sessions/',
  'lib/tokens/',
  'lib/interactions/',
  'lib/admin/access/',
];

/** Whether mutants are created for a file: the product's own sources in some folders, or those of the guards. */
export function isTarget(file: string, folders: readonly string[] = guarded): boolean {
  return (
    folders.some((folder) => file.startsWith(folder)) && /\.ts$/.test(file) && !/\.(?:test|fixture)\.ts$/.test(file)
  );
}

/** Whether a source queries the database. On PostgreSQL only the guards in such sources may behave differently. */
export function hasQuery(source: string): boolean {
  return /\bwhere(?::|,| =)|\b(?:SELECT|UPDATE|INSERT|DELETE)\b|\bdialect\b/.test(source);
}
