import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endAccountUse } from '#lib/account/end-account-use';
import { blankClient } from '#lib/clients/client-record';
import { clientTable } from '#lib/clients/client-store';
import { hashHandle } from '#lib/crypto/hash';
import { masterSecret } from '#lib/crypto/master-secret';
import { createHandle } from '#lib/crypto/random';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { writeProofs } from '#lib/factors/proof';
import { passwordAlone } from '#lib/testing/authentication';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { forgetGrants } from '#lib/testing/forget-grants';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { createUser } from '#lib/users/user-store';
import { hasBrowserCookie, readBrowserCookie } from './browser-cookie';
import { authenticatedBy, type SessionWithUser } from './browser-state';
import { createClientNotices } from './logout-notice-store';
import { renewHandle } from './renew-handle';
import { findSessionClients } from './session-client-store';
import { isSessionOpen, lockSession } from './session-store';
import { signOut, signOutOthers, signOutUser } from './sign-out';
import { type StepUp, stepUp } from './step-up';
import { checkTrustedDevice, trustDevice } from './trusted-device';

const at = (seconds: number) => new Date(Date.UTC(2027, 0, 1) + seconds * 1000);
const settings = { secret: masterSecret('a secret of at least thirty-two bytes'), secure: true };
const told = 'https://rp.test/logout';
const typed = { factor: 'password', at: at(0) } as const;
const people = ['ann', 'ben'] as const;

let database: TestDatabase;
let subs: Record<(typeof people)[number], string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const clients = [
    { ...blankClient('told'), backchannelLogoutUri: told },
    { ...blankClient('disabled'), backchannelLogoutUri: told, enabled: false },
    blankClient('not-told'),
  ];
  await transaction(database.db, clientTable.create(database.dialect, clients, { now: at(0) }));
});
afterAll(() => database.close());

beforeEach(async () => {
  const { db } = database;
  await forgetGrants(db);
  for (const rows of [db.user, db.browser, db.logoutNotice, db.interaction]) await deleteAll(rows);
  const made = await Promise.all(
    people.map((username) => {
      const names = { username, canonicalUsername: storedCanonicalUsername(username) };
      const rest = { passwordHash: null, enabled: true, admin: null, tenants: 'all', claims: {} } as const;
      return createUser(db, { ...names, ...rest }, at(0));
    }),
  );
  subs = { ann: made[0]?.sub ?? '', ben: made[1]?.sub ?? '' };
  for (const id of ['here', 'there']) await db.browser.create({ data: { ...browser(id), createdAt: at(0) } });
  await addSession('ann-here', 'ann', 'here');
  await addSession('ann-there', 'ann', 'there');
  await addSession('ben-here', 'ben', 'here');
});

const deleteAll = (rows: { deleteMany(): Promise<unknown> }) => rows.deleteMany();
const browser = (id: string) => ({ id, handleHash: `hash-${id}`, expiresAt: at(1000) });

async function addSession(sid: string, name: (typeof people)[number], browserId: string, endedAt: Date | null = null) {
  const times = { authTime: at(0), createdAt: at(0), lastSeenAt: at(0), expiresAt: at(1000), endedAt };
  const data = { sid, browserId, sub: subs[name], idp: 'local', remember: false, proofs: writeProofs([typed]) };
  await database.db.session.create({ data: { ...data, ...times } });
  for (const clientId of ['told', 'disabled', 'not-told']) {
    await database.db.sessionClient.create({ data: { sid, clientId, createdAt: at(0) } });
  }
}

type Redeemed = { readonly code?: Date | null; readonly device?: Date | null };

async function addGrant(id: string, sid: string, scope: string, { code, device }: Redeemed = {}) {
  const { db } = database;
  const times = { createdAt: at(0), expiresAt: at(1000) };
  await db.grant.create({ data: { id, clientId: 'told', sub: subs.ann, sid, scope, ...times } });
  if (code !== undefined) {
    const data = { hash: `code-${id}`, grantId: id, redirectUri: 'https://rp.test/cb', redeemedAt: code, ...times };
    await db.authorizationCode.create({ data });
  }
  if (device !== undefined) {
    const asked = { clientId: 'told', scope, status: 'approved', clientAddress: '', intervalSeconds: 5 };
    const names = { hash: `device-${id}`, userCodeHash: `user-${id}` };
    await db.deviceRequest.create({ data: { ...names, ...asked, grantId: id, redeemedAt: device, ...times } });
  }
}

async function revokedGrants(): Promise<string[]> {
  const rows = await database.db.grant.findMany({ where: { revokedAt: { not: null } }, orderBy: { id: 'asc' } });
  return rows.map(({ id }) => id);
}

