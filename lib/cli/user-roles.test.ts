import { afterEach, beforeEach, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { parseSettings } from '#lib/settings/parse';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { redeemPasswordLink } from '#lib/users/password-link';
import { roleInForce } from '#lib/users/role-in-force';
import { createUser, findUserByUsername } from '#lib/users/user-store';
import { runCommandLine } from './run';

const secret = 'a secret of this test, of some length';
const password = 'seven violet lanterns hum';
const now = new Date('2030-01-01T00:00:00Z');
let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
});
afterEach(() => open.close());

/** @param atTerminal if false, the command prints a link, which is used here */
async function run(words: readonly string[], atTerminal: boolean): Promise<void> {
  let out = '';
  const environment = { DATABASE_URL: open.url, SIGNET_SECRET: secret, SIGNET_ISSUER: 'https://op.test' };
  const code = await runCommandLine([...words], {
    out: (text) => {
      out += text;
    },
    err: (line) => {
      throw new Error(line);
    },
    settings: () => parseSettings(environment, { readSecretFile: () => secret, fileExists: () => true, processors: 2 }),
    now,
    migrations: 'prisma/migrations',
    input: async () => Buffer.alloc(0),
    terminal: atTerminal ? { ask: async () => password } : null,
  });
  expect(code).toBe(0);
  if (atTerminal) return;
  const handle = /setup\?token=([\w-]{43})\n/.exec(out)?.[1] ?? '';
  const rules = { snapshot: { portal: { identifiers: [] }, tenants: new Map() }, now };
  const redeemed = await transaction(open.db, (tx) =>
    redeemPasswordLink(tx, { handle, passwordHash: 'chosen' }, rules),
  );
  expect(redeemed).not.toBeNull();
}

async function inForce(username: string) {
  const user = await findUserByUsername(open.db, username);
  if (user === null) throw new Error(`there is no ${username}`);
  expect(user.passwordHash).not.toBeNull();
  return roleInForce(user);
}

const ways: readonly (readonly [string, boolean])[] = [
  ['a password typed at the terminal', true],
  ['a password set behind the printed link', false],
];

it.each(ways)('user add --admin makes an owner whose role counts with %s (security #161)', async (_, atTerminal) => {
  await run(['user', 'add', 'root', '--admin', 'owner'], atTerminal);
  expect(await inForce('root')).toBe('owner');
});

it.each(ways)('user password lets a role that waits count with %s (security #161)', async (_, atTerminal) => {
  const names = { username: 'mallory', canonicalUsername: storedCanonicalUsername('mallory') };
  const account = {
    passwordHash: 'chosen by an editor',
    enabled: true,
    admin: 'owner',
    tenants: 'all',
    claims: {},
  } as const;
  await createUser(open.db, { ...names, ...account }, now);
  expect(await inForce('mallory')).toBeNull();
  await run(['user', 'password', 'mallory'], atTerminal);
  expect(await inForce('mallory')).toBe('owner');
});
