/** Where the guards are. */
const folders = [
  'lib/protocol/',
  'lib/login/',
  'lib/sessions/',
  'lib/tokens/',
  'lib/interactions/',
  'lib/admin/access/',
];

/**
 * Whether mutants are made of a file: the product's own sources in the folders of the guards, or in those that
 * `SIGNET_TEST_MUTANT_FOLDERS` lists.
 */
export function isTarget(file: string): boolean {
  const asked = process.env.SIGNET_TEST_MUTANT_FOLDERS?.split(',') ?? folders;
  return asked.some((folder) => file.startsWith(folder)) && /\.ts$/.test(file) && !/\.(?:test|fixture)\.ts$/.test(file);
}
