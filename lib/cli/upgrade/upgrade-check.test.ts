import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareConfiguration } from '#lib/config/start';
import { listMigrations } from '#lib/db/migrations';
import { readOnly } from '#lib/db/read-only';
import { createEmptyDatabase } from '#lib/testing/database';
import { createOldInstallation, type OldInstallation, oldSecret } from '#lib/testing/old-installation';
import { bundleTypeScript } from '../../testing/run-typescript.mjs';
import { examineUpgrade } from '../upgrade-check-command';
import type { BehaviorChange } from './check-changes';

/** On SQLite as the generator writes it: by a new table. */
const rewritesClients = {
  sqlite: `-- Notes on clients.

CREATE TABLE "new_Client" AS SELECT *, 'x' AS "note" FROM "Client";
DROP TABLE "Client";
ALTER TABLE "new_Client" RENAME TO "Client";`,
  postgresql: `-- Notes on clients.

ALTER TABLE "Client" ALTER COLUMN "tenant" SET DATA TYPE VARCHAR(200);`,
};
const addsDates = 'ALTER TABLE "Client" ADD COLUMN "agentEndDate" TEXT;';

let old: OldInstallation;
beforeEach(async () => {
  old = await createOldInstallation();
});
afterEach(() => old.close());

describe('upgrade check', () => {
  it('finds nothing in an installation of this release, and exits with 0', async () => {
    const { code, out, err } = await old.run();
    expect([code, err]).toEqual([0, []]);
    expect(out.split('\n').filter((line) => line !== '' && !line.startsWith('ok'))).toEqual([]);
  });

  it('names each pending migration in words with the rows that it touches, and exits with 3', async () => {
    await old.insertClient('web');
    old.addMigration('pictures', '-- Stores pictures.\n\nCREATE TABLE "Picture" ("x" INTEGER NOT NULL PRIMARY KEY);');
    old.addMigration('fewer_grants', '-- Ends unused grants.\n\nDELETE FROM "Grant" WHERE 1 = 0;');
    old.addMigration('client_notes', rewritesClients);
    old.addMigration('unnamed', 'UPDATE "Client" SET "tenant" = \'x\';');
    const { code, report, lines } = await old.check('migration');
    expect([code, report.outcome]).toEqual([3, 'change']);
    expect(report.from).toBe(listMigrations(join('prisma/migrations', old.open.dialect)).at(-1)?.name);
    expect(report.to).toMatch(/_unnamed$/);
    expect(lines.map((line) => line.replace(/\d+_/, ''))).toEqual([
      'change pictures: Stores pictures.',
      'change fewer_grants: Ends unused grants. Deletes from Grant (0 rows).',
      'change client_notes: Notes on clients. Rewrites Client (1 row).',
      'change unnamed: No description. Changes rows of Client (1 row).',
    ]);
  });

  it('does not change the installation', async () => {
    await old.insertClient('web');
    old.addMigration('unnamed', 'UPDATE "Client" SET "tenant" = \'x\';');
    const look = () =>
      old.rows(`SELECT "migration_name" AS "a" FROM "_prisma_migrations" UNION SELECT "tenant" FROM "Client"`);
    const before = await look();
    expect(await old.run()).toMatchObject({ code: 3 });
    expect(await look()).toEqual(before);
  });

  it('removes the copy', async () => {
    const { TMPDIR: usual = tmpdir() } = process.env;
    process.env.TMPDIR = old.folder;
    const { code } = await old.run();
    process.env.TMPDIR = usual;
    expect(code).toBe(0);
    expect(readdirSync(old.folder)).toEqual([]);
  });

  it('cannot write (PostgreSQL: a read-only transaction)', async () => {
    const write = readOnly(old.open.url, (session) => session.rows(`DELETE FROM "Installation" RETURNING "key"`));
    await expect(write).rejects.toThrow(/read-?only/);
  });

  it('reads a schema without columns and tables that this release has (decision 022)', async () => {
    await old.insertClient('web');
    old.addMigration('former', 'ALTER TABLE "Client" DROP COLUMN "agentEndDate"; DROP TABLE "UsedJwt";');
    await old.migrate();
    old.addMigration('dates', addsDates);
    const { code, err } = await old.run();
    expect([code, err]).toEqual([3, []]);
    expect((await old.check('entry')).lines).toEqual(['none : all stored entries keep their meaning']);
  });
});

describe('the settings and the secret before an upgrade', () => {
  it('are refused with the message of a start', async () => {
    const environment = { SIGNET_ISUER: 'x', SIGNET_FORMER: 'y', SIGNET_WORKERS: 'many' };
    const { code, lines } = await old.check('setting', { environment });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^refused : SIGNET_ISUER: unknown setting/),
      expect.stringMatching(/^refused : SIGNET_FORMER: unknown setting/),
      expect.stringMatching(/^refused : SIGNET_WORKERS: expected a number of worker processes/),
    ]);
  });

  it('show whether the secret belongs to the database', async () => {
    await prepareConfiguration({ open: old.open, settings: old.settings, now: new Date('2030-01-01T00:00:00.000Z') });
    expect((await old.check('secret')).lines).toEqual(['none : decrypts the stored values of the database']);
    const other = { SIGNET_SECRET: `another ${oldSecret}` };
    expect((await old.check('secret', { environment: other })).lines).toEqual([
      expect.stringMatching(/^refused : SIGNET_SECRET does not belong/),
    ]);
    await old.rows(`UPDATE "SigningKey" SET "privateSealed" = 'v2.unknown.AAAA'`);
    expect((await old.check('secret')).lines).toEqual([
      expect.stringMatching(
        /^refused : SIGNET_SECRET does not decrypt SigningKey:privateSealed:\S+ and \d+ more values/,
      ),
    ]);
  });
});

