import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { takeMails } from '#lib/testing/queued-mails';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { findIdentity } from '#lib/users/identity-store';
import { removeIdentities } from '#lib/users/remove-identities';
import { createUser, findUserBySub, setClaims } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { createFederatedAccount, findAccount, linkAccount, refreshAccount } from './accounts';

const now = new Date('2030-01-01T00:00:00Z');
const key = { provider: 'corp', issuer: 'https://corp.test', subject: 'ada' };
const newcomer = { key, claims: { name: 'Ada' }, email: null, username: 'ada' };
const settings = { issuer: 'https://op.test', secret: masterSecret('a secret of this test, of some length') };
const snapshot = { scopes: new Map(), portal: { identifiers: ['email'] }, tenants: new Map() } as const;
const context = { settings, now, snapshot };
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

describe('a running sign-in at a provider (security #104)', () => {
  const findAda = async () => {
    const { db } = database;
    const account = { username: 'ada', tenants: 'all' } as const;
    const { user } = await transaction(db, (tx) => createFederatedAccount(tx, newcomer, account, context));
    const identity = await findIdentity(db, key);
    if (identity === null) throw new Error('the account has no identity');
    return { user, identity };
  };

  it('is refused after the identity was unlinked', async () => {
    const found = await findAda();
    await transaction(database.db, (tx) => removeIdentities(tx, proven('operator', found.user.sub), null));
    const admitted = transaction(database.db, (tx) => refreshAccount(tx, found.user.sub, newcomer, context));
    await expect(admitted).rejects.toMatchObject({ name: 'UpstreamError', code: 'not_linked' });
  });

  it('continues while the identity is linked', async () => {
    const found = await findAda();
    expect(await transaction(database.db, (tx) => refreshAccount(tx, found.user.sub, newcomer, context))).toEqual({
      user: found.user,
      leftOut: [],
    });
  });

  it.each(['disabled', 'deleted'])('is refused after the account was %s', async (how) => {
    const { db } = database;
    const { sub } = (await findAda()).user;
    if (how === 'deleted') await db.user.delete({ where: { sub } });
    else await db.user.update({ where: { sub }, data: { enabled: false } });
    const admitted = transaction(db, (tx) => refreshAccount(tx, sub, newcomer, context));
    await expect(admitted).rejects.toMatchObject({ name: 'UpstreamError', code: 'disabled' });
  });

  it('voids the waiting links of an address that the provider replaces (security #90)', async () => {
    const { db } = database;
    const found = await findAda();
    const { sub } = found.user;
    const expiresAt = new Date('2030-01-02T00:00:00Z');
    const link = { sub, createdAt: now, expiresAt };
    const kinds = ['recover', 'verify_email', 'change_email', 'undo_email'];
    await db.accountLink.createMany({
      data: kinds.map((kind) => ({ ...link, hash: kind, kind, email: 'ada@old.test' })),
    });
    await db.passwordLink.create({ data: { ...link, hash: 'password' } });
    const open = async () => {
      const waiting = { where: { usedAt: null }, select: { hash: true }, orderBy: { hash: 'asc' as const } };
      const rows = [...(await db.accountLink.findMany(waiting)), ...(await db.passwordLink.findMany(waiting))];
      return rows.map(({ hash }) => hash);
    };
    const refresh = (claims: object) =>
      transaction(db, (tx) =>
        refreshAccount(tx, found.user.sub, { ...newcomer, claims: { ...newcomer.claims, ...claims } }, context),
      );
    await refresh({ name: 'Ada L.' });
    expect(await open()).toHaveLength(5);
    await refresh({ email: 'ada@new.test' });
    expect(await open()).toEqual(['undo_email']);
  });
});

describe('an address that the provider replaces', () => {
  it('is announced once at both addresses, and can be undone from the former one', async () => {
    const { db } = database;
    const email = (local: string, isVerified = true) => ({
      ...newcomer,
      claims: { ...newcomer.claims, email: `${local}@corp.test`, email_verified: isVerified },
    });
    const account = { username: 'ada', tenants: 'all' } as const;
    const { user: created } = await transaction(db, (tx) => createFederatedAccount(tx, email('old'), account, context));
    const signIn = async (profile: typeof newcomer) => {
      const { linked } = await findAccount(db, { createUsers: true }, profile);
      if (linked === null) throw new Error('the account has no identity');
      await transaction(db, (tx) => refreshAccount(tx, linked.user.sub, profile, context));
      const mails = await takeMails({ db, settings });
      return mails.map(({ kind, to, values }) => [kind, to, 'undo' in values]).sort();
    };
    expect(await signIn(email('old'))).toEqual([]);
    expect(await signIn(email('new'))).toEqual([
      ['email_changed', 'new@corp.test', false],
      ['email_changed', 'old@corp.test', true],
    ]);
    expect(await signIn(email('new'))).toEqual([]);
    expect(await db.accountNotice.count({ where: { sub: created.sub, kind: 'email_changed' } })).toBe(1);
  });
});