async function notices(): Promise<string[]> {
  const rows = await database.db.logoutNotice.findMany({ orderBy: { sid: 'asc' } });
  return rows.map(({ sid, clientId, sub }) => `${sid} ${clientId} ${sub === subs.ann ? 'ann' : 'ben'}`);
}

async function endedSessions(): Promise<string[]> {
  const rows = await database.db.session.findMany({ where: { endedAt: { not: null } }, orderBy: { sid: 'asc' } });
  return rows.map(({ sid }) => sid);
}

/** Gives both people everything that a sign-out can end. */
async function giveEverything() {
  const { db } = database;
  const times = { createdAt: at(0), expiresAt: at(1000) };
  for (const sub of Object.values(subs)) {
    await db.trustedDevice.create({ data: { hash: `t-${sub}`, id: sub, sub, lastUsedAt: at(0), ...times } });
    await db.knownBrowser.create({ data: { hash: `k-${sub}`, sub, ...times } });
    const waiting = { browserHash: 'b', provedSub: sub, proofs: writeProofs([typed]), startedAt: at(0) };
    await db.interaction.create({ data: { hash: `i-${sub}`, ...waiting, expiresAt: at(1000) } });
    await db.passwordLink.create({ data: { hash: `p-${sub}`, sub, ...times } });
    await db.consent.create({ data: { sub, clientId: 'told', scope: 'openid', createdAt: at(0) } });
    for (const kind of ['undo_email', 'recover']) {
      await db.accountLink.create({ data: { hash: `${kind}-${sub}`, kind, sub, email: 'a@b.test', ...times } });
    }
  }
}

/** How much of it each person still has. */
async function whatIsLeft(sub: string) {
  const { db } = database;
  const usable = { sub, usedAt: null };
  const links = await db.accountLink.findMany({ where: usable, orderBy: { kind: 'asc' } });
  return {
    trusted: await db.trustedDevice.count({ where: { sub } }),
    known: await db.knownBrowser.count({ where: { sub } }),
    proved: await db.interaction.count({ where: { provedSub: sub, proofs: { not: '[]' } } }),
    password: await db.passwordLink.count({ where: usable }),
    consents: await db.consent.count({ where: { sub } }),
    links: links.map(({ kind }) => kind),
  };
}

const everything = { trusted: 1, known: 1, proved: 1, password: 1, consents: 1, links: ['recover', 'undo_email'] };

describe('signing out of a browser', () => {
  it('keeps offline access whose code was redeemed, and revokes every other grant (security #107)', async () => {
    await addGrant('not-offline', 'ann-here', 'openid', { code: at(1) });
    await addGrant('offline', 'ann-here', 'openid offline_access', { code: at(1) });
    await addGrant('offline-unredeemed', 'ann-here', 'openid offline_access', { code: null });
    await addGrant('offline-device', 'ann-here', 'openid offline_access', { device: at(1) });
    await addGrant('offline-device-unredeemed', 'ann-here', 'openid offline_access', { device: null });
    await addGrant('elsewhere', 'ann-there', 'openid');
    await transaction(database.db, (tx) => signOut(tx, { browserId: 'here', now: at(10) }));
    expect(await revokedGrants()).toEqual(['not-offline', 'offline-device-unredeemed', 'offline-unredeemed']);
  });

  it('does not affect other browsers, even if their sessions ended before', async () => {
    await addSession('ended-there', 'ann', 'there', at(5));
    await addGrant('of-ended', 'ended-there', 'openid');
    await transaction(database.db, (tx) => signOut(tx, { browserId: 'here', now: at(10) }));
    expect(await revokedGrants()).toEqual([]);
    expect(await endedSessions()).toEqual(['ann-here', 'ben-here', 'ended-there']);
  });

  it('notifies each client of these sessions that asks for it (OpenID Connect Back-Channel Logout §2)', async () => {
    await transaction(database.db, (tx) => signOut(tx, { browserId: 'here', sids: ['ann-here'], now: at(10) }));
    expect(await notices()).toEqual(['ann-here told ann']);
  });
});

