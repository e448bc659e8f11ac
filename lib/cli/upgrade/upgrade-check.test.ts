import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareConfiguration } from '#lib/config/start';
import { listMigrations } from '#lib/db/migrations';
import { readOnly } from '#lib/db/read-only';
import { parseSettings } from '#lib/settings/parse';
import { createTestDatabase } from '#lib/testing/database';
import { createOldInstallation, type OldInstallation, oldSecret } from '#lib/testing/old-installation';
import { bundleTypeScript } from '../../testing/run-typescript.mjs';

let old: OldInstallation;
beforeEach(async () => {
  old = await createOldInstallation();
});
afterEach(() => old.close());

describe('upgrade check', () => {
  it('finds nothing in an installation of this release, and exits with 0', async () => {
    const current = await createTestDatabase();
    const { code, out, err } = await old.run({ environment: { DATABASE_URL: current.url } });
    await current.close();
    expect([code, err]).toEqual([0, []]);
    expect(out.split('\n').filter((line) => line !== '' && !line.startsWith('ok'))).toEqual([]);
  });

  it('names each pending migration in words with the rows that it touches, and exits with 3', async () => {
    await old.migrateBefore('interactions_by_kind');
    await old.insertClient('web');
    const { code, report, lines } = await old.check('migration');
    expect([code, report.outcome]).toEqual([3, 'change']);
    expect(report.from).toMatch(/_job_leases$/);
    expect(report.to).toBe(listMigrations(join('prisma/migrations', old.open.dialect)).at(-1)?.name);
    expect(lines[0]).toMatch(
      /^change \d+_interactions_by_kind: Stores requests.*Deletes from Interaction \(0 rows\)\.$/,
    );
    expect(lines.find((line) => line.includes('_dpop'))).toMatch(
      old.open.dialect === 'sqlite' ? /Rewrites Client \(1 row\)/ : /\(DPoP\)\.$/,
    );
  });

  it('does not change the installation', async () => {
    await old.migrateBefore('account_policy');
    await old.insertClient('web');
    const look = () =>
      old.rows(`SELECT "migration_name" AS "a" FROM "_prisma_migrations" UNION SELECT "clientId" FROM "Client"`);
    const before = await look();
    await old.run();
    expect(await look()).toEqual(before);
  });

  it('removes the copy', async () => {
    await old.migrateBefore('protocol');
    const { TMPDIR: usual = tmpdir() } = process.env;
    process.env.TMPDIR = old.folder;
    const { code } = await old.run();
    process.env.TMPDIR = usual;
    expect(code).toBe(3);
    expect(readdirSync(old.folder).toSorted()).toEqual(['postgresql', 'sqlite']);
  });

  it('cannot write (PostgreSQL: a read-only transaction)', async () => {
    await old.migrateBefore('protocol');
    const write = readOnly(old.open.url, (session) => session.rows(`DELETE FROM "Installation" RETURNING "key"`));
    await expect(write).rejects.toThrow(/read-?only/);
  });

  // All schemas since the first release can be read, because the present columns are not expected.
  it.each(
    readdirSync('prisma/migrations/sqlite')
      .filter((name) => /^\d/.test(name))
      .map((name) => name.replace(/^\d+_/, ''))
      .filter((_, index) => index > 0 && index % 12 === 1),
  )('reads the schema before %s', async (name) => {
    await old.migrateBefore(name);
    await old.insertClient('web');
    const { code, err } = await old.run();
    expect([code, err]).toEqual([3, []]);
    expect((await old.check('entry')).lines.filter((line) => line.startsWith('refused'))).toEqual([]);
  });
});

describe('settings of new entries', () => {
  it('are reported if a migration sets a different value than a new entry has', async () => {
    await old.migrateBefore('dpop');
    for (const name of ['web', 'api']) await old.insertClient(name);
    cpSync('prisma/migrations', old.folder, { recursive: true });
    for (const dialect of ['sqlite', 'postgresql']) {
      const [name = ''] = readdirSync(join(old.folder, dialect)).filter((each) => each.endsWith('_dpop'));
      const file = join(old.folder, dialect, name, 'migration.sql');
      const sql = readFileSync(file, 'utf8');
      writeFileSync(file, sql.replace(/("dpopRequireNonce"\s+BOOLEAN NOT NULL DEFAULT) false/, '$1 true'));
    }
    expect((await old.check('entry', { migrations: old.folder })).lines).toEqual([
      'change client api, client web: dpop_require_nonce is new and becomes true, which is not the default',
    ]);
  });
});

