import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import type { Database } from '#lib/db/database';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { isSessionOpen } from '#lib/sessions/session-store';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { readPerson } from '#lib/users/read-user';
import { parseConfirmation } from '#lib/vocabulary/confirmation';
import { readNamedClaims } from '#lib/vocabulary/requested-claims';
import type { Grant } from './grant';
import { countGraceUse, createAccessToken, findCode, findRefreshToken, type NewAccessToken } from './token-store';

const now = new Date('2026-01-01T12:00:00Z');
const past = new Date('2026-01-01T11:00:00.120Z');
const future = new Date('2026-01-01T13:00:00Z');

let provider: TestProvider;
let db: Database;
let sub: string;

/** Grants with every combination of session, end and optional values. */
const grants = [null, 'open', 'ended', 'expired'].flatMap((sid) =>
  [null, past].flatMap((revokedAt) =>
    [true, false].map((isFull) => ({ id: `${sid} ${revokedAt} ${isFull}`, sid, revokedAt, isFull })),
  ),
);
const used = [null, past];
const hashes = grants.flatMap(({ id }) => used.map((usedAt) => hashHandle(`${id} ${usedAt}`)));

beforeAll(async () => {
  provider = await createTestProvider(fixtures);
  db = provider.context().db;
  sub = (await db.user.findFirstOrThrow({ where: { username: 'alice' } })).sub;
  await db.browser.create({ data: { id: 'b', handleHash: 'b', createdAt: past, expiresAt: future } });
  for (const sid of ['open', 'ended', 'expired']) {
    const dates = { createdAt: past, lastSeenAt: past, authTime: past, endedAt: sid === 'ended' ? past : null };
    const about = { sid, browserId: 'b', sub, idp: 'local', remember: false };
    await db.session.create({ data: { ...about, ...dates, expiresAt: sid === 'expired' ? now : future } });
  }
  for (const { id, sid, revokedAt, isFull } of grants) {
    const rest = isFull ? { amr: 'pwd mfa', idp: 'other', acr: 'high', claims: '{"userinfo":["email"]}' } : {};
    const dates = { authTime: past, createdAt: past, expiresAt: future, revokedAt };
    await db.grant.create({
      data: { id, clientId: 'web', sub, sid, scope: 'openid a', resources: 'a', ...rest, ...dates },
    });
    for (const usedAt of used) {
      const row = { hash: hashHandle(`${id} ${usedAt}`), grantId: id, createdAt: past, expiresAt: future };
      const proof = isFull ? { codeChallenge: 'c', codeChallengeMethod: 'S256', nonce: "it's", stateHash: 's' } : {};
      const confirmation = isFull ? '{"jkt":"k"}' : null;
      await db.authorizationCode.create({
        data: { ...row, ...proof, confirmation, redirectUri: 'https://rp.test/cb', redeemedAt: usedAt },
      });
      await db.refreshToken.create({
        data: { ...row, confirmation, consumedAt: usedAt, absoluteExpiresAt: isFull ? future : null },
      });
    }
  }
});

afterAll(() => provider.close());

/** The same grant, read with Prisma. */
async function grantByPrisma(id: string) {
  const row = await db.grant.findUniqueOrThrow({ where: { id } });
  const user = await db.user.findUnique({ where: { sub: row.sub ?? '' } });
  const { sid, authTime, amr, idp, acr, scope, claims } = row;
  const grant: Grant = {
    id,
    clientId: row.clientId,
    scope: scope.split(' '),
    resources: ['a'],
    authentication: { sub, sid, authTime: authTime ?? past, amr: amr?.split(' ') ?? [], idp: idp ?? 'local', acr },
    namedClaims: readNamedClaims(claims),
    tenant: row.tenant,
    offlineImplied: row.offlineImplied ?? false,
    revokedAt: row.revokedAt,
    user: {
      username: user?.username ?? '',
      access: user?.access ?? '',
      ...readPerson(user ?? { enabled: false, tenants: '', claims: '' }),
    },
  };
  return { grant, isSessionOpen: sid !== null && (await isSessionOpen(db, sid, now)) };
}