describe('an address that a provider delivers while a role waits for another password (security #161)', () => {
  const delivered = { email: 'editor@corp.test', email_verified: true };

  it.each([
    ['is not written with a password that counts for no role', null, {}],
    ['is written with one that counts for the role', 'owner', delivered],
  ])('%s', async (_, passwordCarries, written) => {
    const { db } = database;
    const account = { username: 'ada', tenants: 'all' } as const;
    const {
      user: { sub },
    } = await transaction(db, (tx) => createFederatedAccount(tx, newcomer, account, context));
    await db.user.update({ where: { sub }, data: { admin: 'owner', passwordHash: 'known', passwordCarries } });
    const claims = { name: 'Ada L.', ...delivered };
    const { user: after } = await transaction(db, (tx) => refreshAccount(tx, sub, { ...newcomer, claims }, context));
    expect(after.claims).toEqual({ name: 'Ada L.', ...written });
    expect((await findUserBySub(db, sub))?.claims).toEqual(after.claims);
  });

  it('is not the source of an address that an administrator enters meanwhile', async () => {
    const { db } = database;
    const account = { username: 'ada', tenants: 'all' } as const;
    const {
      user: { sub },
    } = await transaction(db, (tx) => createFederatedAccount(tx, newcomer, account, context));
    await db.user.update({ where: { sub }, data: { admin: 'owner', passwordHash: 'known', passwordCarries: null } });
    const signIn = async () =>
      (await transaction(db, (tx) => refreshAccount(tx, sub, { ...newcomer, claims: delivered }, context))).user;
    await signIn();
    const entered = { email: 'ada@corp.test', email_verified: true };
    await transaction(db, (tx) => setClaims(tx, proven('profile', sub), entered, now));
    await db.user.update({ where: { sub }, data: { passwordCarries: 'owner' } });
    expect((await signIn()).claims).toEqual(entered);
  });

  it('does not replace the address of the account', async () => {
    const { db } = database;
    const address = { email: 'ada@corp.test', email_verified: true };
    const account = { username: 'ada', tenants: 'all' } as const;
    const {
      user: { sub },
    } = await transaction(db, (tx) => createFederatedAccount(tx, { ...newcomer, claims: address }, account, context));
    await db.user.update({ where: { sub }, data: { admin: 'owner', passwordHash: 'known', passwordCarries: null } });
    await transaction(db, (tx) => refreshAccount(tx, sub, { ...newcomer, claims: delivered }, context));
    expect((await findUserBySub(db, sub))?.claims).toEqual(address);
  });
});

describe('an address that another account verified first (security #208)', () => {
  const address = { email: 'ada@corp.test', email_verified: true };
  const holder = { admin: null, claims: address, enabled: true, passwordHash: null, tenants: 'all' } as const;
  const name = { username: 'holder', canonicalUsername: storedCanonicalUsername('holder') };
  const arriving = { ...newcomer, claims: address };
  const account = { username: 'ada', tenants: 'all' } as const;

  it.each([true, false])('makes no account, if people sign in with addresses: %j', async (isUsed) => {
    const { db } = database;
    const identifiers = isUsed ? (['username', 'email'] as const) : (['username'] as const);
    const rules = { ...context, snapshot: { ...snapshot, portal: { identifiers } } };
    await createUser(db, { ...holder, ...name }, now);
    const creating = transaction(db, (tx) => createFederatedAccount(tx, arriving, account, rules));
    if (isUsed) await expect(creating).rejects.toMatchObject({ code: 'response' });
    else await creating;
    expect(await db.user.count()).toBe(isUsed ? 1 : 2);
  });

  it('is not given to an account that gets the identity', async () => {
    const { db } = database;
    await createUser(db, { ...holder, ...name }, now);
    const own = { username: 'ada', canonicalUsername: storedCanonicalUsername('ada'), claims: {} };
    const user = await createUser(db, { ...holder, ...own }, now);
    await transaction(db, (tx) => linkAccount(tx, user, arriving, context));
    expect((await findUserBySub(db, user.sub))?.claims).toEqual({});
  });

  it('is given to one of two that come at once', async () => {
    const { db } = database;
    const create = (subject: string) =>
      transaction(db, (tx) =>
        createFederatedAccount(
          tx,
          { ...arriving, key: { ...key, subject } },
          { ...account, username: subject },
          context,
        ),
      );
    const results = await Promise.allSettled(['one', 'two', 'three'].map(create));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await db.user.count({ where: { canonicalEmail: address.email, emailVerified: true } })).toBe(1);
  });
});

describe('an account that is created during its lookup (security #119)', () => {
  const address = { email: 'ada@corp.test', email_verified: true };

  it.each([
    ['the name', newcomer],
    ['the address', { ...newcomer, claims: address, email: address.email, username: null }],
  ])('is found, even if %s seems to be taken', async (_, arriving) => {
    const { db } = database;
    const account = { username: 'ada', tenants: 'all' } as const;
    const create = () => transaction(db, (tx) => createFederatedAccount(tx, arriving, account, context));
    const found = await findAccount(afterFirstLook(db, create), { createUsers: true }, arriving);
    expect(found).toMatchObject({ decision: 'sign_in', linked: { user: { username: 'ada' } } });
  });
});

/** The database, with an action that runs once, after the first look for an identity. */
function afterFirstLook(db: Database, happen: () => Promise<unknown>): Database {
  let isFirst = true;
  const findUnique = async (asked: Parameters<typeof db.userIdentity.findUnique>[0]) => {
    const found = await db.userIdentity.findUnique(asked);
    if (isFirst) {
      isFirst = false;
      await happen();
    }
    return found;
  };
  return new Proxy(db, {
    get: (target, name) => (name === 'userIdentity' ? { findUnique } : Reflect.get(target, name)),
  });
}
