import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { createIdentity } from '#lib/users/identity-store';
import { createUser, type UserInput } from '#lib/users/user-store';
import { updateAccount } from './update-account';

const now = new Date('2027-01-01T00:00:00Z');
const later = new Date('2027-01-01T01:00:00Z');
const by = { actor: { kind: 'user', id: 'root', name: 'root' } } as const;
const sub = 'sub-ann';
const usual: UserInput = {
  username: 'ann',
  canonicalUsername: storedCanonicalUsername('ann'),
  passwordHash: 'one',
  passwordCarries: null,
  enabled: true,
  admin: null,
  tenants: 'all',
  claims: {},
};

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** What remains of a session, a link and a later linked identity after the account was changed. */
async function change(from: Partial<UserInput>, to: Partial<UserInput>) {
  const { db } = database;
  const before = await createUser(db, { ...usual, ...from }, now, sub);
  await db.browser.create({ data: { id: 'b', handleHash: 'h', createdAt: now, expiresAt: later } });
  const facts = { browserId: 'b', sub, authTime: now, idp: 'local', remember: false, lastSeenAt: now };
  await db.session.create({ data: { ...facts, sid: 'sid', createdAt: now, expiresAt: later } });
  await db.passwordLink.create({ data: { hash: 'link', sub, createdAt: now, expiresAt: later } });
  const mailed = { hash: 'mailed', kind: 'recover', email: 'ann@example.com' };
  await db.accountLink.create({ data: { ...mailed, sub, createdAt: now, expiresAt: later } });
  const identity = { provider: 'corp', issuer: 'https://corp.test', subject: 'ann', sub, claims: [] };
  await transaction(db, (tx) => createIdentity(tx, identity, later));
  const after = { ...usual, ...from, ...to };
  await transaction(db, (tx) => updateAccount(tx, before, after, { now: later, by }));
  const [session, link] = [await db.session.findFirstOrThrow(), await db.passwordLink.findFirstOrThrow()];
  const recover = await db.accountLink.findFirstOrThrow();
  expect(recover.usedAt, 'a mailed link ends with a link to set a password').toEqual(link.usedAt);
  const unlinked = await db.auditEvent.findMany({ where: { type: 'identity.unlinked' } });
  const identities = await db.userIdentity.count();
  expect(unlinked, 'each identity that goes is recorded').toHaveLength(1 - identities);
  return [session.endedAt === null && 'session', link.usedAt === null && 'link', identities === 1 && 'identity'].filter(
    (left) => left !== false,
  );
}

describe('what remains after a change of an account (security #90, #104, #161)', () => {
  const all = ['session', 'link', 'identity'];
  const kept = ['session', 'identity'];
  const editor = { admin: 'editor' } as const;

  it.each<[string, Partial<UserInput>, Partial<UserInput>, string[]]>([
    ['nothing', {}, {}, all],
    ['the claims', editor, { claims: { name: 'Ann' } }, all],
    ['another address', { claims: { email: 'ann@old.test' } }, { claims: { email: 'ann@new.test' } }, kept],
    ['no address any more', { claims: { email: 'ann@old.test' } }, { claims: {} }, kept],
    ['the address in capitals', { claims: { email: 'ann@old.test' } }, { claims: { email: 'Ann@Old.test' } }, all],
    ['a role', {}, editor, []],
    ['a role that its password counts for', { passwordCarries: 'owner' }, editor, ['identity']],
    ['another role', editor, { admin: 'owner' }, []],
    ['no role any more', editor, { admin: null }, ['identity']],
    ['another password', {}, { passwordHash: 'two' }, []],
    ['another password after one of an owner', { passwordCarries: 'owner' }, { passwordHash: 'two' }, ['identity']],
    ['no password any more', {}, { passwordHash: null }, ['identity']],
    ['no password any more, with a role', editor, { passwordHash: null }, []],
    ['a disabled account', {}, { enabled: false }, ['link', 'identity']],
    ['an account that stays disabled', { enabled: false }, { claims: { name: 'Ann' } }, all],
    ['an enabled account', { enabled: false }, { enabled: true }, all],
    ['fewer tenants', {}, { tenants: ['acme'] }, ['link', 'identity']],
    ['no tenant', {}, { tenants: 'none' }, ['link', 'identity']],
    ['other tenants', { tenants: ['acme'] }, { tenants: ['globex'] }, ['link', 'identity']],
    ['the same tenants', { tenants: ['acme'] }, { tenants: ['acme'] }, all],
    ['all tenants', { tenants: ['acme'] }, { tenants: 'all' }, all],
  ])('%s', async (_, from, to, left) => {
    expect(await change(from, to)).toEqual(left);
  });
});
