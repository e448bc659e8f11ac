import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import type { Database } from '#lib/db/database';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { fixtures } from '#lib/testing/fixtures';
import { forgetGrants } from '#lib/testing/forget-grants';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { revokeGrant } from './grant-store';
import { type NothingRedeemed, type Redemption, redeem, redemption } from './redemption-store';
import { never } from './refresh-lifetime';

const now = new Date('2026-01-01T12:00:00Z');
const past = new Date('2026-01-01T11:00:00Z');
const future = new Date('2026-01-01T13:00:00Z');
const farFuture = new Date('2026-02-01T12:00:00Z');

let provider: TestProvider;
let db: Database;
let sub: string;

beforeAll(async () => {
  provider = await createTestProvider(fixtures);
  db = provider.context().db;
  sub = (await db.user.findFirstOrThrow({ where: { username: 'alice' } })).sub;
});

beforeEach(async () => {
  await forgetGrants(db);
});

afterAll(() => provider.close());

type Kind = Redemption['kind'];
type State = {
  readonly usedAt: Date | null;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  /** The end of the grant. */
  readonly grantEnd: Date;
};

const fresh: State = { usedAt: null, expiresAt: future, revokedAt: null, grantEnd: future };
const lasting = { ...fresh, grantEnd: new Date('2026-03-01T12:00:00Z') };
const states = {
  fresh,
  'fresh, of a grant with a token that lives longer': lasting,
  used: { ...fresh, usedAt: past },
  expired: { ...fresh, expiresAt: now },
  'fresh, of a revoked grant': { ...fresh, revokedAt: past },
  'used, of a revoked grant': { ...fresh, usedAt: past, revokedAt: past },
};
const kinds: readonly Kind[] = ['code', 'device', 'rotation', 'reuse'];

/**
 * Creates a grant with a code, a device code or a refresh token in this state, and another grant that must not change.
 */
async function prepare(kind: Kind, { usedAt, expiresAt, revokedAt, grantEnd }: State): Promise<void> {
  for (const id of ['grant', 'other']) {
    const dates = { createdAt: past, expiresAt: grantEnd, revokedAt };
    await db.grant.create({ data: { id, clientId: 'web', sub, scope: 'openid', ...dates } });
    const row = { hash: `hash of ${id}`, grantId: id, createdAt: past, expiresAt };
    if (kind === 'code') {
      await db.authorizationCode.create({ data: { ...row, redirectUri: 'https://rp.test/cb', redeemedAt: usedAt } });
    } else if (kind === 'device') {
      const asked = { clientId: 'web', scope: 'openid', clientAddress: '192.0.2.1', intervalSeconds: 5 };
      const answered = { userCodeHash: `user code of ${id}`, status: 'approved', redeemedAt: usedAt };
      await db.deviceRequest.create({ data: { ...row, ...asked, ...answered } });
    } else await db.refreshToken.create({ data: { ...row, consumedAt: usedAt } });
  }
}

function wanted(kind: Kind, format: 'jwt' | 'reference', isOffline: boolean): Redemption {
  const refreshToken = { hash: hashHandle('refresh'), grantId: 'grant', createdAt: now, expiresAt: farFuture };
  const about = { clientId: 'web', sub, sid: null, scope: "it's", audience: '"a"', claims: '{"a":"$1 @now"}' };
  const accessToken = { hash: hashHandle('access'), jti: 'jti', grantId: 'grant', ...about, issuedAt: now };
  return {
    kind,
    hash: 'hash of grant',
    grantId: 'grant',
    keepUntil: farFuture,
    refreshExpiresAt: isOffline ? farFuture : null,
    refreshConfirmation: null,
    refreshToken:
      isOffline && kind !== 'reuse' ? { ...refreshToken, absoluteExpiresAt: null, confirmation: null } : null,
    accessToken: format === 'reference' ? { ...accessToken, expiresAt: future } : null,
  };
}