describe('the settings and the secret before an upgrade', () => {
  it('are refused with the message of a start', async () => {
    const environment = { SIGNET_ISUER: 'x', SIGNET_FORMER: 'y', SIGNET_WORKERS: 'many' };
    const { code, lines } = await old.check('setting', { environment });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^refused : SIGNET_ISUER: is not a setting/),
      expect.stringMatching(/^refused : SIGNET_FORMER: is not a setting/),
      expect.stringMatching(/^refused : SIGNET_WORKERS: expected a number of worker processes/),
    ]);
  });

  it('show whether the secret belongs to the database', async () => {
    const current = await createTestDatabase();
    const environment = { DATABASE_URL: current.url };
    const settings = parseSettings(
      { ...environment, SIGNET_SECRET: oldSecret, SIGNET_ISSUER: 'https://op.test' },
      { readSecretFile: () => oldSecret, fileExists: () => true, processors: 2 },
    );
    await prepareConfiguration({ open: current, settings, now: new Date('2030-01-01T00:00:00.000Z') });
    expect((await old.check('secret', { environment })).lines).toEqual([
      'none : opens the sealed values of the database',
    ]);
    const other = { ...environment, SIGNET_SECRET: `another ${oldSecret}` };
    expect((await old.check('secret', { environment: other })).lines).toEqual([
      expect.stringMatching(/^refused : SIGNET_SECRET is not the secret/),
    ]);
    await current.session((session) => session.rows(`UPDATE "SigningKey" SET "privateSealed" = 'v2.unknown.AAAA'`));
    expect((await old.check('secret', { environment })).lines).toEqual([
      expect.stringMatching(/^refused : SIGNET_SECRET does not open SigningKey:privateSealed:\S+ and \d+ more values/),
    ]);
    await current.close();
  });
});

describe('what changes without a setting', () => {
  it('is reported if it concerns the installation', async () => {
    await old.migrateBefore('client_documents');
    expect((await old.check('default')).lines).toEqual([]);
    await old.insertClient('web');
    await old.insertClient('agent', { selfRegistered: 'true' });
    expect((await old.check('default')).lines).toEqual([
      expect.stringMatching(/^change for Client agent: Clients that registered themselves are deleted/),
    ]);
  });

  it('is left out if it cannot concern the installation', async () => {
    await old.migrateBefore('audit_and_history');
    const { lines } = await old.check('default');
    expect(lines.filter((line) => !line.startsWith('change for everybody: '))).toEqual([]);
    expect(lines.length).toBeGreaterThan(1);
  });
});

describe('the way back', () => {
  it.each([
    ['mtls', /^none : possible: the migrations only add/],
    ['proofs_of_sessions', /^change : not possible without a backup: it .*removes Session\.a/],
    ['interactions_by_kind', /^change : not possible without a backup: it removes Interaction\.\w+/],
  ])('before %s is %s', async (name, expected) => {
    await old.migrateBefore(name);
    expect((await old.check('downgrade')).lines).toEqual([expect.stringMatching(expected)]);
  });
});

describe('what cannot be checked', () => {
  it('is refused: a database without an installation, and one of a newer release', async () => {
    expect(await old.run()).toMatchObject({ code: 1, err: [expect.stringMatching(/nothing to upgrade$/)] });
    await old.migrateBefore('protocol');
    await old.rows(`UPDATE "_prisma_migrations" SET "migration_name" = '29990101000000_later'`);
    expect(await old.run()).toMatchObject({
      code: 1,
      err: [expect.stringMatching(/it has the migration 29990101000000_later$/)],
    });
  });

  it('is refused: a migration that fails on the copy', async () => {
    await old.migrateBefore('protocol');
    for (const dialect of ['sqlite', 'postgresql']) {
      cpSync(join('prisma/migrations', dialect), join(old.folder, dialect), { recursive: true });
      mkdirSync(join(old.folder, dialect, '29990101000000_broken'));
      writeFileSync(
        join(old.folder, dialect, '29990101000000_broken', 'migration.sql'),
        'INSERT INTO "nowhere" VALUES (1);',
      );
    }
    const { code, lines } = await old.check('migration', { migrations: old.folder });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^refused : the migration 29990101000000_broken would fail: no such table/),
    ]);
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
    expect([code, err]).toEqual([1, [expect.stringMatching(/there is no .*missing\.db$/)]]);
    expect(() => readFileSync(missing)).toThrow();
  });
});
