import { afterAll, beforeAll, expect, it } from 'vitest';
import { createId } from '#lib/crypto/random';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { signOutFromThere } from './sign-out-from-there';
import {
  findSignedInThere,
  findUpstreamSignOuts,
  reserveLogoutToken,
  saveUpstreamSession,
  type UpstreamLogout,
} from './upstream-session-store';

const now = new Date('2027-01-01T00:00:00Z');
const issuer = 'https://corp.test';
let database: TestDatabase;

/** Sessions that began at a provider, by their sid. */
const sessions = {
  'one-known': {},
  'one-unknown': { upstreamSid: null },
  'one-other-session': { upstreamSid: 'there-2' },
  'other-person': { subject: 'ben', upstreamSid: 'there-3' },
  'other-issuer': { issuer: 'https://other.test' },
  'other-provider': { provider: 'github' },
  'not-sealed': { subject: 'cat', upstreamSid: 'there-4', sealed: null },
  ended: {},
  local: {},
} as const;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const time = { createdAt: now, updatedAt: now };
  const person = {
    sub: 'sub',
    username: 'ann',
    canonicalUsername: 'ann',
    enabled: true,
    tenants: '"all"',
    claims: '{}',
  };
  await db.user.create({ data: { ...person, ...time } });
  await db.browser.create({ data: { id: 'b', handleHash: 'h', createdAt: now, expiresAt: now } });
  const facts = {
    browserId: 'b',
    sub: 'sub',
    authTime: now,
    remember: false,
    lastSeenAt: now,
    expiresAt: now,
  };
  for (const [sid, change] of Object.entries(sessions)) {
    const began = {
      sid,
      provider: 'corp',
      issuer,
      subject: 'ann',
      upstreamSid: 'there-1',
      sealed: `to ${sid}`,
      ...change,
    };
    const idp = sid === 'local' ? 'local' : began.provider;
    const endedAt = sid === 'ended' ? now : null;
    await db.session.create({ data: { ...facts, sid, idp, endedAt, createdAt: now } });
    await transaction(db, (tx) => saveUpstreamSession(tx, began, now));
  }
});
afterAll(() => database.close());

type Named =
  | { readonly subject: string; readonly upstreamSid: string | null }
  | { readonly subject: null; readonly upstreamSid: string };

it.each<[string, Named, string[]]>([
  ['a person', { subject: 'ann', upstreamSid: null }, ['one-known', 'one-other-session', 'one-unknown']],
  ['a session of a person', { subject: 'ann', upstreamSid: 'there-1' }, ['one-known', 'one-unknown']],
  ['a session alone', { subject: null, upstreamSid: 'there-2' }, ['one-other-session']],
  ['a session of somebody else', { subject: 'ann', upstreamSid: 'there-3' }, ['one-unknown']],
  ['nobody', { subject: 'eve', upstreamSid: null }, []],
])('finds the sessions that a logout of %s ends (Back-Channel Logout §2.7)', async (_, named, expected) => {
  const asked: UpstreamLogout = { provider: 'corp', issuer, ...named };
  const found = await transaction(database.db, (tx) => findSignedInThere(tx, asked));
  expect(found.map(({ sid }) => sid)).toEqual(expected);
});

it('finds where to sign out for the given sessions, if that is possible', async () => {
  const found = await findUpstreamSignOuts(database.db, ['one-known', 'not-sealed', 'ended', 'nothing']);
  expect(found.toSorted((a, b) => (a.sid < b.sid ? -1 : 1))).toEqual([
    { sid: 'ended', provider: 'corp', sealed: 'to ended' },
    { sid: 'one-known', provider: 'corp', sealed: 'to one-known' },
  ]);
});

it('accepts a logout token once, for each provider (Back-Channel Logout §2.6)', async () => {
  const jti = createId();
  const take = (provider: string) =>
    transaction(database.db, (tx) => reserveLogoutToken(tx, { provider, jti, expiresAt: now }));
  expect([await take('corp'), await take('github')]).toEqual([true, true]);
  await expect(take('corp')).resolves.toBe(false);
});

it('does not treat another failure of the database as a replay', async () => {
  const token = { provider: 'corp', jti: 'new', expiresAt: new Date(Number.NaN) };
  await expect(transaction(database.db, (tx) => reserveLogoutToken(tx, token))).rejects.toThrow();
});

it('stores with a session the data of its last sign-in, and not with another session', async () => {
  const { db } = database;
  const again = { provider: 'corp', issuer, subject: 'ann', upstreamSid: 'there-1' };
  for (const sealed of ['other', 'to one-known']) {
    await transaction(db, (tx) => saveUpstreamSession(tx, { sid: 'one-known', ...again, sealed }, now));
    const found = await findUpstreamSignOuts(db, ['one-known', 'one-unknown']);
    expect(found.map((one) => one.sealed).toSorted()).toEqual([sealed, 'to one-unknown'].toSorted());
  }
});

it('ends the sessions of a person who signed out there, and returns them (Back-Channel Logout §2.7)', async () => {
  const undone = new Error('undone');
  let ended: unknown;
  const signOut = transaction(database.db, async (tx) => {
    const logout = { provider: 'corp', issuer, subject: 'ben', upstreamSid: null } as const;
    ended = [await signOutFromThere(tx, logout, now), await signOutFromThere(tx, logout, now)];
    throw undone;
  });
  await expect(signOut).rejects.toBe(undone);
  expect(ended).toEqual([[{ sid: 'other-person', sub: 'sub', username: 'ann' }], []]);
});
