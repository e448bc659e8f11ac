import { formatChanges } from '#lib/config/format-plan';
import type { Preparation } from '#lib/config/start';
import type { Settings } from '#lib/settings/settings';
import { ownerSetupSeconds } from '#lib/users/owner/owner-setup';

/**
 * What the start changed in the database: told at once, because passwords that were made now are shown this once,
 * even when the server then cannot listen.
 * @returns an empty text when there is nothing to tell
 */
export function tellChanges({ configFile }: Settings, { applied, demo }: Preparation): string {
  const lines = applied === null ? [] : [`Applied ${configFile}:`, indent(formatChanges(applied.changes))];
  lines.push(...(applied?.warnings ?? []).map((warning) => `Warning: ${warning}`));
  if (demo !== null && demo.users.length > 0) lines.push(...demoUsers(demo.users));
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * Where the server and its administration can be reached, what to try first while the demo is there, and how to get an
 * owner while there is none.
 */
export function tellAddress({ issuer }: Settings, { demo, ownerSetupUrl }: Preparation): string {
  const lines = [`  Administration: ${issuer}/admin`];
  if (demo !== null) lines.push(`  Try a sign-in: ${demo.signInUrl}`);
  if (ownerSetupUrl !== null) {
    lines.push(`  Nobody is an owner yet. Create the first one, once, within ${ownerSetupSeconds / 60} minutes:`);
    lines.push(`  ${ownerSetupUrl}`);
  }
  return `\nSignet serves ${issuer}\n${lines.map((line) => `${line}\n`).join('')}\n`;
}

function demoUsers(users: NonNullable<Preparation['demo']>['users']): string[] {
  const width = Math.max(...users.map(({ username }) => username.length));
  const names = users.map(({ username, password }) => `  ${username.padEnd(width)}   ${password}`);
  return ['\nDemo users, with passwords made for this installation and shown this once:', ...names];
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
