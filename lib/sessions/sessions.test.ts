import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blankClient } from '#lib/clients/client-record';
import { clientTable } from '#lib/clients/client-store';
import { masterSecret } from '#lib/crypto/master-secret';
import { openDatabase } from '#lib/db/open';
import { transaction } from '#lib/db/transaction';
import { readProofs } from '#lib/factors/proof';
import { defaultPortal } from '#lib/tenants/portal-schema';
import { byPassword, byProvider, noDevice, passwordAlone } from '#lib/testing/authentication';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { forgetGrants } from '#lib/testing/forget-grants';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { readUser } from '#lib/users/read-user';
import type { User } from '#lib/users/user';
import { createUser } from '#lib/users/user-store';
import { readBrowserCookie } from './browser-cookie';
import { authenticatedBy, type BrowserState, type SessionWithUser } from './browser-state';
import { readBrowser } from './read-browser';
import { touchSession } from './renew-handle';
import { makeCurrent } from './session-store';
import { type SignIn, signIn } from './sign-in';
import { signOut, signOutUser } from './sign-out';

const settings = { secret: masterSecret('a secret of at least thirty-two bytes'), secure: true };
const hour = 3600;
const portal = {
  ...defaultPortal,
  sessionIdleSeconds: 10 * hour,
  sessionAbsoluteSeconds: 24 * hour,
  rememberSeconds: 720 * hour,
};
const at = (seconds: number) => new Date(Date.UTC(2027, 0, 1) + seconds * 1000);

const plain = { authentication: byPassword, device: noDevice, remember: false };
const byPasskey = authenticatedBy([{ factor: 'passkey', at: at(20), userVerified: true, deviceBound: true }]);

let database: TestDatabase;
let people: User[];

beforeAll(async () => {
  database = await createTestDatabase();
  const client = blankClient('web');
  await transaction(database.db, clientTable.create(database.dialect, [client], { now: at(0) }));
});

beforeEach(async () => {
  people = [];
  for (const name of ['alice', 'bob', 'carol', 'dan', 'eve', 'frank']) {
    const data = {
      username: name,
      canonicalUsername: storedCanonicalUsername(name),
      passwordHash: null,
      enabled: true,
      admin: null,
    };
    people.push(await createUser(database.db, { ...data, tenants: ['acme'], claims: { name } }, at(0)));
  }
});

afterEach(async () => {
  await forgetGrants(database.db);
  await database.db.user.deleteMany();
  await database.db.browser.deleteMany();
});

afterAll(() => database.close());

function person(index: number): User {
  const user = people[index];
  if (user === undefined) throw new Error(`there are ${people.length} people`);
  return user;
}

/** A browser that stores our cookie. */
function openBrowser() {
  let cookieHeader: string | undefined;
  const state = (seconds: number): Promise<BrowserState> =>
    readBrowser({ db: database.db, settings, cookieHeader, portal, now: at(seconds) });
  return {
    state,
    cookie: () => cookieHeader,
    async signIn(user: User, seconds: number, change: Partial<SignIn> = {}) {
      const { browserId } = await state(seconds);
      const request = {
        settings,
        portal,
        browserId,
        user,
        authentication: byPassword,
        device: noDevice,
        remember: false,
        now: at(seconds),
        ...change,
      };
      const result = await transaction(database.db, (tx) => signIn(tx, request));
      cookieHeader = result.setCookie[0]?.split(';')[0];
      return result;
    },
    async signOut(seconds: number, sids?: string[]) {
      const browserId = (await state(seconds)).browserId ?? '';
      const which = sids === undefined ? { browserId, now: at(seconds) } : { browserId, sids, now: at(seconds) };
      return transaction(database.db, (tx) => signOut(tx, which));
    },
  };
}

const subs = ({ sessions }: BrowserState) => sessions.map(({ sub }) => people.findIndex((user) => user.sub === sub));
const withCookie = (cookieHeader: string | undefined, seconds: number) =>
  readBrowser({ db: database.db, settings, cookieHeader, portal, now: at(seconds) });

