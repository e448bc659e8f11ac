import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { parseTotpKey } from '#lib/factors/totp';
import { actAs, subOf } from '#lib/testing/administrator';
import { fixtures } from '#lib/testing/fixtures';
import { password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { createUser } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import type { AdminContext } from '../admin-context';
import { deleteAccount, setRole, setUserEnabled, signOutEverywhere, unlockUser } from './change-account';
import { makePasswordLink, removeFactor, unlinkIdentity } from './change-credentials';
import { getUser, readUserFacts, userVersion } from './read';
import { createAccount, saveProfile } from './save-user';

const names = ['name', 'username', 'email', 'tenants', 'role', 'factor', 'identity', 'link', 'delete', 'other'];
const people = names.map((username) => ({
  ...{ username, password, claims: { name: 'N', email: `${username}@old.test`, email_verified: true } },
}));

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    users: [...people, { username: 'root', password, admin: 'owner' }],
  });
  const { db, settings, now } = provider.context();
  const key = parseTotpKey('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  if (key === null) throw new Error('the key is no key');
  const withApp = await subOf(provider, 'factor');
  const app = { sub: withApp, key, step: null };
  await transaction(db, (tx) =>
    saveAuthenticator(tx, proven('person', app.sub), app, { secret: settings.secret, now }),
  );
  const linked = { sub: await subOf(provider, 'identity'), claims: '[]', createdAt: now, lastUsedAt: now };
  await db.userIdentity.create({ data: { ...linked, ...identity } });
});
afterAll(() => provider.close());

const identity = { provider: 'corp', issuer: 'https://corp.test', subject: 'one' };
type Change = (admin: AdminContext, sub: string) => Promise<unknown>;

const saves =
  (changed: { readonly username?: string; readonly claims?: object; readonly tenants?: 'none' }): Change =>
  async (admin, sub) => {
    const { version } = await readUserFacts(admin, sub);
    const { username, tenants, claims } = await getUser(admin, sub);
    const profile = { username, tenants, ...changed, claims: { ...claims, ...changed.claims } };
    await saveProfile(admin, sub, { profile, version });
  };

const changes: readonly (readonly [string, string, Change])[] = [
  ['the name', 'name', saves({ claims: { name: 'M' } })],
  ['the username', 'username', saves({ username: 'renamed' })],
  ['the address', 'email', saves({ claims: { email: 'new@new.test' } })],
  ['the tenants', 'tenants', saves({ tenants: 'none' })],
  ['the role', 'role', (admin, sub) => setRole(admin, sub, 'auditor')],
  ['a factor', 'factor', (admin, sub) => removeFactor(admin, sub, 'totp')],
  ['an identity', 'identity', (admin, sub) => unlinkIdentity(admin, sub, identity)],
  ['a link to set a password', 'link', (admin, sub) => makePasswordLink(admin, sub)],
  ['the deletion', 'delete', async (admin, sub) => deleteAccount(admin, sub, userVersion(await getUser(admin, sub)))],
];

const free: readonly (readonly [string, Change])[] = [
  ['disabling', (admin, sub) => setUserEnabled(admin, sub, false)],
  ['signing out', (admin, sub) => signOutEverywhere(admin, sub)],
];

/** Everything about a person that the changes write. */
async function stored(sub: string) {
  return provider.context().db.user.findUnique({
    where: { sub },
    include: { authenticator: true, identities: true, passwordLinks: true },
  });
}

/** An owner who proved who they are so many minutes ago. A sensitive action since then does not count. */
async function ownerAfter(minutes: number): Promise<AdminContext> {
  const admin = await actAs(provider, 'root');
  return { ...admin, proof: { provedAt: new Date(admin.now.getTime() - minutes * 60_000), usedAt: admin.now } };
}

describe('a change of another person takes a proof of the last five minutes (security #192)', () => {
  it.each(changes)('%s', async (_, username, change) => {
    const sub = await subOf(provider, username);
    const before = await stored(sub);
    for (const admin of [await ownerAfter(5.1), { ...(await ownerAfter(0)), proof: null }]) {
      await expect(change(admin, sub)).rejects.toMatchObject({ code: 'reauthenticate' });
    }
    expect(await stored(sub)).toEqual(before);
    await change(await ownerAfter(5), sub);
    expect(await stored(sub)).not.toEqual(before);
  });

  it.each(free)('but not %s, which gives no access', async (_, change) => {
    await change(await ownerAfter(60), await subOf(provider, 'other'));
  });

  it('and so does enabling an account with the address of somebody else', async () => {
    const claims = { email: 'other@old.test', email_verified: true };
    const account = { passwordHash: null, enabled: false, admin: null, tenants: 'all' as const };
    const create = async (name: string, own: object) => {
      const named = { username: name, canonicalUsername: storedCanonicalUsername(name) };
      const { db, now } = provider.context();
      return (await createUser(db, { ...account, ...named, claims: { ...claims, ...own } }, now)).sub;
    };
    const shared = await create('shared', {});
    await expect(setUserEnabled(await ownerAfter(5.1), shared, true)).rejects.toMatchObject({ code: 'reauthenticate' });
    await setUserEnabled(await ownerAfter(5), shared, true);
    await setUserEnabled(await ownerAfter(60), await create('unverified', { email_verified: false }), true);
    await setUserEnabled(await ownerAfter(60), await create('alone', { email: 'alone@own.test' }), true);
    await deleteAccount(await ownerAfter(0), shared, userVersion(await getUser(await ownerAfter(0), shared)));
  });

  it('and so do an address of somebody else for a new account, and letting people try again', async () => {
    const claims = { name: 'T', email: 'other@old.test', email_verified: true };
    const profile = { username: 'thief', tenants: 'all' as const, claims };
    const create: Change = (admin) => createAccount(admin, { profile, first: { kind: 'generated' } });
    const unlock: Change = (admin, sub) => unlockUser(admin, sub);
    const other = await subOf(provider, 'other');
    for (const change of [create, unlock]) {
      await expect(change(await ownerAfter(5.1), other)).rejects.toMatchObject({ code: 'reauthenticate' });
      await change(await ownerAfter(5), other);
    }
    const free = { ...profile, username: 'newcomer', claims: { ...claims, email: 'new@own.test' } };
    await createAccount(await ownerAfter(60), { profile: free, first: { kind: 'generated' } });
    const root = await subOf(provider, 'root');
    await expect(unlock(await ownerAfter(0), root), 'oneself').rejects.toMatchObject({ code: 'in_use' });
  });
});
