/** The folders of the repository that a running server reads, whole but for what is only for building. */
export const folders = [
  { path: 'dist', except: ['.lock', 'compile-cache'] },
  { path: '.next', except: ['cache', 'diagnostics', 'trace', 'trace-build', 'types'] },
  { path: 'public', except: [] },
  { path: 'prisma/migrations', except: [] },
  // Next's configuration lists them.
  { path: 'docs', except: ['decisions', 'spec'] },
  { path: 'package.json', except: [] },
  // Next names their files when it reads its configuration, and leaves them out of its lists.
  { path: 'node_modules/next/dist/compiled/@babel', except: [] },
  { path: 'node_modules/next/dist/compiled/webpack', except: [] },
];

/** What is loaded by its path, or in a process of its own, so that no import names it. */
export const loadedByPath = [
  '@node-rs/argon2',
  '@zxcvbn-ts/language-common/src/passwords.json',
  'bcryptjs',
  'better-sqlite3',
  'react-dom/server',
  'sharp',
];
