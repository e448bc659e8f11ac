import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { createIdentity } from '#lib/users/identity-store';
import { createUser, type UserInput } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
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

const times = { createdAt: now, expiresAt: later };
const passkey = {
  publicKey: 'x',
  counter: 0n,
  transports: '',
  aaguid: '',
  name: '',
  deviceBound: false,
  backedUp: false,
};

/** What remains of a session, of links, and of what was added later, after the account was changed. */
async function change(from: Partial<UserInput>, to: Partial<UserInput>) {
  const { db } = database;
  const before = await createUser(db, { ...usual, ...from }, now, sub);
  await db.browser.create({ data: { id: 'b', handleHash: 'h', ...times } });
  const facts = { browserId: 'b', sub, authTime: now, idp: 'local', remember: false, lastSeenAt: now };
  await db.session.create({ data: { ...facts, sid: 'sid', ...times } });
  await db.passwordLink.create({ data: { hash: 'link', sub, ...times } });
  for (const kind of ['recover', 'change_email', 'undo_email']) {
    await db.accountLink.create({ data: { hash: kind, kind, email: 'ann@example.com', sub, ...times } });
  }
  const identity = { provider: 'corp', issuer: 'https://corp.test', subject: 'ann', sub, claims: [] };
  await transaction(db, (tx) => createIdentity(tx, proven('provider', identity.sub), identity, later));
  await db.passkey.create({ data: { ...passkey, id: 'key', sub, createdAt: later } });
  await db.authenticator.create({ data: { sub, sealed: 'x', createdAt: later } });
  await db.recoveryCode.create({ data: { sub, hash: 'c', salt: 'x', createdAt: later } });
  const after = { ...usual, ...from, ...to };
  await transaction(db, (tx) =>
    updateAccount(tx, proven('operator', before.sub), { before, after }, { now: later, by }),
  );
  const isWaiting = async (hash: string) =>
    (await db.accountLink.findUniqueOrThrow({ where: { hash } })).usedAt === null;
  const [session, link] = [await db.session.findFirstOrThrow(), await db.passwordLink.findFirstOrThrow()];
  const hasLink = link.usedAt === null;
  for (const kind of ['recover', 'change_email']) {
    expect(await isWaiting(kind), `${kind} ends with a link to set a password`).toBe(hasLink);
  }
  return [
    session.endedAt === null && 'session',
    hasLink && 'link',
    (await isWaiting('undo_email')) && 'undo',
    (await hasAdded()) && 'added',
  ].filter((left) => left !== false);
}

/** Whether the identity and the factors are still there. Those that are gone must be in the audit log. */
async function hasAdded(): Promise<boolean> {
  const { db } = database;
  const left = [
    await db.userIdentity.count(),
    await db.passkey.count(),
    await db.authenticator.count(),
    await db.recoveryCode.count(),
  ];
  const has = left[0] === 1;
  expect(left).toEqual(has ? [1, 1, 1, 1] : [0, 0, 0, 0]);
  const types = { in: ['identity.unlinked', 'factor.removed'] };
  const events = await db.auditEvent.findMany({ where: { type: types, targetId: sub }, select: { details: true } });
  const told = events.map(({ details }) => JSON.parse(details)).map(({ factor, provider }) => factor ?? provider);
  expect(told.sort(), 'each that goes is recorded').toEqual(has ? [] : ['corp', 'passkey', 'recovery', 'totp']);
  return has;
}

describe('what remains after a change of an account (security #90, #104, #161, decision 020)', () => {
  const all = ['session', 'link', 'undo', 'added'];
  const kept = ['session', 'undo', 'added'];
  const editor = { admin: 'editor' } as const;

  it.each<[string, Partial<UserInput>, Partial<UserInput>, string[]]>([
    ['nothing', {}, {}, all],
    ['the claims', editor, { claims: { name: 'Ann' } }, all],
    ['another address', { claims: { email: 'ann@old.test' } }, { claims: { email: 'ann@new.test' } }, kept],
    ['no address any more', { claims: { email: 'ann@old.test' } }, { claims: {} }, kept],
    ['the address in capitals', { claims: { email: 'ann@old.test' } }, { claims: { email: 'Ann@Old.test' } }, all],
    ['a role', {}, editor, []],
    ['a role without a password', { passwordHash: null }, editor, []],
    ['a role that its password counts for', { passwordCarries: 'owner' }, editor, ['added']],
    ['just the role that its password counts for', { passwordCarries: 'editor' }, editor, ['added']],
    ['a role above what its password counts for', { passwordCarries: 'auditor' }, editor, []],
    ['a role, in an account of a provider', { passwordHash: null, passwordCarries: 'owner' }, editor, ['added']],
    ['another role', editor, { admin: 'owner' }, []],
    ['a greater role than its password counts for', { ...editor, passwordCarries: 'editor' }, { admin: 'owner' }, []],
    ['a lesser role', editor, { admin: 'auditor' }, ['added']],
    ['no role any more', editor, { admin: null }, ['undo', 'added']],
    ['another password', {}, { passwordHash: 'two' }, ['undo']],
    [
      'another password after one of an owner',
      { passwordCarries: 'owner' },
      { passwordHash: 'two' },
      ['undo', 'added'],
    ],
    ['no password any more', {}, { passwordHash: null }, ['undo', 'added']],
    ['no password any more, with a role', editor, { passwordHash: null }, ['undo']],
    ['a disabled account', {}, { enabled: false }, ['link', 'undo', 'added']],
    ['an account that stays disabled', { enabled: false }, { claims: { name: 'Ann' } }, all],
    ['an enabled account', { enabled: false }, { enabled: true }, all],
    ['fewer tenants', {}, { tenants: ['acme'] }, ['link', 'undo', 'added']],
    ['no tenant', {}, { tenants: 'none' }, ['link', 'undo', 'added']],
    ['other tenants', { tenants: ['acme'] }, { tenants: ['globex'] }, ['link', 'undo', 'added']],
    ['the same tenants', { tenants: ['acme'] }, { tenants: ['acme'] }, all],
    ['all tenants', { tenants: ['acme'] }, { tenants: 'all' }, all],
  ])('%s', async (_, from, to, left) => {
    expect(await change(from, to)).toEqual(left);
  });
});
