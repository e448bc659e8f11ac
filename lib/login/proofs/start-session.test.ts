import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeUnsealed } from '#lib/audit/seals/seal-store';
import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import type { Handle } from '#lib/crypto/random';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { reserveFailure } from '#lib/factors/failure-store';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import { writeKnownBrowser } from '#lib/sessions/browser-cookie';
import { authenticatedBy } from '#lib/sessions/browser-state';
import { fixtures } from '#lib/testing/fixtures';
import { createKnownBrowser } from '#lib/testing/known-browser';
import { authorizeRequest, createPerson, locationOf } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import type { User } from '#lib/users/user';
import { createUser, findUserBySub } from '#lib/users/user-store';
import { loadInteraction, type OpenInteraction } from '../load-interaction';
import { prepareFirstSession, startSession } from './start-session';

let provider: TestProvider;
let context: Context;
let open: OpenInteraction;
let user: User;
let cookieHeader: string | undefined;

const sub = 'carla';
const earlier = new Date('2026-01-01T00:00:00Z');

beforeAll(async () => {
  provider = await createTestProvider(fixtures);
  context = provider.context();
  const person = createPerson(provider);
  const login = new URL(locationOf(await person.get(authorizeRequest().path)));
  cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
  const found = await loadInteraction(login.searchParams.get('interaction'), cookieHeader, context);
  if (found.page === 'problem') throw new Error(found.problem);
  open = found;
});

afterAll(() => provider.close());

beforeEach(async () => {
  const { db } = context;
  await db.auditEvent.deleteMany();
  await db.browser.deleteMany();
  await db.user.deleteMany({ where: { sub } });
  const account = { passwordHash: 'hash', enabled: true, admin: null, tenants: 'all' as const, claims: {} };
  const canonicalUsername = storedCanonicalUsername('carla');
  user = await createUser(db, { ...account, username: 'Carla', canonicalUsername }, earlier, sub);
});

/** The cookies of a browser that an account knows. */
const knownAs = (handle: Handle) =>
  `${cookieHeader}; ${writeKnownBrowser([handle], 60, context.settings).split(';', 1)[0]}`;

const hasSignedIn = (data: object = {}) =>
  context.db.user.update({ where: { sub }, data: { lastSignInAt: earlier, ...data } });

type Scenario = { readonly prepare: () => Promise<unknown>; readonly known?: boolean };

const scenarios: Record<string, Scenario> = {
  'the first sign-in': { prepare: async () => {} },
  'a browser that the account does not know, of which the person is told': { prepare: () => hasSignedIn() },
  'a browser that the account knows': { prepare: () => hasSignedIn(), known: true },
  'failures of factors, which are forgotten': { prepare: () => reserveFailure(context.db, sub, 'totp', context.now) },
  'more known browsers than an account has': {
    prepare: async () => {
      for (let day = 0; day < 51; day += 1) {
        await createKnownBrowser(context.db, sub, new Date(earlier.getTime() + day * 86_400_000));
      }
    },
  },
};

const request = (cookies: string | undefined, remember = false) => ({
  open,
  caller: { cookieHeader: cookies, clientAddress: '192.0.2.9', userAgent: "Mozilla/5.0 (it's @now) Firefox/130.0" },
  user,
  proof: { factor: 'password', at: context.now } as const,
  remember,
  via: 'sign_in' as const,
});

/** What a sign-in writes, without random values. */
async function rows() {
  const { db } = context;
  const where = { sub };
  const random = expect.any(String);
  const [browser, ...browsers] = await db.browser.findMany();
  const [session, ...sessions] = await db.session.findMany();
  expect([browsers, sessions]).toEqual([[], []]);
  expect(browser?.currentSid).toBe(session?.sid ?? null);
  expect(session?.browserId).toBe(browser?.id);
  const known = await db.knownBrowser.findMany({ where, orderBy: { createdAt: 'desc' } });
  return {
    user: await db.user.findUniqueOrThrow({ where }),
    browser: { ...browser, id: random, handleHash: random, currentSid: random },
    session: { ...session, sid: random, browserId: random },
    known: known.map((row) => ({ ...row, hash: random })),
    notices: (await db.accountNotice.findMany({ where })).map(({ details, ...row }) => {
      const { sid, ...told } = JSON.parse(details);
      return { ...row, id: random, details: { ...told, isOwn: sid === session?.sid } };
    }),
    failures: await db.factorFailure.findMany({ where }),
    events: (await db.auditEvent.findMany()).map((row) => ({ ...row, id: random })),
  };
}

async function startInPrismasWay(cookies: string | undefined, remember: boolean) {
  const { proof, ...rest } = request(cookies, remember);
  await transaction(context.db, async (tx) => {
    const { mustSetPassword: _, ...factors } = await findPersonFactors(tx, sub);
    const authentication = authenticatedBy([proof], false);
    await startSession(tx, { ...rest, browserId: null, factors, authentication }, context);
  });
}