describe('signing a person out', () => {
  it('ends all access to the account by others, and nothing of other people (security #91, #104)', async () => {
    await giveEverything();
    await transaction(database.db, (tx) => signOutUser(tx, { sub: subs.ann, now: at(10) }));
    expect(await endedSessions()).toEqual(['ann-here', 'ann-there']);
    expect(await notices()).toEqual(['ann-here told ann', 'ann-there told ann']);
    expect(await whatIsLeft(subs.ann)).toEqual({ ...everything, trusted: 0, known: 0, proved: 0 });
    expect(await whatIsLeft(subs.ben)).toEqual(everything);
  });

  it.each([
    ['leaves the way back to the former address', undefined, ['undo_email']],
    ['takes that too where the person chose it', false, []],
  ])('for good voids the waiting links, forgets the remembered consents, and %s', async (_, keepsUndo, links) => {
    await giveEverything();
    const which = { sub: subs.ann, now: at(10), ...(keepsUndo !== undefined && { keepsUndo }) };
    await transaction(database.db, (tx) => endAccountUse(tx, which));
    expect(await whatIsLeft(subs.ann)).toEqual({ trusted: 0, known: 0, proved: 0, password: 0, consents: 0, links });
    expect(await whatIsLeft(subs.ben)).toEqual(everything);
  });

  it('everywhere else keeps the current session with its grants, and offline access (security #107)', async () => {
    await addGrant('here', 'ann-here', 'openid');
    await addGrant('there', 'ann-there', 'openid');
    await addGrant('there-offline', 'ann-there', 'openid offline_access', { code: at(1) });
    await addSession('ben-ended', 'ben', 'there', at(5));
    await addGrant('of-ben', 'ben-ended', 'openid');
    await transaction(database.db, (tx) => signOutOthers(tx, { sub: subs.ann, sid: 'ann-here', now: at(10) }));
    expect(await endedSessions()).toEqual(['ann-there', 'ben-ended']);
    expect(await revokedGrants()).toEqual(['there']);
    expect(await notices()).toEqual(['ann-there told ann']);
  });
});

describe('revoking all access of one client', () => {
  const takeBack = (clientId: string, sids: string[]) =>
    transaction(database.db, (tx) => createClientNotices(tx, { sub: subs.ann, clientId, sids }, at(10)));

  it('notifies it of the open sessions of the person, and of those of its grants, once each', async () => {
    await addSession('ann-ended', 'ann', 'here', at(5));
    await addSession('ann-before', 'ann', 'here', at(5));
    await takeBack('told', ['ann-here', 'ann-before']);
    expect(await notices()).toEqual(['ann-before told ann', 'ann-here told ann', 'ann-there told ann']);
  });

  it('does not notify it of sessions without it', async () => {
    await database.db.sessionClient.deleteMany({ where: { sid: 'ann-there', clientId: 'told' } });
    await takeBack('told', []);
    expect(await notices()).toEqual(['ann-here told ann']);
  });

  it.each(['disabled', 'not-told'])('does not notify a client that is %s', async (clientId) => {
    await takeBack(clientId, ['ann-here']);
    expect(await notices()).toEqual([]);
  });
});

it('the clients of a session are those that received something from it, in that order', async () => {
  await database.db.sessionClient.deleteMany({ where: { sid: 'ann-there', clientId: { not: 'told' } } });
  const found = await findSessionClients(database.db, ['ann-there', 'unknown']);
  expect(found).toEqual([{ sid: 'ann-there', clientId: 'told' }]);
  expect(await findSessionClients(database.db, [])).toEqual([]);
});

describe('a session', () => {
  it.each<[string, string, number, boolean]>([
    ['that is open', 'ann-here', 999, true],
    ['past its absolute limit', 'ann-here', 1000, false],
    ['that has ended', 'ended', 10, false],
    ['that never was', 'unknown', 10, false],
  ])('%s counts, and can be held while something is issued from it (decision 015)', async (_, sid, now, isOpen) => {
    await addSession('ended', 'ann', 'here', at(5));
    const { db } = database;
    expect(await isSessionOpen(db, sid, at(now))).toBe(isOpen);
    expect(await run(db, [lockSession(sid, at(now))])).toBe(isOpen ? null : 'signed_out');
    const used = await db.session.findMany({ where: { lastSeenAt: at(now) } });
    expect(used.map((row) => row.sid)).toEqual(isOpen ? [sid] : []);
  });
});

