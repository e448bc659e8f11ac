import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { withdrawClient } from '#lib/admin/users/account-store';
import { hashHandle } from '#lib/crypto/hash';
import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { completeInteraction } from '#lib/interactions/interaction-store';
import { addSessionClient } from '#lib/sessions/session-client-store';
import { lockSession } from '#lib/sessions/session-store';
import { fixtures } from '#lib/testing/fixtures';
import { forgetGrants } from '#lib/testing/forget-grants';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { createGrant } from '../grant-store';
import { createCode } from '../token-store';
import {
  type Authorization,
  authorize,
  authorizeAtOnce,
  authorizeByStep,
  type NothingAuthorized,
} from './authorization-store';

const now = new Date('2026-01-01T12:00:00Z');
const past = new Date('2026-01-01T11:00:00.120Z');
const future = new Date('2026-01-01T13:00:00Z');

let provider: TestProvider;
let db: Database;
let sub: string;

beforeAll(async () => {
  provider = await createTestProvider(fixtures);
  db = provider.context().db;
  sub = (await db.user.findFirstOrThrow({ where: { username: 'alice' } })).sub;
});

afterAll(() => provider.close());

async function prepare(): Promise<void> {
  await forgetGrants(db);
  await db.browser.deleteMany();
  await db.browser.create({ data: { id: 'b', handleHash: 'b', createdAt: past, expiresAt: future } });
  for (const sid of ['open', 'told', 'ended', 'expired']) {
    const dates = { createdAt: past, lastSeenAt: past, authTime: past, endedAt: sid === 'ended' ? past : null };
    const about = { sid, browserId: 'b', sub, idp: 'local', remember: false };
    await db.session.create({ data: { ...about, ...dates, expiresAt: sid === 'expired' ? now : future } });
  }
  await db.sessionClient.create({ data: { sid: 'told', clientId: 'web', createdAt: past } });
  await db.consent.deleteMany();
  const [allowedAt, neverEnds] = [{ createdAt: past }, { expiresAt: null }];
  await db.consent.create({
    data: { sub, clientId: 'web', scope: 'openid a', claims: null, ...allowedAt, ...neverEnds },
  });
  await db.interaction.deleteMany();
  for (const hash of ['waiting', 'finished', 'over']) {
    const times = { startedAt: past, expiresAt: hash === 'over' ? now : future };
    const completedAt = hash === 'finished' ? past : null;
    await db.interaction.create({ data: { hash, browserHash: 'b', ...times, completedAt } });
  }
}

beforeEach(prepare);

function wanted(sid: string, kind: 'full' | 'bare' | 'no code'): Authorization {
  const isFull = kind === 'full';
  const proof = isFull
    ? {
        codeChallenge: 'c',
        codeChallengeMethod: 'S256',
        nonce: "it's @now $1",
        stateHash: 's',
        confirmation: '{"jkt":"k"}',
      }
    : { codeChallenge: null, codeChallengeMethod: null, nonce: null, stateHash: null, confirmation: null };
  const code = { hash: hashHandle('code'), grantId: 'grant', redirectUri: 'https://rp.test/cb', ...proof };
  return {
    sid,
    grant: {
      id: 'grant',
      clientId: 'web',
      scope: ['openid', 'a'],
      authentication: {
        sub,
        sid,
        authTime: past,
        amr: isFull ? ['pwd', 'mfa'] : [],
        idp: 'local',
        acr: isFull ? 'a' : null,
      },
      tenant: isFull ? 'acme' : null,
      namedClaims: { idToken: [], userinfo: isFull ? ['email'] : [], under: {} },
    },
    grantExpiresAt: future,
    code: kind === 'no code' ? null : { ...code, createdAt: now, expiresAt: future },
    interactionHash: kind === 'full' ? 'waiting' : null,
    answer: kind === 'full' ? 'sealed' : null,
    consent: null,
  };
}

/** The same with Prisma's own queries. */
async function authorizeByPrisma(authorization: Authorization): Promise<NothingAuthorized | null> {
  const { sid, grant, grantExpiresAt, code, interactionHash, answer } = authorization;
  return transaction(db, async (tx) => {
    if (!(await lockSession(tx, sid, now))) return 'signed_out';
    if (interactionHash !== null && !(await completeInteraction(tx, interactionHash, now, answer))) return 'finished';
    await addSessionClient(tx, { sid, clientId: grant.clientId }, now);
    await createGrant(tx, grant, { now, expiresAt: grantExpiresAt });
    if (code !== null) await createCode(tx, code);
    return null;
  });
}

async function rows() {
  return {
    sessions: await db.session.findMany({ orderBy: { sid: 'asc' } }),
    clients: await db.sessionClient.findMany({ orderBy: { sid: 'asc' } }),
    grants: await db.grant.findMany(),
    codes: await db.authorizationCode.findMany(),
    interactions: await db.interaction.findMany({ orderBy: { hash: 'asc' } }),
  };
}

