import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { prepareConfiguration } from '#lib/config/start';
import { parseSettings } from '#lib/settings/parse';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { commands } from './commands';
import { explainFailure } from './explain-failure';
import { prepareDatabase } from './prepare-database';
import { runCommandLine } from './run';

/** The arguments of each command that uses the database. */
const words: Readonly<Record<string, readonly string[]>> = {
  migrate: [],
  backup: ['copy.db'],
  'upgrade check': [],
  plan: ['signet.yaml'],
  apply: ['signet.yaml'],
  export: [],
  'user add': ['zoe'],
  'user password': ['zoe'],
  'keys list': [],
  'keys rotate': [],
  'keys revoke': ['x'],
  'secret rotate': [],
  'registration-token add': [],
  'registration-token list': [],
  'registration-token revoke': ['x'],
  explain: ['7K3QMXW9TD'],
  'audit export': [],
  'audit verify': [],
  doctor: [],
};
/** The server is another test; the mail is sent without the database. */
const others = ['start', 'mail test'];

const secret = 'a secret of this test, of some length';
let open: TestDatabase;
let folder: string;
let before: unknown;

beforeAll(async () => {
  open = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'signet-unreleased-'));
  writeFileSync(join(folder, 'signet.yaml'), 'portal: {}\n');
  await prepareConfiguration({ open, settings: settings(), now: new Date('2030-01-01T00:00:00.000Z') });
  await rows(`UPDATE "_prisma_migrations" SET "migration_name" = '20261120182521_init'`);
  before = await look();
});
afterAll(async () => {
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

const settings = () =>
  parseSettings(
    { DATABASE_URL: open.url, SIGNET_SECRET: secret, SIGNET_ISSUER: 'https://op.test' },
    { readSecretFile: () => secret, fileExists: () => true, processors: 1 },
  );

const rows = (sql: string) => open.session((session) => session.rows(sql));

/** What a command could change: the tables, the migrations, and rows that commands write. */
async function look() {
  const tables =
    open.dialect === 'sqlite'
      ? await rows(`SELECT name, sql FROM sqlite_master ORDER BY name`)
      : await rows(`SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1`);
  const written = ['_prisma_migrations', 'Installation', 'User', 'SigningKey', 'AuditEvent', 'AuditSeal', 'Portal'];
  return [tables, ...(await Promise.all(written.map((table) => rows(`SELECT * FROM "${table}"`))))];
}

describe('a database of an unreleased build (decision 081)', () => {
  it('is tried with every command', () => {
    expect([...Object.keys(words), ...others].sort()).toEqual(commands.map(({ name }) => name).sort());
  });

  it.each(Object.entries(words).filter(([name]) => name !== 'backup' || inject('database').dialect === 'sqlite'))(
    'is changed by no command: %s',
    async (name, given) => {
      const [out, err]: [string[], string[]] = [[], []];
      const files = given.map((word) => (/\.\w+$/.test(word) ? join(folder, word) : word));
      const code = await runCommandLine([...name.split(' '), ...files], {
        out: (text) => void out.push(text),
        err: (line) => void err.push(line),
        settings,
        now: new Date('2030-01-01T00:00:00.000Z'),
        migrations: 'prisma/migrations',
        terminal: null,
      });
      const sentence = /an unreleased build made this database.*upgrade check.* export .* apply .*does not carry/;
      expect([code, [...err, ...out].filter((line) => sentence.test(line))]).toEqual([1, [expect.any(String)]]);
      if (name !== 'doctor') expect([out, err]).toEqual([[], [expect.stringMatching(sentence)]]);
      expect(await look()).toEqual(before);
    },
  );

  it('is not changed by a start', async () => {
    const failure: unknown = await prepareDatabase(settings()).catch((error: unknown) => error);
    expect(explainFailure(failure, settings())).toMatch(/^an unreleased build made this database/);
    expect(await look()).toEqual(before);
  });
});