/** The same with Prisma's own queries. */
async function redeemByPrisma({ kind, hash, ...wanted }: Redemption): Promise<NothingRedeemed | null> {
  const live = { hash, expiresAt: { gt: now } };
  return transaction(db, async (tx): Promise<NothingRedeemed | null> => {
    const slid = { expiresAt: wanted.refreshExpiresAt ?? future };
    const once = { where: { ...live, redeemedAt: null }, data: { redeemedAt: now } };
    const marks = {
      code: () => tx.authorizationCode.updateMany(once),
      device: () =>
        tx.deviceRequest.updateMany({
          where: { ...once.where, status: 'approved' },
          data: { ...once.data, expiresAt: never },
        }),
      rotation: () => tx.refreshToken.updateMany({ where: { ...live, consumedAt: null }, data: { consumedAt: now } }),
      reuse: () => tx.refreshToken.updateMany({ where: { ...live, consumedAt: null }, data: slid }),
    };
    const { count } = await marks[kind]();
    if (count === 0) return 'used';
    const grant = await tx.grant.findUniqueOrThrow({ where: { id: wanted.grantId } });
    if (grant.revokedAt !== null) throw new Error('revoked');
    const isShorter = grant.expiresAt < wanted.keepUntil;
    if (isShorter) await tx.grant.update({ where: { id: grant.id }, data: { expiresAt: wanted.keepUntil } });
    if (wanted.refreshToken !== null) await tx.refreshToken.create({ data: wanted.refreshToken });
    if (wanted.accessToken !== null) await tx.accessToken.create({ data: wanted.accessToken });
    return null;
  }).catch((error: unknown) => {
    if (error instanceof Error && error.message === 'revoked') return 'revoked';
    throw error;
  });
}

async function rows() {
  const byHash = { orderBy: { hash: 'asc' } } as const;
  return {
    grants: await db.grant.findMany({ orderBy: { id: 'asc' } }),
    codes: await db.authorizationCode.findMany(byHash),
    devices: await db.deviceRequest.findMany(byHash),
    refreshTokens: await db.refreshToken.findMany(byHash),
    accessTokens: await db.accessToken.findMany(byHash),
  };
}

const bySteps: typeof redeem = (database, one, at) => run(database, redemption(one, at));
const ways = inject('database').dialect === 'sqlite' ? { redeem } : { redeem, bySteps };
const cases = kinds.flatMap((kind) =>
  Object.entries(states).flatMap(([name, state]) =>
    (['jwt', 'reference'] as const).flatMap((format) =>
      [true, false].map((isOffline) => ({ kind, name, state, format, isOffline })),
    ),
  ),
);

describe.each(Object.entries(ways))('%s does what Prisma does', (_, way) => {
  it.each(cases)(
    'for a $kind: $name, $format, refresh token: $isOffline',
    async ({ kind, state, format, isOffline }) => {
      await prepare(kind, state);
      const expected = await redeemByPrisma(wanted(kind, format, isOffline));
      const expectedRows = await rows();
      await forgetGrants(db);
      await prepare(kind, state);
      expect(await way(db, wanted(kind, format, isOffline), now)).toBe(expected);
      const { grants, accessTokens, refreshTokens, ...redeemed } = await rows();
      expect({ grants, accessTokens }).toEqual({
        grants: expectedRows.grants,
        accessTokens: expectedRows.accessTokens,
      });
      expect(refreshTokens.map(({ hash }) => hash)).toEqual(expectedRows.refreshTokens.map(({ hash }) => hash));
      // The tokens of a revoked grant are worthless, whether or not they are marked as used.
      if (expected !== 'revoked') expect({ refreshTokens, ...redeemed }).toEqual(pickMarks(expectedRows));
    },
  );

  it.each(
    kinds.flatMap((kind) => [
      [kind, 'longer', fresh, farFuture] as const,
      [kind, 'as long', lasting, lasting.grantEnd] as const,
    ]),
  )('for a %s: the grant then lives %s, never shorter', async (kind, _length, state, end) => {
    await prepare(kind, state);
    expect(await way(db, wanted(kind, 'jwt', true), now)).toBe(null);
    expect(await db.grant.findUniqueOrThrow({ where: { id: 'grant' } })).toMatchObject({ expiresAt: end });
    expect(await db.grant.findUniqueOrThrow({ where: { id: 'other' } })).toMatchObject({ expiresAt: state.grantEnd });
  });

  it.each<[string, string | null, string | null, NothingRedeemed | null, string | null]>([
    ['without a key by a use without one', null, null, null, null],
    ['without a key by a first proof, which binds it', null, 'a', null, 'a'],
    ['bound by the same key', 'a', 'a', null, 'a'],
    ['bound by another key, which came too late', 'a', 'b', 'used', 'a'],
    ['bound by an authenticated client, which has no key', 'a', null, null, 'a'],
  ])('for a token that stays, %s (RFC 9449 §5)', async (_, before, refreshConfirmation, expected, after) => {
    await prepare('reuse', fresh);
    const where = { hash: 'hash of grant' };
    await db.refreshToken.update({ where, data: { confirmation: before } });
    expect(await way(db, { ...wanted('reuse', 'jwt', true), refreshConfirmation }, now)).toBe(expected);
    expect(await db.refreshToken.findUniqueOrThrow({ where })).toMatchObject({ confirmation: after });
  });

  it.each(['code', 'rotation'] as const)('for a %s whose refresh token is bound (RFC 9449 §5)', async (kind) => {
    await prepare(kind, fresh);
    const asked = wanted(kind, 'jwt', true);
    const refreshConfirmation = '{"jkt":"a"}';
    const refreshToken = asked.refreshToken && { ...asked.refreshToken, confirmation: refreshConfirmation };
    expect(await way(db, { ...asked, refreshToken, refreshConfirmation }, now)).toBe(null);
    const where = { hash: hashHandle('refresh') };
    expect(await db.refreshToken.findUniqueOrThrow({ where })).toMatchObject({ confirmation: refreshConfirmation });
  });
});