/** Prepares a session and starts it. */
async function startAtOnce(...asked: Parameters<typeof prepareFirstSession>) {
  const prepared = await prepareFirstSession(...asked);
  return prepared && { ...prepared, refused: await run(context.db, prepared.steps) };
}

describe('a first session', () => {
  it.each(Object.entries(scenarios))('writes what startSession() writes: %s', async (_, { prepare, known }) => {
    const { db, now } = context;
    const reset = async () => {
      for (const table of [db.auditEvent, db.browser]) await (table.deleteMany as () => Promise<unknown>)();
      const where = { sub };
      await db.knownBrowser.deleteMany({ where });
      await db.accountNotice.deleteMany({ where });
      await db.factorFailure.deleteMany({ where });
      await db.user.update({ where, data: { lastSignInAt: null } });
      await prepare();
      return known ? knownAs(await createKnownBrowser(db, sub, now)) : cookieHeader;
    };
    await startInPrismasWay(await reset(), true);
    const expected = await rows();
    const cookies = await reset();
    const started = await startAtOnce(request(cookies, true), context);
    expect(await rows()).toEqual(expected);
    expect(expected.events[0]?.details).toContain(`"known_browser":${known === true}`);
    expect(started?.setCookie).toHaveLength(3);
    expect(started?.session).toMatchObject({ sub, amr: ['pwd'], idp: 'local', authTime: now, user });
    const [{ sid } = { sid: '' }] = await db.session.findMany();
    expect(started?.session.sid).toBe(sid);
  });

  it.each([
    ['disabled', { enabled: false }],
    ['given another password', { passwordHash: 'other' }],
  ])('writes nothing for an account that was %s in the meantime (security #104)', async (_, data) => {
    const { db } = context;
    await db.user.update({ where: { sub }, data });
    expect(await startAtOnce(request(cookieHeader), context)).toMatchObject({ refused: 'account_changed' });
    expect([await db.browser.count(), await db.knownBrowser.count({ where: { sub } })]).toEqual([0, 0]);
    expect(await db.auditEvent.count()).toBe(0);
    expect((await findUserBySub(db, sub))?.sub).toBe(sub);
  });

  it('writes nothing if the account lost the passkey that was shown (security #104)', async () => {
    const { db } = context;
    const proof = { factor: 'passkey', at: context.now, userVerified: true, deviceBound: true } as const;
    const start = () => startAtOnce({ ...request(cookieHeader), proof, passkeyId: 'key-of-carla' }, context);
    expect(await start()).toMatchObject({ refused: 'account_changed' });
    expect([await db.browser.count(), await db.auditEvent.count()]).toEqual([0, 0]);
    const traits = { publicKey: 'x', transports: '', aaguid: '', name: '', deviceBound: true, backedUp: false };
    await db.passkey.create({ data: { id: 'key-of-carla', sub, counter: 0, createdAt: earlier, ...traits } });
    expect(await start()).toMatchObject({ refused: null, session: { sub } });
  });

  it('forgets the former handle of the browser (security #99)', async () => {
    const { db, now } = context;
    const handle = await createKnownBrowser(db, sub, now);
    await startAtOnce(request(knownAs(handle)), context);
    const known = await db.knownBrowser.findMany({ where: { sub } });
    expect(known).toHaveLength(1);
    expect(known[0]?.hash).not.toBe(hashHandle(handle));
  });

  it.each([
    ['who has to set a new password', () => hasSignedIn({ mustSetPassword: true })],
    ['who is gone', () => context.db.user.delete({ where: { sub } })],
  ])('falls back to startSession() for a person %s', async (_, prepare) => {
    await prepare();
    expect(await startAtOnce(request(cookieHeader), context)).toBeNull();
    expect(await context.db.browser.count()).toBe(0);
  });

  it('writes the mail about a new device, if the person has a verified address', async () => {
    const { db } = context;
    await hasSignedIn();
    user = { ...user, claims: { email: 'carla@example.com', email_verified: true } };
    const before = await db.outboxMail.count({ where: { kind: 'new_device' } });
    expect(await startAtOnce(request(cookieHeader), context)).toMatchObject({ refused: null });
    expect(await db.outboxMail.count({ where: { kind: 'new_device' } })).toBe(before + 1);
  });

  it('falls back to startSession() for a person who needs a second factor (security #94)', async () => {
    const policy = { ...open.required.policy, secondFactor: 'required' } as const;
    const asked = { ...open, required: { ...open.required, policy } };
    expect(await startAtOnce({ ...request(cookieHeader), open: asked }, context)).toBeNull();
  });

  it('falls back to startSession() for a person who signed in with a provider', async () => {
    const proof = { factor: 'provider', provider: 'corp', amr: [], level: 1, at: context.now } as const;
    expect(await startAtOnce({ ...request(cookieHeader), proof }, context)).toBeNull();
  });

  it('marks its event to be sealed', async () => {
    takeUnsealed();
    await startAtOnce(request(cookieHeader), context);
    expect(takeUnsealed()).toBe(true);
  });
});
