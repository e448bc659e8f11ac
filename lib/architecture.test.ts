import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkAccountWrites, findFormerCallers } from '#lib/testing/architecture/account-rules';
import { findDeadExports } from '#lib/testing/architecture/dead-exports';
import { checkCycles, checkImports } from '#lib/testing/architecture/import-rules';
import { findImports, isTest, type SourceFile, withoutComments } from '#lib/testing/architecture/source-file';
import { checkSources } from '#lib/testing/architecture/source-rules';
import { findSuperlinear } from '#lib/testing/regex-steps';

const ignored = new Set(['node_modules', 'generated', 'dist', '.next', '.git', 'data', 'test-results']);

function readSources(folder: string): SourceFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : readSources(path);
    return /\.(tsx?|mjs)$/.test(entry.name) ? [{ path, source: readFileSync(path, 'utf8') }] : [];
  });
}

/** Exports that no import names, with their users. */
const usedByName: ReadonlyMap<string, string> = new Map([
  ['lib/docs/build/build-docs.ts buildDocs', 'lib/cli/docs.mjs calls it in a bundle of the file'],
]);

function check(files: readonly SourceFile[]): string[] {
  return [...checkImports(files), ...checkCycles(files), ...checkSources(files)];
}

/** A file that imports one module. */
function importing(path: string, specifier: string): SourceFile[] {
  return [{ path, source: `import { x } from '${specifier}';\n` }];
}

