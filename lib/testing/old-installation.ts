import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '#lib/cli/run';
import type { Topic, UpgradeFinding } from '#lib/cli/upgrade/finding';
import { blankClient } from '#lib/clients/client-record';
import { migrate } from '#lib/db/migrate';
import type { Dialect } from '#lib/db/statement';
import { parseSettings } from '#lib/settings/parse';
import type { Settings } from '#lib/settings/settings';
import { createTestDatabase, type TestDatabase } from './database';

export const oldSecret = 'a secret of this test, of some length';
const now = new Date('2030-01-01T00:00:00.000Z');
const time = "'2030-01-01T00:00:00.000Z'";

type Report = {
  readonly outcome: string;
  readonly from: string;
  readonly to: string;
  readonly findings: readonly UpgradeFinding[];
};

type Run = { readonly words?: readonly string[]; readonly environment?: object };

type Rows = (sql: string) => Promise<Record<string, unknown>[]>;

/** An installation of this release, a later release, and the output of the command line about the upgrade. */
export type OldInstallation = {
  readonly open: TestDatabase;
  /** A folder for the files of a test. */
  readonly folder: string;
  /** The migrations of the later release: those of this one, and what addMigration() adds. */
  readonly migrations: string;
  readonly settings: Settings;
  readonly rows: Rows;
  /** Adds a migration to the later release. It gets a date after all of this repository. */
  readonly addMigration: (word: string, sql: string | Readonly<Record<Dialect, string>>) => void;
  /** Applies the migrations that the later release has so far, so that they are part of the installation. */
  readonly migrate: () => Promise<unknown>;
  /** Stores a client. @param members other settings than those of a valid one */
  readonly insertClient: (clientId: string, members?: object) => Promise<void>;
  /** Runs `upgrade check` of the later release. */
  readonly run: (how?: Run) => Promise<{ readonly code: number; readonly out: string; readonly err: string[] }>;
  /** The findings of one topic as `effect subject: message`. */
  readonly check: (
    topic: Topic,
    how?: Run,
  ) => Promise<{ readonly code: number; readonly report: Report; readonly lines: string[] }>;
  readonly close: () => Promise<void>;
};

const firstDay = 29990101;

export async function createOldInstallation(): Promise<OldInstallation> {
  const open = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'signet-upgrade-test-'));
  const migrations = mkdtempSync(join(tmpdir(), 'signet-later-release-'));
  cpSync('prisma/migrations', migrations, { recursive: true });
  let added = 0;
  const rows = (sql: string) => open.session((session) => session.rows(sql));
  const run: OldInstallation['run'] = (how = {}) =>
    runCheck(migrations, { DATABASE_URL: open.url, ...how.environment }, how);
  return {
    open,
    folder,
    migrations,
    settings: settingsOf({ DATABASE_URL: open.url }),
    rows,
    run,
    addMigration(word, sql) {
      const name = `${firstDay + added++}000000_${word}`;
      for (const dialect of ['sqlite', 'postgresql'] as const) {
        mkdirSync(join(migrations, dialect, name));
        writeFileSync(join(migrations, dialect, name, 'migration.sql'), typeof sql === 'string' ? sql : sql[dialect]);
      }
    },
    migrate: () => migrate(open, migrations, now),
    insertClient: (clientId, members = {}) => insertClient(rows, clientId, members),
    async check(topic, how = {}) {
      const { code, out } = await run({ ...how, words: ['--json'] });
      const report: Report = JSON.parse(out);
      const found = report.findings.filter((finding) => finding.topic === topic);
      return { code, report, lines: found.map(({ effect, subject, message }) => `${effect} ${subject}: ${message}`) };
    },
    async close() {
      await open.close();
      for (const each of [folder, migrations]) rmSync(each, { recursive: true });
    },
  };
}

function settingsOf(environment: object): Settings {
  return parseSettings(
    { SIGNET_SECRET: oldSecret, SIGNET_ISSUER: 'https://op.test', ...environment },
    { readSecretFile: () => oldSecret, fileExists: () => true, processors: 2 },
  );
}

async function runCheck(migrations: string, environment: object, { words = [] }: Run) {
  let out = '';
  const err: string[] = [];
  const code = await runCommandLine(['upgrade', 'check', ...words], {
    out: (text) => {
      out += text;
    },
    err: (line) => err.push(line),
    settings: () => settingsOf(environment),
    now,
    migrations,
    input: async () => Buffer.alloc(0),
    terminal: null,
  });
  return { code, out, err };
}

async function insertClient(rows: Rows, clientId: string, members: object): Promise<void> {
  const { secrets: _, ...client } = blankClient(clientId);
  const settings = { tokenEndpointAuthMethod: 'none', scope: ['openid'], redirectUris: ['https://rp.test/cb'] };
  await insertRow(rows, 'Client', {
    clientId: `'${clientId}'`,
    settings: quoted({ ...client, ...settings, ...members }),
    enabled: 'true',
    selfRegistered: String(Reflect.get(members, 'selfRegistered') ?? false),
    agentState: "'pending'",
  });
}

/** Inserts an entry of the configuration. @param values columns, as SQL */
export async function insertRow(rows: Rows, table: string, values: Readonly<Record<string, string>>): Promise<void> {
  const row = { ...values, createdAt: time, updatedAt: time };
  const names = Object.keys(row).map((name) => `"${name}"`);
  await rows(`INSERT INTO "${table}" (${names.join(', ')}) VALUES (${Object.values(row).join(', ')})`);
}

/** JSON as a text of SQL. */
export const quoted = (value: object) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
