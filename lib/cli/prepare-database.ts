import { formatChanges } from '#lib/config/format-plan';
import { type Preparation, prepareConfiguration } from '#lib/config/start';
import { migrate } from '#lib/db/migrate';
import { openDatabase } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import { countRun } from '#lib/db/stale-log';
import { readClock } from '#lib/http/clock';
import type { Settings } from '#lib/settings/settings';
import { ownerSetupSeconds } from '#lib/users/owner/owner-setup';
import { migrationsFolder } from './command';

type PreparedDatabase = { readonly database: OpenDatabase; readonly preparation: Preparation };

/**
 * Opens the database and prepares it for serving: migrations, keys, configuration. Several processes can do this at the
 * same time.
 * @throws WrongSecretError (code `wrong_secret`), ConfigurationError (code `invalid_configuration`), or what the
 * database throws. The database is then closed
 */
export async function prepareDatabase(settings: Settings): Promise<PreparedDatabase> {
  const database = await openDatabase(settings.databaseUrl);
  try {
    await migrate(database, migrationsFolder, readClock());
    if (database.dialect === 'sqlite') await database.session(countRun);
    const preparation = await prepareConfiguration({ open: database, settings, now: readClock() });
    return { database, preparation };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * The changes that the start made to the database. They are printed immediately, because new passwords are shown only
 * once, even if the server then cannot listen.
 * @returns an empty text if there are none
 */
export function describeChanges({ configFile }: Settings, { applied, demo }: Preparation): string {
  const lines = applied === null ? [] : [`Applied ${configFile}:`, indent(formatChanges(applied.changes))];
  lines.push(...(applied?.warnings ?? []).map((warning) => `Warning: ${warning}`));
  if (demo !== null && demo.users.length > 0) lines.push(...demoUsers(demo.users));
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * The addresses of the server and its administration, what to try first if there is a demonstration, and how to create
 * an owner if there is none.
 */
export function describeAddress({ issuer }: Settings, { demo, ownerSetupUrl }: Preparation): string {
  const lines = [`  Administration: ${issuer}/admin`];
  if (demo !== null) lines.push(`  Try a sign-in: ${demo.signInUrl}`);
  if (demo?.users.length === 0)
    lines.push('  Set a new password for a demo user: npm run signet -- user password alice');
  if (ownerSetupUrl !== null) {
    lines.push(
      `  There is no owner yet. Create the first one with this link. It works once, within ${ownerSetupSeconds / 60} minutes:`,
    );
    lines.push(`  ${ownerSetupUrl}`);
  }
  return `\nSignet is running at ${issuer}\n${lines.map((line) => `${line}\n`).join('')}\n`;
}

function demoUsers(users: NonNullable<Preparation['demo']>['users']): string[] {
  const width = Math.max(...users.map(({ username }) => username.length));
  const names = users.map(({ username, password }) => `  ${username.padEnd(width)}   ${password}`);
  return ['\nDemo users and their passwords. The passwords are shown only once:', ...names];
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