const ways = inject('database').dialect === 'sqlite' ? { authorizeByStep } : { authorizeByStep, authorizeAtOnce };
const cases = ['open', 'told', 'ended', 'expired', 'unknown'].flatMap((sid) =>
  (['full', 'bare', 'no code'] as const).map((kind) => ({ sid, kind })),
);

describe.each(Object.entries(ways))('%s does what Prisma does', (_, way) => {
  it.each(cases)('for a session that is $sid: $kind', async ({ sid, kind }) => {
    const nothing = await authorizeByPrisma(wanted(sid, kind));
    const expected = await rows();
    await prepare();
    expect(await way(db, wanted(sid, kind), now)).toBe(nothing);
    expect(await rows()).toEqual(expected);
    expect(nothing).toBe(sid === 'open' || sid === 'told' ? null : 'signed_out');
  });

  it.each(['finished', 'over', 'unknown'])('for an interaction that is %s: nothing', async (interactionHash) => {
    const authorization = { ...wanted('open', 'full'), interactionHash };
    const { sessions: _, ...before } = await rows();
    expect(await authorizeByPrisma(authorization)).toBe('finished');
    expect(await way(db, authorization, now)).toBe('finished');
    expect(await rows()).toMatchObject(before);
  });

  it.each<[string, Authorization['consent'], NothingAuthorized | null]>([
    ['the stored one', { scope: 'openid a', claims: null }, null],
    ['one with other scopes', { scope: 'openid', claims: null }, 'consent_withdrawn'],
    ['one with other claims', { scope: 'openid a', claims: '["email"]' }, 'consent_withdrawn'],
  ])('for a consent that is %s', async (_name, consent, answer) => {
    for (const kind of ['full', 'bare', 'no code'] as const) {
      await prepare();
      const { sessions: _, ...before } = await rows();
      expect(await way(db, { ...wanted('open', kind), consent }, now)).toBe(answer);
      const { sessions: __, ...after } = await rows();
      if (answer === null) expect(after.grants).toHaveLength(1);
      else expect(after).toEqual(before);
    }
  });

  it('completes an interaction once for simultaneous callers', async () => {
    const answers = ['one', 'two', 'three'].map((id) => {
      const { grant, code, ...rest } = wanted('open', 'full');
      const own = code && { ...code, hash: hashHandle(id), grantId: id };
      return way(db, { ...rest, grant: { ...grant, id }, code: own }, now);
    });
    expect((await Promise.all(answers)).toSorted()).toEqual(['finished', 'finished', null]);
    expect(await db.authorizationCode.count()).toBe(1);
  });

  it('writes nothing when a part of it is refused', async () => {
    await way(db, wanted('open', 'full'), now);
    const before = await rows();
    const again = wanted('told', 'full');
    const sameCode = { ...again, grant: { ...again.grant, id: 'other' }, interactionHash: null };
    await expect(way(db, sameCode, now)).rejects.toThrow();
    expect(await rows()).toEqual(before);
  });
});

describe('authorize', () => {
  it('issues nothing when the session is ended at the same time (security #107)', async () => {
    let authorized: Promise<NothingAuthorized | null> = Promise.resolve(null);
    await transaction(db, async (tx) => {
      await tx.session.updateMany({ where: { sid: 'open' }, data: { endedAt: now } });
      authorized = authorize(db, wanted('open', 'full'), now);
      await waitForWaiting();
    });
    expect(await authorized).toBe('signed_out');
    expect(await db.grant.count()).toBe(0);
  });

  it('issues nothing by a consent that is taken back at the same time', async () => {
    let authorized: Promise<NothingAuthorized | null> = Promise.resolve(null);
    await transaction(db, async (tx) => {
      await tx.consent.deleteMany({ where: { sub } });
      authorized = authorize(db, { ...wanted('open', 'full'), consent: { scope: 'openid a', claims: null } }, now);
      await waitForWaiting();
    });
    expect(await authorized).toBe('consent_withdrawn');
    expect(await db.grant.count()).toBe(0);
  });

  it('leaves no live grant beside somebody who takes the access away', async () => {
    for (let round = 0; round < 20; round += 1) {
      await prepare();
      const resting = { ...wanted('open', 'bare'), consent: { scope: 'openid a', claims: null } };
      await Promise.all([
        authorize(db, resting, now),
        transaction(db, (tx) => withdrawClient(tx, { sub, clientId: 'web' }, now)),
      ]);
      expect(await db.grant.count({ where: { revokedAt: null } })).toBe(0);
    }
  });
});

/**
 * Waits until another connection waits for a row that a transaction has locked. SQLite's writers queue in order anyway.
 */
async function waitForWaiting(): Promise<void> {
  if (inject('database').dialect === 'sqlite') return;
  const waiting = () => db.$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await waiting()).length === 0);
}