function pickMarks({ refreshTokens, codes, devices }: Awaited<ReturnType<typeof rows>>) {
  return { refreshTokens, codes, devices };
}

/**
 * Waits until another connection waits for a row that a transaction has locked. SQLite's writers queue in order anyway.
 */
async function waitForWaiting(): Promise<void> {
  if (inject('database').dialect === 'sqlite') return;
  const waiting = () => db.$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await waiting()).length === 0);
}

describe('redeem()', () => {
  it.each(kinds.filter((kind) => kind !== 'reuse'))(
    'has one winner among 20 for one %s (design: single use)',
    async (kind) => {
      await prepare(kind, fresh);
      const attempts = Array.from({ length: 20 }, () => redeem(db, wanted(kind, 'reference', true), now));
      const outcomes = await Promise.all(attempts);
      expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(19);
      expect((await rows()).accessTokens).toHaveLength(1);
    },
  );

  const dates = { createdAt: past, expiresAt: future };

  async function createFamily(id: string): Promise<void> {
    await db.grant.create({ data: { id, clientId: 'web', sub, scope: 'openid', ...dates } });
    await db.refreshToken.create({ data: { hash: `hash of ${id}`, grantId: id, ...dates } });
  }

  function rotation(id: string, successor: string): Redemption {
    const { accessToken, refreshToken, ...rest } = wanted('rotation', 'reference', true);
    return {
      ...rest,
      hash: `hash of ${id}`,
      grantId: id,
      refreshToken: refreshToken && { ...refreshToken, hash: hashHandle(successor), grantId: id },
      accessToken: accessToken && { ...accessToken, hash: hashHandle(`access ${id}`), jti: id, grantId: id },
    };
  }

  it('gives each of 40 grants its own tokens, once, when each is asked three times at the same moment', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `${index + 10}`);
    for (const id of ids) await createFamily(id);
    const outcomes = await Promise.all([...ids, ...ids, ...ids].map((id) => redeem(db, rotation(id, id), now)));
    for (const [index, id] of ids.entries()) {
      const ofGrant = [0, 40, 80].map((offset) => outcomes[index + offset]);
      expect(ofGrant.map(String).toSorted(), id).toEqual(['null', 'used', 'used']);
    }
    const { accessTokens } = await rows();
    const issued = accessTokens.map(({ hash, jti, grantId }) => [hash, jti, grantId]);
    expect(issued.toSorted()).toEqual(ids.map((id) => [hashHandle(`access ${id}`), id, id]).toSorted());
    const unused = await db.refreshToken.findMany({ where: { consumedAt: null } });
    expect(new Map(unused.map(({ hash, grantId }) => [grantId, hash]))).toEqual(
      new Map(ids.map((id) => [id, hashHandle(id)])),
    );
  });

  it('fails only for the one whose row is refused', async () => {
    for (const id of ['a', 'b']) await createFamily(id);
    await db.refreshToken.create({ data: { hash: hashHandle('taken'), grantId: 'a', ...dates } });
    const [refused, done] = await Promise.allSettled([
      redeem(db, rotation('a', 'taken'), now),
      redeem(db, rotation('b', 'free'), now),
    ]);
    expect(refused.status).toBe('rejected');
    expect(done).toEqual({ status: 'fulfilled', value: null });
    const [before] = await db.refreshToken.findMany({ where: { hash: 'hash of a' } });
    expect(before).toMatchObject({ consumedAt: null });
  });

  it.each(kinds)('issues nothing for a %s whose grant is being revoked at the same time', async (kind) => {
    await prepare(kind, fresh);
    let redeemed: Promise<NothingRedeemed | null> = Promise.resolve(null);
    await transaction(db, async (tx) => {
      await revokeGrant(tx, 'grant', 'test', now);
      redeemed = redeem(db, wanted(kind, 'reference', true), now);
      await waitForWaiting();
    });
    expect(await redeemed).toBe('revoked');
    expect((await rows()).accessTokens).toHaveLength(0);
  });
});
