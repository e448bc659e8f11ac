import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { readNamedClaims } from '#lib/vocabulary/requested-claims';
import { findLiveReference, findLiveUser, isTokenRevoked } from './live-token-store';
import type { LiveUser } from './live-user';

let provider: TestProvider;
const past = new Date('2026-01-01T11:00:00Z');
const future = new Date('2026-01-01T13:00:00Z');

/** Every possible problem with a grant and its person. '' is a token without a grant. */
const grants = ['', 'alice', 'alice-revoked', 'off', 'off-revoked'];
const sessions = [null, 'open', 'ended', 'expired'];
const tokens = grants.flatMap((grantId) =>
  sessions.flatMap((sid) =>
    [null, past].flatMap((revokedAt) =>
      [past, future].map((expiresAt) => ({
        grantId,
        sid,
        revokedAt,
        expiresAt,
        jti: `${grantId} ${sid} ${revokedAt}`,
      })),
    ),
  ),
);
const nameOf = ({ jti, expiresAt }: (typeof tokens)[number]) => `${jti} ${expiresAt.toISOString()}`;

beforeAll(async () => {
  provider = await createTestProvider(fixtures);
  const { db, now } = provider.context();
  const people = new Map((await db.user.findMany()).map(({ username, sub }) => [username, sub]));
  const sub = people.get('alice') ?? '';
  for (const id of grants.filter((name) => name !== '')) {
    const [username = '', revoked] = id.split('-');
    const dates = { createdAt: past, expiresAt: future, revokedAt: revoked === undefined ? null : past };
    const claims = username === 'alice' ? '{"userinfo":["email"]}' : null;
    await db.grant.create({
      data: { id, clientId: 'web', sub: people.get(username) ?? '', scope: 'a b', tenant: 'acme', claims, ...dates },
    });
  }
  await db.browser.create({ data: { id: 'b', handleHash: 'b', createdAt: past, expiresAt: future } });
  for (const sid of ['open', 'ended', 'expired']) {
    const dates = { createdAt: past, lastSeenAt: past, authTime: past, endedAt: sid === 'ended' ? past : null };
    const expiresAt = sid === 'expired' ? now : future;
    const session = { sid, browserId: 'b', sub, idp: 'local', remember: false };
    await db.session.create({ data: { ...session, ...dates, expiresAt } });
  }
  for (const token of tokens) {
    const { grantId, jti, ...columns } = token;
    const about = { clientId: 'web', scope: 'a', audience: '"a"', claims: `{"jti":"${jti}"}`, issuedAt: past };
    const grant = grantId === '' ? {} : { grantId, sub };
    await db.accessToken.create({ data: { ...about, ...columns, ...grant, jti, hash: hashHandle(nameOf(token)) } });
    if (token.revokedAt !== null && token.expiresAt === past) {
      await db.revokedToken.create({ data: { jti, expiresAt: future } });
    }
  }
});

afterAll(() => provider.close());

/** The same queries with Prisma. */
async function liveUserByPrisma(grantId: string, sid: string | null): Promise<LiveUser | null> {
  const { db, now } = provider.context();
  const grant = await db.grant.findUnique({ where: { id: grantId } });
  if (grant === null || grant.sub === null || grant.revokedAt !== null) return null;
  const user = await db.user.findUnique({ where: { sub: grant.sub } });
  if (user === null || !user.enabled) return null;
  const live = { endedAt: null, expiresAt: { gt: now } };
  if (sid !== null && (await db.session.count({ where: { sid, ...live } })) === 0) return null;
  const { sub, username, claims, tenants, access } = user;
  const { clientId, scope, tenant } = grant;
  const granted = {
    id: grantId,
    clientId,
    scope: scope.split(' '),
    resources: [],
    tenant,
    namedClaims: readNamedClaims(grant.claims),
  };
  return {
    sub,
    username,
    enabled: true,
    tenants: JSON.parse(tenants),
    claims: JSON.parse(claims),
    access,
    grant: granted,
  };
}

describe('the prepared statements answer as Prisma does', () => {
  it.each(tokens.map((token) => [nameOf(token), token] as const))('for the reference token %s', async (name, token) => {
    const { db, now } = provider.context();
    const live = { revokedAt: null, expiresAt: { gt: now } };
    const row = await db.accessToken.findUnique({ where: { hash: hashHandle(name), ...live } });
    const hasGrant = token.grantId !== '';
    const user = hasGrant ? await liveUserByPrisma(token.grantId, token.sid) : null;
    const endedSession = token.sid !== null && token.sid !== 'open';
    const expected = row === null || endedSession || (hasGrant && user === null) ? null : { token: row.claims, user };
    expect(await findLiveReference(db, hashHandle(name), now)).toEqual(expected);
  });

  it.each(tokens.map((token) => [nameOf(token), token] as const))('for a JWT like %s', async (_, token) => {
    const { db, now } = provider.context();
    const { grantId, sid, jti } = token;
    const isRevoked = (await db.revokedToken.count({ where: { jti } })) > 0;
    expect(await isTokenRevoked(db, jti)).toBe(isRevoked);
    const expected = isRevoked ? null : await liveUserByPrisma(grantId, sid);
    expect(await findLiveUser(db, { grantId, sid, jti }, now)).toEqual(expected);
  });

  it('for all of them at the same time, each its own', async () => {
    const { db, now } = provider.context();
    const ask = (name: string) => findLiveReference(db, hashHandle(name), now);
    const askUser = ({ grantId, sid, jti }: (typeof tokens)[number]) => findLiveUser(db, { grantId, sid, jti }, now);
    const references = await Promise.all(tokens.map((token) => ask(nameOf(token))));
    const users = await Promise.all(tokens.map(askUser));
    const revoked = await Promise.all(tokens.map(({ jti }) => isTokenRevoked(db, jti)));
    for (const [index, token] of tokens.entries()) {
      expect(references[index]).toEqual(await ask(nameOf(token)));
      expect(users[index]).toEqual(await askUser(token));
      expect(revoked[index]).toBe(await isTokenRevoked(db, token.jti));
    }
  });

  it('and some of these tokens are live', async () => {
    const { db, now } = provider.context();
    const found = await Promise.all(tokens.map((token) => findLiveReference(db, hashHandle(nameOf(token)), now)));
    expect(found.filter((one) => one !== null)).toHaveLength(4);
    expect(await findLiveReference(db, hashHandle('unknown'), now)).toBeNull();
  });
});
