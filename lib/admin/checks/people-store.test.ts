import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { createIdentity } from '#lib/users/identity-store';
import { findUserByUsername, setClaims } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { countWithoutAddress, countWithoutFactor, listNamedPeople } from './people-store';

const proved = (email: string) => ({ email, email_verified: true });

let provider: TestProvider;
let db: Database;

beforeAll(async () => {
  provider = await createTestProvider({
    tenants: ['acme', 'a_me', 'other'].map((name) => ({ name, display_name: name })),
    users: [
      { username: 'root', admin: 'owner' },
      { username: 'keyed', admin: 'owner' },
      { username: 'apped', admin: 'owner', tenants: ['other'] },
      { username: 'gone', admin: 'owner', enabled: false },
      { username: 'ed', admin: 'editor', tenants: ['acme'], claims: proved('ed@corp.example') },
      { username: 'ann@corp.example', tenants: 'none', claims: proved('Ann@corp.example') },
    ],
  });
  ({ db } = provider.context());
  const at = provider.context().now;
  const subOf = async (name: string) => (await findUserByUsername(db, name))?.sub ?? '';
  await db.authenticator.create({ data: { sub: await subOf('apped'), sealed: 'x', createdAt: at } });
  await db.passkey.create({
    data: {
      id: 'p',
      sub: await subOf('keyed'),
      publicKey: 'k',
      counter: 0,
      transports: '',
      aaguid: '',
      name: 'Phone',
      deviceBound: true,
      backedUp: false,
      createdAt: at,
    },
  });
});
afterAll(() => provider.close());

const count = (tenant: string | null, policy = {}) =>
  countWithoutFactor(db, tenant, { isMailEnough: false, arePasskeysOn: true, ...policy });

describe('the checks of people', () => {
  it('list owners who can sign in without a second factor', async () => {
    expect((await listNamedPeople(db)).bareOwners.map(({ username }) => username)).toEqual(['root']);
  });

  it('count people for each tenant where they may sign in', async () => {
    expect([await count(null), await count('acme'), await count('a_me'), await count('other')]).toEqual([3, 2, 1, 1]);
  });

  it('do not count people with a verified address where that is a second factor', async () => {
    const policy = { isMailEnough: true };
    expect([await count(null, policy), await count('acme', policy)]).toEqual([1, 1]);
  });

  it('count people with a passkey alone where passkeys are off', async () => {
    const policy = { arePasskeysOn: false };
    expect([await count(null, policy), await count('acme', policy)]).toEqual([4, 3]);
  });

  it('count people without an identifier to sign in with', async () => {
    const unnamed = (tenant: string | null, arePasskeysOn = true) => countWithoutAddress(db, { tenant, arePasskeysOn });
    const counts = async () => [await unnamed(null), await unnamed('other'), await unnamed('acme')];
    expect(await counts(), 'root and apped').toEqual([2, 2, 1]);
    expect(await unnamed(null, false), 'keyed has a passkey alone').toBe(3);
    const { sub = '' } = (await findUserByUsername(db, 'apped')) ?? {};
    const identity = { provider: 'corp', issuer: 'https://corp.test', subject: 'apped', sub, claims: [] };
    await transaction(db, (tx) =>
      createIdentity(tx, proven('provider', identity.sub), identity, provider.context().now),
    );
    expect(await counts()).toEqual([1, 1, 1]);
  });

  it("list accounts whose username is another account's verified address", async () => {
    const names = async () => (await listNamedPeople(db)).foreignNames.map(({ username }) => username);
    const ann = await findUserByUsername(db, 'ann@corp.example');
    const ed = await findUserByUsername(db, 'ed');
    if (ann === null || ed === null) throw new Error('an account is missing');
    const { now } = provider.context();
    const set = (sub: string, claims: typeof ann.claims) =>
      transaction(db, (tx) => setClaims(tx, proven('profile', sub), claims, now));
    expect(await names()).toEqual([]);
    await set(ann.sub, proved('ann@home.example'));
    expect(await names(), 'nobody has proved it').toEqual([]);
    await set(ed.sub, { email: 'ann@corp.example' });
    expect(await names()).toEqual([]);
    await set(ed.sub, proved('Ann@Corp.example'));
    expect(await names()).toEqual(['ann@corp.example']);
    await set(ann.sub, proved('ann@corp.example'));
    expect(await names(), 'both have proved it').toEqual([]);
  });
});