describe('the source of this repository (design: layout)', () => {
  const all = readSources('.');
  const files = all.filter(({ path }) => !path.endsWith('.mjs'));

  it('is found', () => {
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(['lib/db/open.ts', 'lib/http/types.ts']));
  });

  it('follows the table of the design', () => {
    expect(check(files)).toEqual([]);
  });

  it('changes what gives access to an account only where somebody checked who does it (security #190, #192)', () => {
    expect(checkAccountWrites(files)).toEqual([]);
    expect(findFormerCallers(files)).toEqual([]);
  });

  it.each([
    ['lib/login/other.ts', "await insertPasskey(tx, proven('person', sub), passkey);"],
    ['lib/login/other.ts', 'await insertPasskey(tx, proven(kind, sub), passkey);'],
    ['lib/login/other.ts', 'await insertPasskey(tx, { sub } as AccountProof<never>, passkey);'],
    ['lib/admin/users/other-store.ts', 'await tx.passkey.deleteMany({ where: { sub } });'],
    ['lib/admin/users/other-store.ts', 'await tx.user.updateMany({ where, data: { admin: role } });'],
    ['lib/account/profile/form.ts', "await setClaims(tx, proven('profile', sub), claims, now);"],
  ])('finds another writer in %s: %s', (path, source) => {
    expect(checkAccountWrites([{ path, source }])).toHaveLength(1);
  });

  it('skips no test for a database, since `npm test` fails on a skipped one', () => {
    const skipping = /\b(runIf|skipIf)\(\s*inject\(/;
    expect(files.filter(({ source }) => skipping.test(source)).map(({ path }) => path)).toEqual([]);
  });

  it('exports only what another file imports', () => {
    const dead = findDeadExports(all).map(({ path, name }) => `${path} ${name}`);
    expect(dead.filter((one) => !usedByName.has(one))).toEqual([]);
    expect(
      [...usedByName.keys()].filter((one) => !dead.includes(one)),
      'reasons that are none any more',
    ).toEqual([]);
  });
});

/** Files whose patterns read only what this program wrote. */
const ownText =
  /^lib\/(cli|docs\/build|db\/generated|testing)\/|^lib\/(db\/gathered-text|http\/page-document|mail\/read-outbox)\.ts$/;

describe('the patterns of this repository (security #196)', () => {
  const literal =
    /(?<=(?:^|[=(,:[!&|?{};]|return|=>)\s*)\/(?![*/])((?:\[(?:[^\]\\\n]|\\.)+\]|\\.|[^[/\\\n`])+)\/([gimsuvy]*)/gm;
  const read = readSources('.').filter(({ path }) => /^(lib|components|app|browser)\//.test(path) && !isTest(path));
  const patterns = read
    .filter(({ path }) => !ownText.test(path))
    .flatMap(({ path, source }) =>
      [...withoutComments(source).matchAll(literal)].map(([, text = '', flags]) => ({
        path,
        pattern: new RegExp(text, flags),
      })),
    );

  it('are found', () => {
    expect(patterns.length).toBeGreaterThan(300);
  });

  it('take steps in proportion to the text, whatever somebody sends', () => {
    const worst = patterns.flatMap(({ path, pattern }) => {
      const found = findSuperlinear(pattern);
      return found === null ? [] : [`${path} ${pattern}: ${JSON.stringify(found)}`];
    });
    expect(worst).toEqual([]);
  });

  it.each([/^(a+)+$/, /\s+$/, /^\d*\.?\d+%$/, /^(.+?)\s*,/, /^(\w|\d)*;/, /<[^>]*>/])(
    '%s would be found',
    (pattern) => {
      expect(findSuperlinear(pattern)).not.toBeNull();
    },
  );
});

describe('an import that the table forbids is found', () => {
  it.each([
    ['lib/clients/redirect-uri.ts', '#lib/tokens/token-store'],
    ['lib/clients/client.ts', '#lib/scopes/scope'],
    ['lib/db/open.ts', '#lib/clients/client'],
    ['lib/tokens/revoke.ts', '../context'],
    ['lib/tokens/revoke.ts', '#lib/snapshot/snapshot'],
    ['lib/protocol/token.ts', '#lib/config/apply'],
    ['lib/protocol/token.ts', '#lib/unheard/of'],
    ['lib/unheard/of.ts', '#lib/clients/client'],
    ['lib/login/submit.ts', 'next/headers'],
    ['lib/login/submit.ts', 'react'],
    ['server.ts', 'next/server'],
    ['lib/clients/client.ts', '@prisma/client'],
    ['lib/clients/client.ts', '../db/generated/sqlite/client'],
    ['app/admin/page.tsx', '#lib/db/generated/sqlite/client'],
    ['lib/tokens/token-store.ts', '#lib/clients/client'],
    ['lib/tokens/token-store.ts', '#lib/sessions/session-store'],
    ['lib/clients/client.ts', '#lib/testing/database'],
    ['server.ts', '#lib/testing/database'],
    ['lib/login/submit.ts', '#components/interaction/shell'],
    ['lib/admin/keys/read.ts', '#views/admin/keys/view'],
    ['lib/admin/keys/actions.ts', './view'],
    ['lib/admin/keys/api.ts', '#components/ui/button'],
    ['lib/admin/keys/actions.ts', 'react'],
    ['lib/admin/keys/view.tsx', 'next/navigation'],
    ['lib/routes.ts', '#views/admin/keys/view'],
    ['components/ui/button.tsx', '#views/admin/keys/view'],
    ['lib/docs/view.tsx', '#views/next/views/page'],
    ['components/ui/button.tsx', '#lib/clients/client-store'],
    ['components/ui/button.tsx', '#lib/settings/settings'],
    ['components/ui/button.tsx', '../../lib/next/cookies'],
    ['app/[[...path]]/page.tsx', '#lib/protocol/authorize'],
    ['app/account/layout.tsx', '#lib/sessions/session-store'],
    ['proxy.ts', '#lib/context'],
    ['lib/login/submit.ts', '#lib/runtime'],
    ['lib/protocol/token.ts', '#lib/routes'],
    ['app/connect/token/route.ts', '#lib/tokens/token-store'],
    ['app/connect/token/route.ts', '#components/ui/button'],
    ['server.ts', '#lib/clients/client-store'],
    ['app/account/actions.ts', '#lib/protocol/token'],
  ])('%s imports %s', (path, specifier) => {
    expect(checkImports(importing(path, specifier))).not.toEqual([]);
  });
});

describe('an import that the table allows passes', () => {
  it.each([
    ['lib/clients/redirect-uri.ts', './client'],
    ['lib/clients/client.ts', '#lib/keys/algorithms'],
    ['lib/clients/client-store.ts', '#lib/db/transaction'],
    ['lib/http/server.ts', '#lib/i18n/translate'],
    ['lib/http/html.ts', '#components/interaction/problem-view'],
    ['lib/login/sign-in/show.ts', '#views/login/views/login-page'],
    ['lib/admin/keys/view.tsx', '#components/ui/button'],
    ['lib/admin/keys/view.tsx', 'react'],
    ['lib/admin/keys/view.tsx', './read'],
    ['app/admin/keys/page.tsx', '#views/admin/keys/view'],
    ['lib/tokens/revoke.ts', '#lib/clients/client'],
    ['lib/cli/plan.ts', '#lib/config/plan'],
    ['lib/next/cookies.ts', 'next/headers'],
    ['server.ts', 'next'],
    ['app/login/page.tsx', 'react'],
    ['lib/clients/client-store.ts', '../db/generated/sqlite/client'],
    ['lib/tokens/revoke.test.ts', '#lib/protocol/token'],
    ['lib/tokens/revoke.test.ts', '#lib/testing/database'],
    ['lib/testing/provider.ts', '#lib/protocol/token'],
    ['components/ui/button.tsx', '#lib/i18n/translate'],
    ['components/admin/client-form.tsx', '#lib/clients/schema'],
    ['app/[[...path]]/page.tsx', '#lib/login/consent/read'],
    ['app/connect/token/route.ts', '#lib/protocol/token'],
    ['app/account/actions.ts', '#lib/account/change-password'],
    ['lib/clients/client.ts', 'next-to-nothing'],
  ])('%s imports %s', (path, specifier) => {
    expect(checkImports(importing(path, specifier))).toEqual([]);
  });
});

describe('every kind of import is recognized', () => {
  it.each([
    `import { a, type B } from '#lib/x/y';`,
    `import type { B } from "#lib/x/y";`,
    `import a, * as b from '#lib/x/y';`,
    `import {\n  a,\n  b,\n} from '#lib/x/y';`,
    `import '#lib/x/y';`,
    `export { a } from '#lib/x/y';`,
    `export * from '#lib/x/y';`,
    `const a = await import('#lib/x/y');`,
    `import z from 'zod';import { a } from '../x/y';`,
    `/* import { a } from 'no'; */ import b from '../x/y.js'; // import 'no'`,
  ])('%s', (source) => {
    const targets = findImports({ path: 'lib/z/file.ts', source }).map(({ target }) => target);
    expect(targets.filter((target) => target !== 'zod')).toEqual(['lib/x/y']);
  });
});

describe('a circle of imports is found', () => {
  const file = (path: string, specifier: string, type = '') => ({
    path,
    source: `import ${type} { x } from '${specifier}';`,
  });

  it('between two folders of rank 0', () => {
    const files = [
      file('lib/http/a.ts', '#lib/log/b'),
      file('lib/log/b.ts', '../http/c'),
      file('lib/http/c.ts', './a'),
    ];
    expect(checkCycles(files)).toEqual(['circle of imports: lib/http/a → lib/log/b → lib/http/c → lib/http/a']);
  });

  it('through a registry', () => {
    const files = [file('lib/x/grants/index.ts', './code'), file('lib/x/grants/code.ts', '../grants')];
    expect(checkCycles(files)).toHaveLength(1);
  });

  it('of types, between a registry and its type in one folder', () => {
    expect(checkCycles([file('lib/a/kinds.ts', './one'), file('lib/a/one.ts', './kinds', 'type')])).toHaveLength(1);
  });

  it('but not where two paths meet', () => {
    const diamond = `import { x } from './b';\nimport { y } from './c';`;
    const files = [{ path: 'lib/a/a.ts', source: diamond }, file('lib/a/b.ts', './d'), file('lib/a/c.ts', './d')];
    expect(checkCycles([...files, { path: 'lib/a/d.ts', source: '' }])).toEqual([]);
  });
});

describe('an export that no other file imports is found', () => {
  const exporting = [
    { path: 'lib/a/a.ts', source: 'export const a = 1;\nexport type B = 2;\nexport async function c() {}' },
    { path: 'lib/a/d/index.ts', source: 'export const d = [];' },
  ];
  const deadNames = (source: string) =>
    findDeadExports([...exporting, { path: 'lib/b/b.ts', source }]).map(({ name }) => name);

  it.each([
    ['', ['a', 'B', 'c', 'd']],
    ["import { a, type B } from '#lib/a/a';", ['c', 'd']],
    ["import { a } from '../a/a';\nimport { d } from '../a/d';", ['B', 'c']],
    ["const { c } = await import('#lib/a/a');\nexport * from '../a/d';", []],
    ["// import { a } from '../a/a';", ['a', 'B', 'c', 'd']],
  ])('%j', (source, names) => {
    expect(deadNames(source)).toEqual(names);
  });
});

describe('a line that the design forbids is found', () => {
  it.each([
    ['lib/tokens/issue.ts', 'const now = new Date();'],
    ['lib/tokens/issue.ts', 'const now = Date.now();'],
    ['components/ui/button.tsx', 'const id = Math.random();'],
    ['lib/tokens/issue.ts', 'const { PORT } = process.env;'],
    ['lib/tokens/token-store.ts', 'await db.$queryRawUnsafe(text);'],
    ['lib/db/open.ts', 'await db.$executeRawUnsafe(text);'],
    ['lib/tokens/statements.ts', 'define(`SELECT g.*, u."sub" FROM "Grant" g`);'],
    ['lib/tokens/statements.ts', 'define(`SELECT * FROM "Grant"`);'],
    ['lib/tokens/issue.ts', 'await db.grant.findMany({});'],
    ['lib/tokens/issue.ts', 'await db.grant.findUniqueOrThrow({});'],
    ['lib/tokens/issue.ts', 'await db.$transaction(work);'],
    ['lib/protocol/end-session.ts', 'return seeOther(link.uri);'],
    ['lib/login/refuse-interaction.ts', 'return responseModeWriters[mode](uri, parameters, frame);'],
    ['lib/login/refuse-interaction.ts', 'return leaveHtml({ to });'],
    ['lib/admin/users/save-user.ts', 'return updateUser(tx, sub, user, now);'],
    ['lib/tokens/issue.ts', "export * from './other';"],
    ['components/ui/button.tsx', 'useEffect(() => {});'],
    ['components/ui/button.tsx', '<button onClick={press}>'],
    ['components/ui/button.tsx', "'use client';"],
    ['components/ui/button.tsx', 'const Theme = createContext(null);'],
    ['app/account/page.tsx', '<Suspense>'],
    ['app/account/page.tsx', "import Link from 'next/link';"],
    ['app/account/loading.tsx', ''],
    ['lib/admin/keys/view.tsx', 'useEffect(() => {});'],
    ['lib/admin/keys/keys-list.tsx', ''],
    ['browser/show-password.ts', "import { a } from '#lib/a';"],
    ['browser/passkeys/signal.ts', "import { a, type B } from '../../components/a';"],
    ['lib/tokens/index.ts', ''],
    ['components/index.tsx', ''],
    ['app/connect/token/route.ts', 'a();\nb();\nc();\nd();\ne();\nf();\n'],
    ['lib/clients/schema.ts', 'const a = z.string().regex(/^a(b)$/);'],
    ['lib/clients/schema.ts', 'const a = z\n  .string()\n  .min(1)\n  .max(limit(2))\n  .superRefine(check(b));'],
    ['lib/clients/schema.ts', 'const a = z.array(b).max(2).refine(unique);'],
    ['lib/clients/schema.ts', 'const a = z.array(z.string().check(c));'],
  ])('%s: %s', (path, source) => {
    expect(checkSources([{ path, source }])).toHaveLength(1);
  });

  it.each([
    ['lib/http/clock.ts', 'return new Date();'],
    ['lib/vocabulary/text.ts', 'return z.string().max(maximum, { abort: true }).check(...checks);'],
    [
      'lib/clients/schema.ts',
      'const a = boundedText(9, z.regex(/^a$/)).refine(b); const c = z.string().max(9).optional();',
    ],
    ['lib/tokens/issue.ts', '// not new Date()\nconst expiresAt = new Date(now.getTime() + 1);'],
    ['lib/tokens/issue.test.ts', 'const now = new Date();'],
    ['lib/settings/read.ts', 'parse(process.env);'],
    ['vitest.config.ts', 'process.env.PORT'],
    ['lib/testing/postgres.ts', 'process.env.PATH'],
    ['lib/tokens/token-store.ts', 'await db.grant.findMany({}); await db.$queryRaw`SELECT 1`;'],
    ['lib/tokens/statements.ts', 'define(`SELECT * FROM (SELECT g."id" FROM "Grant" g) part`);'],
    ['lib/protocol/grants/index.ts', 'export const grants = [];'],
    ['components/ui/button.tsx', '<button data-on={state}>'],
    ['browser/passkeys/signal.ts', "import { a } from './a';\nimport type { B } from '../../components/a';"],
    ['app/connect/token/route.ts', "// why\nimport { a } from '#lib/a';\n\nexport const POST = a;\n"],
  ])('but not %s: %s', (path, source) => {
    expect(checkSources([{ path, source }])).toEqual([]);
  });
});