describe('signIn', () => {
  it('makes the person current on the browser and records their proof', async () => {
    const browser = openBrowser();
    expect(await browser.state(0)).toEqual({ browserId: null, sessions: [], current: null });
    const change = { authentication: byProvider('corp', 'pwd', 'otp') };
    const { session } = await browser.signIn(person(0), 0, change);
    const state = await browser.state(0);
    const expected = { ...session, factors: passwordAlone };
    expect(state.current).toEqual(expected);
    expect(state.sessions).toEqual([expected]);
    expect(session).toEqual({
      sid: expect.stringMatching(/^[\w-]{22}$/),
      sub: person(0).sub,
      authTime: at(0),
      idp: 'corp',
      amr: ['pwd', 'otp'],
      proofs: [{ factor: 'provider', at: expect.any(Date), provider: 'corp', amr: ['pwd', 'otp'], level: 1 }],
      isSpared: false,
      remember: false,
      lastSeenAt: at(0),
      expiresAt: at(24 * hour),
      user: person(0),
    });
  });

  it('gives the browser a new cookie each time and invalidates the former one at once (session fixation, security #99)', async () => {
    const browser = openBrowser();
    await browser.signIn(person(0), 0);
    const planted = browser.cookie();
    const id = (await browser.state(0)).browserId;
    await browser.signIn(person(1), 10);
    expect((await withCookie(planted, 10)).browserId).toBeNull();
    expect((await browser.state(10)).browserId).toBe(id);
    const known = browser.cookie();
    await browser.signIn(person(1), 20);
    expect((await withCookie(known, 20)).sessions).toEqual([]);
  });

  it('stores only the hash of the handle (security #167)', async () => {
    const browser = openBrowser();
    await browser.signIn(person(0), 0);
    const hash = await readBrowserCookie(browser.cookie(), settings);
    expect(await database.db.browser.findFirst({ select: { handleHash: true } })).toEqual({ handleHash: hash });
  });

  it('keeps the sid of a person who authenticates again there, with a new time (semantics §6.5)', async () => {
    const browser = openBrowser();
    const first = await browser.signIn(person(0), 0);
    await browser.signIn(person(1), 10);
    const again = await browser.signIn(person(0), 20, { authentication: byPasskey });
    expect(again.session).toMatchObject({ sid: first.session.sid, authTime: at(20), amr: ['hwk', 'user', 'mfa'] });
    expect(again.session.expiresAt).toEqual(at(24 * hour + 20));
    const state = await browser.state(20);
    expect(subs(state)).toEqual([0, 1]);
    expect(state.current).toMatchObject(again.session);
  });

  it('gives a new sid in another browser, and after the session has ended', async () => {
    const browser = openBrowser();
    const first = await browser.signIn(person(0), 0);
    const elsewhere = await openBrowser().signIn(person(0), 0);
    expect(elsewhere.session.sid).not.toBe(first.session.sid);
    const afterIdle = await browser.signIn(person(0), 10 * hour);
    expect(afterIdle.session.sid).not.toBe(first.session.sid);
    await browser.signOut(11 * hour);
    const afterSignOut = await browser.signIn(person(0), 11 * hour);
    expect(new Set([first, elsewhere, afterIdle, afterSignOut].map(({ session }) => session.sid)).size).toBe(4);
    const ended = await database.db.session.findUniqueOrThrow({ where: { sid: first.session.sid } });
    expect(ended.endedAt).toEqual(at(10 * hour));
  });

  it('ends the session authenticated longest ago when a sixth person signs in (security #110)', async () => {
    const browser = openBrowser();
    for (let index = 0; index < 5; index += 1) await browser.signIn(person(index), index);
    await browser.signIn(person(0), 10);
    expect(subs(await browser.state(10))).toEqual([0, 4, 3, 2, 1]);
    await browser.signIn(person(0), 15);
    expect(subs(await browser.state(15)), 'who is there already takes no other place').toEqual([0, 4, 3, 2, 1]);
    await browser.signIn(person(5), 20);
    expect(subs(await browser.state(20))).toEqual([5, 0, 4, 3, 2]);
  });

  it('starts over when the browser was deleted meanwhile', async () => {
    const { session } = await openBrowser().signIn(person(0), 0, { browserId: 'swept' });
    expect(session.sub).toBe(person(0).sub);
  });

  it.each([
    ['was disabled', { enabled: false }],
    ['got another password', { passwordHash: 'another' }],
  ])('signs nobody in whose account %s meanwhile (security #104)', async (_, data) => {
    const browser = openBrowser();
    await database.db.user.update({ where: { sub: person(0).sub }, data });
    await expect(browser.signIn(person(0), 0)).rejects.toMatchObject({ code: 'account_changed' });
    expect(await database.db.session.count()).toBe(0);
  });

  it('sets a session cookie, and a persistent one for people who want to be remembered (security #102)', async () => {
    const browser = openBrowser();
    const cookieOf = async (index: number, seconds: number, remember: boolean) =>
      (await browser.signIn(person(index), seconds, { remember })).setCookie;
    const plain = await cookieOf(0, 0, false);
    expect(plain).toHaveLength(2);
    expect(plain[0]).toMatch(/^__Host-signet=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect((await cookieOf(1, 10, true))[0]).toMatch(/; Secure; Max-Age=2592000$/);
    expect((await cookieOf(2, 30, false))[0]).toMatch(/; Secure; Max-Age=2591980$/);
  });

  it('creates one session from two simultaneous sign-ins of one person', async () => {
    const browser = openBrowser();
    await browser.signIn(person(1), 0);
    const browserId = (await browser.state(0)).browserId;
    const second = await openDatabase(database.url);
    const request = { settings, portal, browserId, user: person(0), ...plain, now: at(10) };
    const both = [database.db, second.db].map((db) => transaction(db, (tx) => signIn(tx, request)));
    const results = await Promise.all(both);
    expect(new Set(results.map(({ session }) => session.sid)).size).toBe(1);
    const states = await Promise.all(results.map(({ setCookie }) => withCookie(setCookie[0]?.split(';')[0], 10)));
    expect(states.map(subs).sort()).toEqual([[], [0, 1]]);
    await second.close();
  });
});

describe('readBrowser', () => {
  it('applies the idle and the absolute limit to each session (security #105)', async () => {
    const browser = openBrowser();
    await browser.signIn(person(0), 0, { remember: true });
    await browser.signIn(person(1), 9 * hour);
    expect(subs(await browser.state(10 * hour))).toEqual([1, 0]);
    const later = await browser.state(19 * hour);
    expect(subs(later)).toEqual([0]);
    expect(later.current).toBeNull();
    expect(await browser.state(720 * hour)).toEqual({ browserId: null, sessions: [], current: null });
  });

  it.each([
    ['session_absolute_seconds', false, { sessionAbsoluteSeconds: hour }],
    ['remember_seconds', true, { rememberSeconds: hour }],
  ])('applies a lower %s to sessions that exist (security #105)', async (_name, remember, lower) => {
    const browser = openBrowser();
    await browser.signIn(person(0), 0, { remember });
    const under = async (limits: object, seconds: number) =>
      subs(
        await readBrowser({
          db: database.db,
          settings,
          cookieHeader: browser.cookie(),
          portal: { ...portal, ...limits },
          now: at(seconds),
        }),
      );
    expect(await under(lower, hour - 1)).toEqual([0]);
    expect(await under({}, hour)).toEqual([0]);
    expect(await under(lower, hour)).toEqual([]);
  });

  it('ignores a disabled or deleted person from the next request on (security #104)', async () => {
    const browser = openBrowser();
    await browser.signIn(person(0), 0);
    await browser.signIn(person(1), 10);
    await browser.signIn(person(2), 20);
    await database.db.user.update({ where: { sub: person(2).sub }, data: { enabled: false } });
    const state = await browser.state(20);
    expect(subs(state)).toEqual([1, 0]);
    expect(state.current).toBeNull();
    await database.db.user.delete({ where: { sub: person(1).sub } });
    expect(subs(await browser.state(20))).toEqual([0]);
  });

  it('ignores two cookies and a forged one (security #103)', async () => {
    const browser = openBrowser();
    await browser.signIn(person(0), 0);
    expect((await withCookie(`${browser.cookie()}; ${browser.cookie()}`, 0)).browserId).toBeNull();
    expect((await withCookie('__Host-signet=forged', 0)).browserId).toBeNull();
    const other = { ...settings, secret: masterSecret('another secret of thirty-two bytes...') };
    const from = { db: database.db, settings: other, cookieHeader: browser.cookie(), portal, now: at(0) };
    expect((await readBrowser(from)).browserId).toBeNull();
  });

  it('reads in one statement the same as Prisma in three', async () => {
    const browser = openBrowser();
    await browser.signIn(person(0), 0, { remember: true });
    await browser.signIn(person(1), 10, { authentication: byProvider('corp') });
    const row = await database.db.browser.findFirstOrThrow({
      include: { sessions: { where: { endedAt: null }, orderBy: { authTime: 'desc' } } },
    });
    const people = await database.db.user.findMany({ where: { sub: { in: row.sessions.map(({ sub }) => sub) } } });
    const userOf = (sub: string) => readUser(people.find((user) => user.sub === sub) ?? never());
    const expected: SessionWithUser[] = row.sessions.map(
      ({
        proofs,
        browserId: _,
        createdAt,
        endedAt,
        userAgent,
        address,
        guardedAt,
        confirmedAt,
        provenUseAt,
        ...rest
      }) => ({
        ...rest,
        ...authenticatedBy(readProofs(proofs)),
        factors: passwordAlone,
        user: userOf(rest.sub),
      }),
    );
    const state = await browser.state(10);
    expect(state.sessions).toEqual(expected);
    expect([row.id, row.currentSid]).toEqual([state.browserId, state.current?.sid]);
  });
});

describe('makeCurrent', () => {
  it('chooses among the sessions of this browser that were not ended', async () => {
    const browser = openBrowser();
    const alice = (await browser.signIn(person(0), 0)).session;
    const bob = (await browser.signIn(person(1), 10)).session;
    const elsewhere = openBrowser();
    const carol = (await elsewhere.signIn(person(2), 10)).session;
    const dan = (await elsewhere.signIn(person(3), 15)).session;
    const choose = async (sid: string) => {
      await makeCurrent(database.db, (await browser.state(20)).browserId ?? '', sid);
      return [(await browser.state(20)).current?.sid, (await elsewhere.state(20)).current?.sid];
    };
    expect(await choose(alice.sid)).toEqual([alice.sid, dan.sid]);
    expect(await choose(carol.sid)).toEqual([alice.sid, dan.sid]);
    await browser.signOut(20, [bob.sid]);
    expect(await choose(bob.sid)).toEqual([alice.sid, dan.sid]);
  });
});

describe('signOut', () => {
  it('ends every session of the browser everywhere at once (security #104)', async () => {
    const browser = openBrowser();
    const alice = (await browser.signIn(person(0), 0)).session;
    const bob = (await browser.signIn(person(1), 10)).session;
    const elsewhere = openBrowser();
    await elsewhere.signIn(person(0), 0);
    const ended = await browser.signOut(20);
    expect(ended.map(({ sid }) => sid).sort()).toEqual([alice.sid, bob.sid].sort());
    const other = await openDatabase(database.url);
    const from = { db: other.db, settings, cookieHeader: browser.cookie(), portal, now: at(20) };
    expect(await readBrowser(from)).toMatchObject({ sessions: [], current: null });
    expect(subs(await elsewhere.state(20))).toEqual([0]);
    expect(await browser.signOut(30)).toEqual([]);
    await other.close();
  });

  it('ends the sessions it names, of this browser only', async () => {
    const browser = openBrowser();
    const alice = (await browser.signIn(person(0), 0)).session;
    await browser.signIn(person(1), 10);
    const stranger = (await openBrowser().signIn(person(2), 0)).session;
    expect(await browser.signOut(20, [alice.sid, stranger.sid])).toEqual([{ sid: alice.sid, sub: person(0).sub }]);
    const state = await browser.state(20);
    expect(subs(state)).toEqual([1]);
    expect(state.current?.sub).toBe(person(1).sub);
    const { endedAt } = await database.db.session.findUniqueOrThrow({ where: { sid: stranger.sid } });
    expect(endedAt).toBeNull();
    expect(await browser.signOut(30, [])).toEqual([]);
  });

  it('makes nobody current when the current session ends', async () => {
    const browser = openBrowser();
    await browser.signIn(person(0), 0);
    const bob = (await browser.signIn(person(1), 10)).session;
    await browser.signOut(20, [bob.sid]);
    const state = await browser.state(20);
    expect(subs(state)).toEqual([0]);
    expect(state.current).toBeNull();
    expect((await database.db.browser.findFirstOrThrow()).currentSid).toBeNull();
  });

  it('revokes the grants of the session that lack offline_access (design: grant model)', async () => {
    const browser = openBrowser();
    const { session } = await browser.signIn(person(0), 0);
    const other = (await openBrowser().signIn(person(0), 0)).session;
    await addGrant('plain', session.sid, 'openid profile');
    await addGrant('offline', session.sid, 'openid offline_access');
    await addGrant('offline-alone', session.sid, 'offline_access');
    await addGrant('offline-first', session.sid, 'offline_access openid');
    await addGrant('similar', session.sid, 'openid offline-access my_offline_access offline_access2 OFFLINE_ACCESS');
    await addGrant('elsewhere', other.sid, 'openid');
    await addGrant('no-session', null, 'openid');
    await addGrant('revoked', session.sid, 'openid', { revokedAt: at(5), revokedReason: 'replay' });
    await browser.signOut(20);
    const grants = await database.db.grant.findMany({ orderBy: { id: 'asc' } });
    expect(grants.map(({ id, revokedAt, revokedReason }) => [id, revokedAt, revokedReason])).toEqual([
      ['elsewhere', null, null],
      ['no-session', null, null],
      ['offline', null, null],
      ['offline-alone', null, null],
      ['offline-first', null, null],
      ['plain', at(20), 'signed_out'],
      ['revoked', at(5), 'replay'],
      ['similar', at(20), 'signed_out'],
    ]);
  });

  it('revokes only the grants of a session that a sixth person pushed out', async () => {
    const browser = openBrowser();
    const sids: string[] = [];
    for (let index = 0; index < 5; index += 1) sids.push((await browser.signIn(person(index), index)).session.sid);
    for (const [index, sid] of sids.entries()) await addGrant(`grant-${index}`, sid, 'openid');
    await browser.signIn(person(5), 20);
    const revoked = await database.db.grant.findMany({ where: { revokedAt: { not: null } } });
    expect(revoked.map(({ id }) => id)).toEqual(['grant-0']);
  });

  it('ends everything of a person, offline access included, and nothing of others (security #91)', async () => {
    const browser = openBrowser();
    const alice = (await browser.signIn(person(0), 0)).session;
    const bob = (await browser.signIn(person(1), 10)).session;
    const elsewhere = openBrowser();
    await elsewhere.signIn(person(0), 0);
    await addGrant('offline', alice.sid, 'openid offline_access');
    await addGrant('revoked', alice.sid, 'openid', { revokedAt: at(5), revokedReason: 'replay' });
    await addGrant('other', bob.sid, 'openid', { sub: person(1).sub });
    const ended = await transaction(database.db, (tx) => signOutUser(tx, { sub: person(0).sub, now: at(20) }));
    expect(ended).toHaveLength(2);
    expect(subs(await browser.state(20))).toEqual([1]);
    expect(subs(await elsewhere.state(20))).toEqual([]);
    const revoked = await database.db.grant.findMany({ where: { revokedAt: { not: null } }, orderBy: { id: 'asc' } });
    expect(revoked.map(({ id, revokedReason }) => [id, revokedReason])).toEqual([
      ['offline', 'signed_out_everywhere'],
      ['revoked', 'replay'],
    ]);
  });
});

describe('touchSession', () => {
  it('keeps an active session from becoming idle, with at most one write a minute', async () => {
    const browser = openBrowser();
    const { session } = await browser.signIn(person(0), 0);
    const lastSeen = async () => (await database.db.session.findFirstOrThrow()).lastSeenAt;
    await touchSession(database.db, session, portal, at(59));
    expect(await lastSeen()).toEqual(at(0));
    await touchSession(database.db, session, portal, at(9 * hour));
    expect(await lastSeen()).toEqual(at(9 * hour));
    await touchSession(database.db, session, portal, at(5 * hour));
    expect(await lastSeen()).toEqual(at(9 * hour));
    expect(subs(await browser.state(18 * hour))).toEqual([0]);
  });

  it('does not touch sessions of others that were last seen at the same time', async () => {
    const used = (await openBrowser().signIn(person(0), 0)).session;
    const idle = (await openBrowser().signIn(person(1), 0)).session;
    await touchSession(database.db, used, portal, at(hour));
    const rows = await database.db.session.findMany({ select: { sid: true, lastSeenAt: true } });
    expect(new Map(rows.map(({ sid, lastSeenAt }) => [sid, lastSeenAt]))).toEqual(
      new Map([
        [used.sid, at(hour)],
        [idle.sid, at(0)],
      ]),
    );
  });

  it('does not revive an ended session', async () => {
    const browser = openBrowser();
    const { session } = await browser.signIn(person(0), 0);
    await browser.signOut(10);
    await touchSession(database.db, session, portal, at(hour));
    expect((await database.db.session.findFirstOrThrow()).lastSeenAt).toEqual(at(0));
  });
});

async function addGrant(
  id: string,
  sid: string | null,
  scope: string,
  change: { sub?: string; revokedAt?: Date; revokedReason?: string } = {},
): Promise<void> {
  const times = { createdAt: at(0), expiresAt: at(24 * hour) };
  await database.db.grant.create({
    data: { id, clientId: 'web', sub: person(0).sub, sid, scope, ...times, ...change },
  });
}

it('never recognizes a browser by the stored hash, which a thief of the database has (security #167)', async () => {
  const browser = openBrowser();
  await browser.signIn(person(0), 0);
  const { handleHash } = await database.db.browser.findFirstOrThrow();
  expect((await withCookie(`__Host-signet=${handleHash}`, 0)).browserId).toBeNull();
});

function never(): never {
  throw new Error('there is nobody with this sub');
}
