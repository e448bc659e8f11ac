import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { prepareConfiguration } from '#lib/config/start';
import { backupSqlite } from '#lib/db/backup-sqlite';
import { openToRead } from '#lib/db/open';
import { defineWrite } from '#lib/db/statement';
import { transaction } from '#lib/db/transaction';
import { parseSettings } from '#lib/settings/parse';
import { readSecretFile, type SettingsReading } from '#lib/settings/read';
import type { Settings } from '#lib/settings/settings';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { commands } from './commands';
import { explainFailure } from './explain-failure';
import { prepareDatabase } from './prepare-database';
import { runCommandLine } from './run';

type Case = { readonly words: readonly string[]; readonly may: 'read' | 'migrate' | 'create' };

/** The arguments of each command that uses the database, and what it may do to it besides its work. */
const cases: Readonly<Record<string, Case>> = {
  migrate: { words: [], may: 'create' },
  'upgrade check': { words: [], may: 'read' },
  plan: { words: ['signet.yaml'], may: 'read' },
  apply: { words: ['signet.yaml'], may: 'create' },
  export: { words: [], may: 'read' },
  'client list': { words: [], may: 'read' },
  'user list': { words: [], may: 'read' },
  'user add': { words: ['zoe'], may: 'create' },
  'user password': { words: ['zoe'], may: 'migrate' },
  'user unlock': { words: ['zoe'], may: 'migrate' },
  'keys list': { words: [], may: 'read' },
  'keys rotate': { words: [], may: 'migrate' },
  'keys revoke': { words: ['x'], may: 'migrate' },
  'secret rotate': { words: [], may: 'migrate' },
  'registration-token add': { words: [], may: 'migrate' },
  'registration-token list': { words: [], may: 'read' },
  'registration-token revoke': { words: ['x'], may: 'migrate' },
  explain: { words: ['7K3QMXW9TD'], may: 'read' },
  'audit export': { words: [], may: 'migrate' },
  'audit verify': { words: [], may: 'read' },
  doctor: { words: [], may: 'read' },
  // Files of PostgreSQL are not its matter.
  ...(inject('database').dialect === 'sqlite' && { backup: { words: ['copy.db'], may: 'read' } }),
};
/** The server is another test; the others need no database. */
const others = ['start', 'mail test', 'completion', 'backup'];

