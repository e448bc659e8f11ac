/**
 * The folders of `lib`, lowest rank first: a module may import its own folder and lower ranks. Rank 0 may import within
 * itself. The administration and the command line call the configuration's functions, so it is below the other
 * interfaces.
 */
const folders: readonly (readonly string[])[] = [
  [
    'audit',
    'crypto',
    'db',
    'explain',
    'geoip',
    'factors',
    'foreign-jwt',
    'foreign-keys',
    'http',
    'i18n',
    'jobs',
    'log',
    'mail',
    'metrics',
    'outbound',
    'pictures',
    'ratelimit',
    'settings',
    'singleton',
    'telemetry',
    'theme',
    'trace',
    'usage',
    'vocabulary',
  ],
  ['clients', 'keys', 'providers', 'scopes', 'tenants', 'users'],
  ['consents', 'sessions', 'snapshot', 'tokens'],
  ['context'],
  ['interactions'],
  ['protocol'],
  ['federation'],
  ['config'],
  ['demo', 'login'],
  ['admin'],
  ['account'],
  ['docs'],
  ['background-jobs', 'routes'],
  ['runtime'],
  ['serve'],
  ['cli'],
  ['next'],
];

/** A list of names without logic that settings of clients and of keys share. */
const vocabulary = new Set(['lib/keys/algorithms']);

const ranks = new Map(folders.flatMap((names, rank) => names.map((name) => [name, rank] as const)));

/** The folder of `lib` that a path is in (a module directly in `lib` is its own), or null outside `lib`. */
export function folderOf(path: string): string | null {
  if (vocabulary.has(path.replace(/\.ts$/, ''))) return 'vocabulary';
  return /^lib\/([\w-]+)/.exec(path)?.[1] ?? null;
}

/** Null for a folder that the table does not know. */
export function rankOf(folder: string): number | null {
  return ranks.get(folder) ?? null;
}
