import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '#lib/cli/run';
import type { Topic, UpgradeFinding } from '#lib/cli/upgrade/finding';
import { migrate } from '#lib/db/migrate';
import { listMigrations } from '#lib/db/migrations';
import { parseSettings } from '#lib/settings/parse';
import { createEmptyDatabase, type TestDatabase } from './database';

export const oldSecret = 'a secret of this test, of some length';
const now = new Date('2030-01-01T00:00:00.000Z');
const time = "'2030-01-01T00:00:00.000Z'";

type Report = {
  readonly outcome: string;
  readonly from: string;
  readonly to: string;
  readonly findings: readonly UpgradeFinding[];
};

type Run = {
  readonly words?: readonly string[];
  readonly environment?: object;
  /** The folder with the migrations of the new release. */
  readonly migrations?: string;
};

type Rows = (sql: string) => Promise<Record<string, unknown>[]>;

/** A database of an earlier release, and the output of the command line about its upgrade. */
export type OldInstallation = {
  readonly open: TestDatabase;
  /** A folder for the files of a test. It contains the migrations of the earlier release. */
  readonly folder: string;
  readonly rows: Rows;
  /** Migrates the database to the release before a migration of this repository, which is named without its time. */
  readonly migrateBefore: (migration: string) => Promise<void>;
  /** @param values columns, as SQL */
  readonly insertClient: (clientId: string, values?: Readonly<Record<string, string>>) => Promise<void>;
  /** Runs `upgrade check`. */
  readonly run: (how?: Run) => Promise<{ readonly code: number; readonly out: string; readonly err: string[] }>;
  /** The findings of one topic as `effect subject: message`. */
  readonly check: (
    topic: Topic,
    how?: Run,
  ) => Promise<{ readonly code: number; readonly report: Report; readonly lines: string[] }>;
  readonly close: () => Promise<void>;
};

/** An empty database, without migrations. */
export async function createOldInstallation(): Promise<OldInstallation> {
  const open = await createEmptyDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'signet-upgrade-test-'));
  const rows = (sql: string) => open.session((session) => session.rows(sql));
  const run: OldInstallation['run'] = (how = {}) => runCheck(open.url, how);
  return {
    open,
    folder,
    rows,
    run,
    migrateBefore: (migration) => migrateBefore(open, folder, migration),
    insertClient: (clientId, values = {}) => insertClient(rows, clientId, values),
    async check(topic, how = {}) {
      const { code, out } = await run({ ...how, words: ['--json'] });
      const report: Report = JSON.parse(out);
      const found = report.findings.filter((finding) => finding.topic === topic);
      return { code, report, lines: found.map(({ effect, subject, message }) => `${effect} ${subject}: ${message}`) };
    },
    async close() {
      await open.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function migrateBefore(open: TestDatabase, folder: string, migration: string): Promise<void> {
  const first = readdirSync(join('prisma/migrations', open.dialect)).find((name) => name.endsWith(`_${migration}`));
  cpSync('prisma/migrations', folder, { recursive: true });
  for (const { name } of listMigrations(join(folder, open.dialect))) {
    if (name >= String(first)) rmSync(join(folder, open.dialect, name), { recursive: true });
  }
  await migrate(open, folder, now);
}

async function runCheck(url: string, { words = [], environment = {}, migrations = 'prisma/migrations' }: Run) {
  let out = '';
  const err: string[] = [];
  const code = await runCommandLine(['upgrade', 'check', ...words], {
    out: (text) => {
      out += text;
    },
    err: (line) => err.push(line),
    settings: () =>
      parseSettings(
        { DATABASE_URL: url, SIGNET_SECRET: oldSecret, SIGNET_ISSUER: 'https://op.test', ...environment },
        { readSecretFile: () => oldSecret, fileExists: () => true, processors: 2 },
      ),
    now,
    migrations,
    terminal: null,
  });
  return { code, out, err };
}

/** A client with the columns that have been required since the first release. */
async function insertClient(rows: Rows, clientId: string, values: Readonly<Record<string, string>>): Promise<void> {
  const row: Record<string, string> = {
    clientId: `'${clientId}'`,
    tokenEndpointAuthMethod: "'none'",
    grantTypes: `'["authorization_code"]'`,
    responseTypes: `'["code"]'`,
    scope: "'openid'",
    accessTokenFormat: "'jwt'",
    userCode: "'base20'",
    idTokenSignedResponseAlg: "'RS256'",
    accessTokenSigningAlg: "'ES256'",
    identityProviders: `'{"allow":"*"}'`,
    claims: "'{}'",
    createdAt: time,
    updatedAt: time,
  };
  for (const name of ['accessToken', 'idToken', 'authorizationCode', 'deviceCode'])
    row[`${name}LifetimeSeconds`] = '60';
  const flags = [
    'enabled',
    'requireConsent',
    'allowRememberConsent',
    'localLogin',
    'refreshTokenRotation',
    'requirePkce',
  ];
  for (const name of flags) row[name] = 'true';
  const off = ['allowPlainPkce', 'alwaysIncludeUserClaimsInIdToken', 'requirePushedAuthorizationRequests'];
  for (const name of [...off, 'frontchannelLogoutSessionRequired', 'backchannelLogoutSessionRequired'])
    row[name] = 'false';
  row.refreshTokenGraceSeconds = '0';
  Object.assign(row, values);
  const names = Object.keys(row).map((name) => `"${name}"`);
  await rows(`INSERT INTO "Client" (${names.join(', ')}) VALUES (${Object.values(row).join(', ')})`);
  await rows(`INSERT INTO "ClientUri" ("clientId", "kind", "position", "uri")
    VALUES ('${clientId}', 'redirect', 0, 'https://rp.test/cb')`);
}
