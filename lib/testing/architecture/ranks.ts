/**
 * The folders of `lib`, lowest rank first. A module may import from its own folder and from lower ranks. Modules of
 * rank 0 may import each other. The administration and the command line call the configuration's functions, so the
 * configuration is below the other interfaces.
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
  ['keys', 'groups'],
  ['apis'],
  ['clients', 'providers', 'scopes', 'tenants', 'users'],
  ['consents', 'sessions', 'snapshot', 'tokens'],
  ['context'],
  ['interactions'],
  ['protocol'],
  ['access-requests', 'federation'],
  ['config'],
  ['forms'],
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

/** A list of names without logic. Settings of clients and of keys share it. */
const vocabulary = new Set(['lib/keys/algorithms']);

const ranks = new Map(folders.flatMap((names, rank) => names.map((name) => [name, rank] as const)));

/**
 * The folder of `lib` that a path is in, or null outside `lib`. A module directly in `lib` counts as its own folder.
 */
export function folderOf(path: string): string | null {
  if (vocabulary.has(path.replace(/\.ts$/, ''))) return 'vocabulary';
  return /^lib\/([\w-]+)/.exec(path)?.[1] ?? null;
}

/** The rank of a folder. Null if the table does not contain it. */
export function rankOf(folder: string): number | null {
  return ranks.get(folder) ?? null;
}