describe('what changes without a setting', () => {
  const changes: BehaviorChange[] = [
    { since: 'before', concerned: 'everybody', sentence: 'Is over.' },
    { since: 'words', concerned: 'everybody', sentence: 'People may sign in with words.' },
    {
      since: 'agents',
      concerned: { table: 'Client', label: 'clientId', columns: ['selfRegistered'], where: '"selfRegistered" = true' },
      sentence: 'Unused agents are deleted.',
    },
    { since: 'agents', concerned: { table: 'Gone', label: null, columns: [], where: '1 = 1' }, sentence: 'No table.' },
    {
      since: 'agents',
      concerned: { table: 'User', label: null, columns: ['x'], where: '"x"' },
      sentence: 'No column.',
    },
  ];
  const check = async () => {
    const { findings } = await examineUpgrade(old.settings, old.migrations, changes);
    return findings.flatMap(({ topic, subject, message }) => (topic === 'default' ? [`${subject}: ${message}`] : []));
  };

  it('is reported if the installation lacks the migration and has whom it concerns', async () => {
    old.addMigration('before', '-- Was before.\n');
    await old.migrate();
    expect(await check()).toEqual([]);
    for (const word of ['words', 'agents']) old.addMigration(word, '-- Only changes a default.\n');
    expect(await check()).toEqual(['for everyone: People may sign in with words.']);
    await old.insertClient('web');
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await old.insertClient(name, { selfRegistered: true });
    expect(await check()).toEqual([
      'for everyone: People may sign in with words.',
      'for Client a, b, c, d, e and 1 more: Unused agents are deleted.',
    ]);
  });
});

describe('the way back', () => {
  it.each([
    ['CREATE TABLE "Picture" ("x" INTEGER NOT NULL PRIMARY KEY);', /^none : possible: the migrations only add/],
    [
      'ALTER TABLE "Session" DROP COLUMN "remember";',
      /^change : not possible without a backup: it removes Session\.rem/,
    ],
    ['ALTER TABLE "Session" ADD COLUMN "x" TEXT;', /^none : possible/],
    ['DROP TABLE "UsedJwt";', /^change : not possible without a backup: it removes UsedJwt, deletes rows of UsedJwt$/],
    ['DELETE FROM "Consent";', /^change : not possible without a backup: it deletes rows of Consent$/],
  ])('after %s is %s', async (sql, expected) => {
    old.addMigration('later', sql);
    expect((await old.check('downgrade')).lines).toEqual([expect.stringMatching(expected)]);
  });
});

describe('what cannot be checked', () => {
  it('is refused: a database without an installation, and one of a newer release', async () => {
    const empty = await createEmptyDatabase();
    const run = await old.run({ environment: { DATABASE_URL: empty.url } });
    await empty.close();
    expect(run).toMatchObject({ code: 1, err: [expect.stringMatching(/nothing to upgrade$/)] });
    await old.rows(`UPDATE "_prisma_migrations" SET "migration_name" = '29990101000000_later'`);
    expect(await old.run()).toMatchObject({
      code: 1,
      err: [expect.stringMatching(/it has the migration 29990101000000_later$/)],
    });
  });

  it('is refused: a migration that fails on the copy', async () => {
    old.addMigration('broken', 'INSERT INTO "nowhere" VALUES (1);');
    const { code, lines } = await old.check('migration');
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^refused : the migration \d+_broken would fail: no such table/)]);
  });

  it('refuses other arguments', async () => {
    expect(await old.run({ words: ['now'] })).toMatchObject({ code: 2 });
  });

  it('creates no secret', async () => {
    const program = await bundleTypeScript('lib/cli/signet.ts');
    writeFileSync(join(old.folder, 'old.db'), '');
    const environment = { NODE_ENV: 'test' as const, DATABASE_URL: `file:${join(old.folder, 'old.db')}` };
    const child = spawnSync(process.execPath, [program, 'upgrade', 'check'], { env: environment, encoding: 'utf8' });
    rmSync(program);
    expect([child.status, child.stdout]).toEqual([
      1,
      `REFUSED setting: SIGNET_SECRET: expected the secret of the installation in ${join(old.folder, 'secret')}\n`,
    ]);
    expect(readdirSync(old.folder)).toEqual(['old.db']);
  });

  it('does not create a missing SQLite file', async () => {
    const missing = join(old.folder, 'missing.db');
    const { code, err } = await old.run({ environment: { DATABASE_URL: `file:${missing}` } });
    expect([code, err]).toEqual([1, [expect.stringMatching(/no database found at .*missing\.db$/)]]);
    expect(() => readFileSync(missing)).toThrow();
  });
});