async function codeByPrisma(hash: string) {
  const { grantId, ...code } = await db.authorizationCode.findUniqueOrThrow({ where: { hash } });
  return { ...code, confirmation: parseConfirmation(code.confirmation), ...(await grantByPrisma(grantId)) };
}

async function refreshTokenByPrisma(hash: string) {
  const select = {
    hash: true,
    expiresAt: true,
    createdAt: true,
    absoluteExpiresAt: true,
    consumedAt: true,
    confirmation: true,
    grantId: true,
  };
  const { grantId, ...token } = await db.refreshToken.findUniqueOrThrow({ where: { hash }, select });
  const grant = await db.grant.findUniqueOrThrow({ where: { id: grantId }, select: { createdAt: true } });
  const confirmation = parseConfirmation(token.confirmation);
  return { ...token, confirmation, grantedAt: grant.createdAt, ...(await grantByPrisma(grantId)) };
}

it('a grace use waits for a simultaneous use of the successor, and then fails', async () => {
  const grantId = 'null null true';
  const [hash, successor] = [hashHandle('predecessor'), hashHandle('successor')];
  const row = { grantId, createdAt: past, expiresAt: future };
  await db.refreshToken.create({ data: { ...row, hash, consumedAt: now } });
  await db.refreshToken.create({ data: { ...row, hash: successor } });
  const limits = { consumedAfter: past, uses: 10 };
  const graceUse = () => run(db, [countGraceUse({ hash, successor, confirmation: null }, limits)]);
  expect(await graceUse()).toBeNull();
  let waiting: Promise<'used' | null> | undefined;
  await transaction(db, async (tx) => {
    await tx.refreshToken.update({ where: { hash: successor }, data: { consumedAt: now } });
    waiting ??= graceUse();
    // Without the lock, it would be answered within these round trips.
    for (let trip = 0; trip < 50; trip += 1) await tx.refreshToken.count();
  });
  expect(await waiting).toBe('used');
  await db.refreshToken.deleteMany({ where: { hash: { in: [hash, successor] } } });
});

describe('the prepared statements do what Prisma does', () => {
  it('reading a code with its grant', async () => {
    for (const hash of hashes) expect(await findCode(db, hash, now)).toEqual(await codeByPrisma(hash));
    expect(await findCode(db, hashHandle('unknown'), now)).toBeNull();
  });

  it('reading a refresh token with its grant', async () => {
    for (const hash of hashes) expect(await findRefreshToken(db, hash, now)).toEqual(await refreshTokenByPrisma(hash));
    expect(await findRefreshToken(db, hashHandle('unknown'), now)).toBeNull();
  });

  it('reading many of them at the same time, each its own', async () => {
    const asked = [hashHandle('unknown'), ...hashes];
    const codes = await Promise.all(asked.map((hash) => findCode(db, hash, now)));
    const refreshTokens = await Promise.all(asked.map((hash) => findRefreshToken(db, hash, now)));
    expect(codes).toEqual([null, ...(await Promise.all(hashes.map(codeByPrisma)))]);
    expect(refreshTokens).toEqual([null, ...(await Promise.all(hashes.map(refreshTokenByPrisma)))]);
  });

  it.each([1, 30])('writing %i reference tokens at the same time', async (count) => {
    const full = { grantId: 'null null true', sub, sid: 'open' };
    const token = (index: number): NewAccessToken => ({
      hash: hashHandle(`token ${index}`),
      jti: `${index}`,
      clientId: 'web',
      ...(index % 2 === 0 ? full : { grantId: null, sub: null, sid: null }),
      scope: "it's",
      audience: '"a"',
      claims: '{"a":"$1 @now","b":"\\\\"}',
      issuedAt: past,
      expiresAt: future,
    });
    const tokens = Array.from({ length: count }, (_, index) => token(index));
    const rows = async () => {
      const found = await db.accessToken.findMany({ orderBy: { hash: 'asc' } });
      await db.accessToken.deleteMany();
      return found;
    };
    for (const data of tokens) await db.accessToken.create({ data });
    const expected = await rows();
    await Promise.all(tokens.map((one) => run(db, [createAccessToken(one)])));
    expect(await rows()).toEqual(expected);
    expect(expected).toHaveLength(count);
  });
});