const secret = 'a secret of this test, of some length';
const now = new Date('2030-01-01T00:00:00.000Z');
let folder: string;
/** The migrations of a later release. */
let later: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-databases-'));
  later = join(folder, 'migrations');
  writeFileSync(join(folder, 'signet.yaml'), 'portal: {}\n');
  cpSync('prisma/migrations', later, { recursive: true });
  for (const dialect of ['sqlite', 'postgresql']) {
    mkdirSync(join(later, dialect, '29990101000000_later'));
    writeFileSync(join(later, dialect, '29990101000000_later', 'migration.sql'), 'CREATE TABLE "later" ("x" INTEGER);');
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settingsOf = (url: string) =>
  parseSettings(
    { DATABASE_URL: url, SIGNET_SECRET: secret, SIGNET_ISSUER: 'https://op.test' },
    { readSecretFile: () => secret, fileExists: () => true, processors: 1 },
  );

/** Those of a localhost issuer, whose secret is a file beside the database. */
const localSettingsOf = (url: string, how?: SettingsReading) =>
  parseSettings(
    { DATABASE_URL: url },
    {
      readSecretFile: how?.createsSecret === false ? () => null : readSecretFile,
      fileExists: existsSync,
      processors: 1,
    },
  );

async function run(
  name: string,
  url: string,
  migrations = 'prisma/migrations',
  settings: (url: string, how?: SettingsReading) => Settings = settingsOf,
) {
  const [out, err]: [string[], string[]] = [[], []];
  const words = (cases[name]?.words ?? []).map((word) => (/\.\w+$/.test(word) ? join(folder, word) : word));
  const code = await runCommandLine([...name.split(' '), ...words], {
    out: (text) => void out.push(text),
    err: (line) => void err.push(line),
    input: async () => Buffer.alloc(0),
    settings: (how) => settings(url, how),
    now,
    migrations,
    terminal: null,
  });
  rmSync(join(folder, 'copy.db'), { force: true });
  return { code, out, err };
}

const rowsOf = (open: TestDatabase, sql: string) => open.session((session) => session.rows(sql));

/** What a command could change: the tables, the migrations, and rows that commands write. */
async function look(open: TestDatabase) {
  const tables =
    open.dialect === 'sqlite'
      ? await rowsOf(open, `SELECT name, sql FROM sqlite_master ORDER BY name`)
      : await rowsOf(open, `SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1`);
  const written = ['_prisma_migrations', 'Installation', 'User', 'SigningKey', 'AuditEvent', 'AuditSeal', 'Portal'];
  return [tables, ...(await Promise.all(written.map((table) => rowsOf(open, `SELECT * FROM "${table}"`))))];
}

const named = (may: (case_: Case['may']) => boolean) =>
  Object.keys(cases).filter((name) => may(cases[name]?.may ?? 'read'));

describe('databases that a command cannot use', () => {
  it('are tried with every command', () => {
    const names = new Set([...Object.keys(cases), ...others]);
    expect([...names].sort()).toEqual(commands.map(({ name }) => name).sort());
  });
});

describe('a database of an unreleased build (decision 022)', () => {
  let open: TestDatabase;
  let before: unknown;
  beforeAll(async () => {
    open = await createTestDatabase();
    await prepareConfiguration({ open, settings: settingsOf(open.url), now });
    await rowsOf(open, `UPDATE "_prisma_migrations" SET "migration_name" = '20261120182521_init'`);
    before = await look(open);
  });
  afterAll(() => open.close());

  it.each(Object.keys(cases))('is changed by no command: %s', async (name) => {
    const { code, out, err } = await run(name, open.url);
    const sentence = /an unreleased build made this database.*upgrade check.* export .* apply .*does not carry/;
    expect([code, [...err, ...out].filter((line) => sentence.test(line))]).toEqual([1, [expect.any(String)]]);
    if (name !== 'doctor') expect([out, err]).toEqual([[], [expect.stringMatching(sentence)]]);
    expect(await look(open)).toEqual(before);
  });

  it('is not changed by a start', async () => {
    const settings = settingsOf(open.url);
    const failure: unknown = await prepareDatabase(settings).catch((error: unknown) => error);
    expect(explainFailure(failure, settings)).toMatch(/^an unreleased build made this database/);
    expect(await look(open)).toEqual(before);
  });
});

if (inject('database').dialect === 'sqlite')
  describe('the files of a SQLite database', () => {
    let open: TestDatabase;
    /** A copy as a killed process leaves it: with a log that is not in the file yet. */
    let file: string;
    beforeAll(async () => {
      open = await createTestDatabase();
      await prepareConfiguration({ open, settings: settingsOf(open.url), now });
      const live = open.url.replace('file:', '');
      file = join(folder, 'killed.db');
      for (const end of ['', '-wal']) copyFileSync(`${live}${end}`, `${file}${end}`);
      expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    });
    afterAll(() => open.close());

    /** Content and time of change of the database and its log. */
    const lookAt = (path: string) =>
      ['', '-wal'].map((end) => [
        statSync(`${path}${end}`, { bigint: true }).mtimeNs,
        createHash('sha256')
          .update(readFileSync(`${path}${end}`))
          .digest('hex'),
      ]);

    it.each(named((may) => may === 'read'))('are written by no command that reads: %s', async (name) => {
      const before = lookAt(file);
      const { code } = await run(name, `file:${file}`);
      // There is no such explanation, and doctor finds no configuration file.
      expect(code).toBe(['explain', 'doctor'].includes(name) ? 1 : 0);
      expect(lookAt(file)).toEqual(before);
    });

    it('cannot be written by what a command opens to read', async () => {
      const { db, session, close } = await openToRead(`file:${file}`);
      const write = { key: 'x', value: 'x' };
      await expect(db.installation.create({ data: write })).rejects.toThrow();
      await expect(transaction(db, (tx) => tx.installation.create({ data: write }))).rejects.toThrow();
      const statement = defineWrite('DELETE FROM "Installation"');
      const step = [{ statement, values: {}, refusal: null }];
      await expect(db.prepared.write(step)).rejects.toThrow(/readonly/);
      await expect(session(({ script }) => script('DELETE FROM "Installation"'))).rejects.toThrow(/readonly/);
      await close();
    });

    it('are not mixed with the log of another state that was left beside a restored file', async () => {
      const restored = join(folder, 'restored.db');
      await backupSqlite(open.url, restored);
      copyFileSync(`${file}-wal`, `${restored}-wal`);
      const before = lookAt(restored);
      for (const name of Object.keys(cases).filter((one) => one !== 'backup')) {
        const { code, out, err } = await run(name, `file:${restored}`);
        const lines = [...err, ...out].filter((line) => line.includes('is the log of an earlier state of'));
        expect([name, code, lines.length]).toEqual([name, 1, 1]);
        expect(lines[0]).toContain(`move ${restored}-wal and ${restored}-shm away`);
      }
      const failure: unknown = await prepareDatabase(settingsOf(`file:${restored}`)).catch((error: unknown) => error);
      expect(explainFailure(failure, null)).toContain('is the log of an earlier state of');
      expect(lookAt(restored)).toEqual(before);
    });
  });

describe('a database of an older release', () => {
  let open: TestDatabase;
  beforeAll(async () => {
    open = await createTestDatabase();
    await prepareConfiguration({ open, settings: settingsOf(open.url), now });
  });
  afterAll(() => open.close());
  const sentence = 'the database belongs to an older release: run upgrade check';

  it.each(named((may) => may === 'read').filter((name) => !['upgrade check', 'doctor', 'backup'].includes(name)))(
    'is not migrated by a command that reads: %s',
    async (name) => {
      const before = await look(open);
      const { code, out, err } = await run(name, open.url, later);
      expect([code, out, err]).toEqual([1, [], [`signet: ${sentence}`]]);
      expect(await look(open)).toEqual(before);
    },
  );

  it.each([
    ['upgrade check', 3, /^CHANGE {2}migration 29990101000000_later/],
    ['doctor', 1, new RegExp(`^WRONG migrations: ${sentence}; missing migrations: 29990101000000_later$`)],
    ...(inject('database').dialect === 'sqlite' ? ([['backup', 0, /copy\.db: \d+ bytes/]] as const) : []),
  ] as const)('is read by %s', async (name, code, line) => {
    const before = await look(open);
    const result = await run(name, open.url, later);
    expect([result.code, result.err]).toEqual([code, []]);
    expect(result.out.join('').split('\n')).toContainEqual(expect.stringMatching(line));
    expect(await look(open)).toEqual(before);
  });

  it.each(named((may) => may !== 'read'))('is migrated by a command that writes: %s', async (name) => {
    const former = await createTestDatabase();
    await run(name, former.url, later);
    const applied = await rowsOf(former, 'SELECT "migration_name" FROM "_prisma_migrations"');
    await former.close();
    expect(applied.map(({ migration_name }) => migration_name)).toContain('29990101000000_later');
  });
});

describe('an address without a database', () => {
  it.each(named((may) => may !== 'create'))('gets none by %s', async (name) => {
    const file = join(folder, 'mistyped', 'signet.db');
    const { code, out, err } = await run(name, `file:${file}`, 'prisma/migrations', localSettingsOf);
    const lines = [...err, ...out.join('').split('\n')].filter((line) => line.includes('no database found at '));
    expect([code, lines]).toEqual([1, [expect.stringContaining(`no database found at ${file}`)]]);
    expect(existsSync(join(folder, 'mistyped'))).toBe(false);
  });

  it.each(named((may) => may === 'create'))('gets one by %s', async (name) => {
    const file = join(folder, `made-${name.replace(' ', '-')}`, 'signet.db');
    expect(await run(name, `file:${file}`)).toMatchObject({ code: 0 });
    expect(readdirSync(join(file, '..'))).toContain('signet.db');
  });

  it.each(named((may) => may !== 'create'))('gets no tables by %s, if it is an empty one', async (name) => {
    const empty = await createEmptyDatabase();
    const { code, out, err } = await run(name, empty.url);
    const tables = await rowsOf(
      empty,
      empty.dialect === 'sqlite'
        ? 'SELECT name FROM sqlite_master'
        : `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
    );
    await empty.close();
    expect([code, tables]).toEqual([1, []]);
    expect([...err, ...out].join('\n')).toContain('no database found at ');
    expect([...err, ...out].join('\n')).not.toMatch(/postgresql:\/\/|password/);
  });
});