describe('another factor in a session (a step-up)', () => {
  const proof = { factor: 'totp', at: at(10) } as const;
  const session = (sid: string): SessionWithUser => {
    const times = { authTime: at(0), lastSeenAt: at(0), expiresAt: at(1000), remember: false };
    const names = {
      origin: 'administrator',
      username: 'ann',
      canonicalUsername: storedCanonicalUsername('ann'),
    } as const;
    const user = { sub: subs.ann, ...names, passwordHash: null, passwordCarries: null, enabled: true, admin: null };
    const known = {
      ...times,
      factors: passwordAlone,
      user: { ...user, tenants: 'all' as const, claims: {}, access: '' },
    };
    return { ...authenticatedBy([typed]), sid, sub: subs.ann, ...known };
  };
  const add = (sid: string, change: Partial<StepUp> = {}) => {
    const own = session(sid);
    const state = { browserId: 'here', sessions: [own], current: own };
    const request = { settings, browser: state, session: own, proof, now: at(10), ...change };
    return transaction(database.db, (tx) => stepUp(tx, request));
  };
  const proofsOf = async (sid: string) => (await database.db.session.findUniqueOrThrow({ where: { sid } })).proofs;

  it('is stored with only this session, and the browser gets another handle (security #99)', async () => {
    const stepped = await add('ann-here');
    expect(stepped?.session.proofs).toEqual([typed, proof]);
    expect(await proofsOf('ann-here')).toBe(writeProofs([typed, proof]));
    expect(await proofsOf('ann-there')).toBe(writeProofs([typed]));
    const { handleHash } = await database.db.browser.findUniqueOrThrow({ where: { id: 'here' } });
    expect(handleHash).not.toBe('hash-here');
  });

  it.each<[string, (sid: string) => Promise<unknown>]>([
    ['has ended', (sid) => database.db.session.update({ where: { sid }, data: { endedAt: at(5) } })],
    ['got other proofs', (sid) => database.db.session.update({ where: { sid }, data: { proofs: '[]' } })],
    ['lost its browser', () => database.db.browser.deleteMany({ where: { id: 'here' } })],
  ])('is refused if the session %s since it was read', async (_, change) => {
    await change('ann-here');
    expect(await add('ann-here')).toBeNull();
    const rows = await database.db.session.findMany({ where: { proofs: writeProofs([typed, proof]) } });
    expect(rows).toEqual([]);
  });

  it('is refused without a session', async () => {
    expect(await add('ann-here', { browser: { browserId: null, sessions: [], current: null } })).toBeNull();
  });
});

it('a new handle of a browser invalidates a copy of its former cookie (security #99)', async () => {
  const state = { browserId: 'here', sessions: [], current: null };
  const setCookie = await transaction(database.db, (tx) => renewHandle(tx, { browser: state, settings, now: at(10) }));
  const { handleHash } = await database.db.browser.findUniqueOrThrow({ where: { id: 'here' } });
  const cookie = setCookie.split(';')[0];
  expect(await readBrowserCookie(cookie, settings)).toBe(handleHash);
  expect(hasBrowserCookie(cookie, settings)).toBe(true);
  expect(hasBrowserCookie('__Host-signet-known=x', settings)).toBe(false);
});

describe('a trusted device', () => {
  const days = { days: 30, userAgent: null, address: '192.0.2.1' };
  const trust = async (sub: string, cookieHeader?: string) => {
    const device = { sub, cookieHeader, settings, now: at(0), ...days };
    return (await transaction(database.db, (tx) => trustDevice(tx, device))).split(';')[0] ?? '';
  };
  const isTrusted = (sub: string, cookieHeader: string, now = at(10), limit = 30) =>
    transaction(database.db, (tx) => checkTrustedDevice(tx, { sub, cookieHeader, settings, days: limit, now }));

  it('belongs only to its account, and its use is recorded', async () => {
    const cookie = await trust(subs.ann);
    expect(await isTrusted(subs.ben, cookie)).toBe(false);
    expect(await database.db.trustedDevice.count({ where: { lastUsedAt: at(10) } })).toBe(0);
    expect(await isTrusted(subs.ann, cookie)).toBe(true);
    expect(await database.db.trustedDevice.count({ where: { lastUsedAt: at(10) } })).toBe(1);
  });

  it('of several accounts belongs to each; the former handle of an account leaves the cookie', async () => {
    const first = await trust(subs.ann);
    const both = await trust(subs.ben, first);
    expect([await isTrusted(subs.ann, both), await isTrusted(subs.ben, both)]).toEqual([true, true]);
    const again = await trust(subs.ann, both);
    expect([await isTrusted(subs.ann, again), await isTrusted(subs.ben, again)]).toEqual([true, true]);
    expect(again.split('.')).toHaveLength(2);
  });

  it.each([
    ['at once with 0', 0, 10, false],
    ['after the new days', 7, 7 * 86_400, false],
    ['not before the new days', 7, 7 * 86_400 - 1, true],
    ['after the days that it was given', 365, 30 * 86_400, false],
  ])('ends %s when trusted_device_days changes', async (_, limit, seconds, expected) => {
    const cookie = await trust(subs.ann);
    expect(await isTrusted(subs.ann, cookie, at(seconds), limit)).toBe(expected);
  });

  it('is not trusted after its days, or with an unknown handle', async () => {
    const cookie = await trust(subs.ann);
    expect(await isTrusted(subs.ann, cookie, at(30 * 24 * 60 * 60))).toBe(false);
    const handle = createHandle();
    expect(await isTrusted(subs.ann, `__Host-signet-trusted=${handle}`)).toBe(false);
    expect(await database.db.trustedDevice.count({ where: { hash: hashHandle(handle) } })).toBe(0);
  });
});
