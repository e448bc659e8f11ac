import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blankClient } from '#lib/clients/client-record';
import { clientTable } from '#lib/clients/client-store';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle } from '#lib/crypto/random';
import { revokeGrants } from '#lib/db/revoke-grants';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { forgetGrants } from '#lib/testing/forget-grants';
import { noNamedClaims } from '#lib/vocabulary/requested-claims';
import { toGrantColumns } from './grant';
import {
  extendGrant,
  findGrantProof,
  hasBeenGranted,
  hasGrants,
  hasOfflineGrant,
  listGrantedScopes,
  revokeGrant,
  revokeSomeOfTenant,
} from './grant-store';
import { revokeAccessToken, revokeJwt, revokeRefreshToken } from './revocation-store';
import { countGraceUse, findStoredRefreshToken } from './token-store';

const at = (seconds: number) => new Date(Date.UTC(2027, 0, 1) + seconds * 1000);
const times = { createdAt: at(0), expiresAt: at(1000) };
const before = { revokedAt: at(5), revokedReason: 'before' };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const clients = [blankClient('web'), blankClient('spa')];
  await transaction(database.db, clientTable.create(database.dialect, clients, { now: at(0) }));
  for (const sub of ['ann', 'ben']) {
    const person = { sub, username: sub, canonicalUsername: sub, enabled: true, tenants: '"all"', claims: '{}' };
    await database.db.user.create({ data: { ...person, createdAt: at(0), updatedAt: at(0) } });
  }
});
afterAll(() => database.close());
beforeEach(async () => {
  await forgetGrants(database.db);
  await database.db.scopeUse.deleteMany();
});

type Change = {
  clientId?: string;
  sub?: string | null;
  scope?: string;
  tenant?: string;
  acr?: string;
  amr?: string;
} & Partial<typeof before> & { expiresAt?: Date };

async function addGrant(id: string, change: Change = {}) {
  await database.db.grant.create({ data: { id, clientId: 'web', sub: 'ann', scope: 'openid', ...times, ...change } });
}

async function addTokens(grantId: string, clientId = 'web') {
  const [refresh, access] = [hashHandle(createHandle()), hashHandle(createHandle())];
  await database.db.refreshToken.create({ data: { hash: refresh, grantId, ...times } });
  const claims = { jti: access, scope: 'openid', audience: '', claims: '{}', issuedAt: at(0), expiresAt: at(1000) };
  await database.db.accessToken.create({ data: { hash: access, grantId, clientId, ...claims } });
  return { refresh, access };
}

/** Why each grant was revoked. Null for a grant that works. */
async function reasons(): Promise<Record<string, string | null>> {
  const rows = await database.db.grant.findMany({ orderBy: { id: 'asc' } });
  return Object.fromEntries(rows.map(({ id, revokedAt, revokedReason }) => [id, revokedAt && revokedReason]));
}

describe('revoking', () => {
  beforeEach(async () => {
    await addGrant('own', { tenant: 'acme' });
    await addGrant('revoked', { tenant: 'acme', ...before });
    await addGrant('of-another-client', { clientId: 'spa', tenant: 'hooli' });
    await addGrant('without-tenant', { clientId: 'spa' });
  });
  const others = { revoked: 'before', 'of-another-client': null, 'without-tenant': null };

  it('a grant does not revoke others, and keeps the first reason', async () => {
    await revokeGrant(database.db, 'own', 'replay', at(10));
    await revokeGrant(database.db, 'revoked', 'replay', at(10));
    expect(await reasons()).toEqual({ own: 'replay', ...others });
  });

  it('grants of a client does not affect others', async () => {
    await transaction(database.db, (tx) => revokeGrants(tx, { clientId: 'web' }, { reason: 'deleted', now: at(10) }));
    expect(await reasons()).toEqual({ own: 'deleted', ...others });
  });

  it('grants under tenants does not affect other tenants, or grants without one', async () => {
    const { dialect } = database;
    await transaction(database.db, (tx) => revokeSomeOfTenant(tx, 'acme', { dialect, limit: 100, now: at(10) }));
    expect(await reasons()).toEqual({ own: 'tenant_deleted', ...others });
  });

  it('a refresh token revokes its own grant, for its own client, once (RFC 7009 §2.1)', async () => {
    const { refresh: hash } = await addTokens('own');
    await addTokens('of-another-client', 'spa');
    const { refresh: old } = await addTokens('revoked');
    const revoke = (token: typeof hash, clientId = 'web') =>
      revokeRefreshToken(database.db, { hash: token, clientId }, at(10));
    expect(await revoke(hash, 'spa')).toBe(false);
    expect(await revoke(hashHandle(createHandle()))).toBe(false);
    expect(await revoke(old), 'of a grant that was revoked before').toBe(false);
    expect(await reasons()).toEqual({ own: null, ...others });
    expect([await revoke(hash), await revoke(hash)]).toEqual([true, false]);
    expect(await reasons()).toEqual({ own: 'revoked_by_client', ...others });
  });

  it('an access token ends only itself, for its own client (RFC 7009 §2.1)', async () => {
    const { access } = await addTokens('own');
    const { access: other } = await addTokens('own');
    const ended = async () => {
      const rows = await database.db.accessToken.findMany({ where: { revokedAt: { not: null } } });
      return rows.map(({ hash }) => hash);
    };
    await revokeAccessToken(database.db, { hash: access, clientId: 'spa' }, at(10));
    await revokeAccessToken(database.db, { hash: hashHandle(createHandle()), clientId: 'web' }, at(10));
    expect(await ended()).toEqual([]);
    await revokeAccessToken(database.db, { hash: access, clientId: 'web' }, at(10));
    expect(await ended()).toEqual([access]);
    expect(other).not.toBe(access);
    expect(await reasons()).toEqual({ own: null, ...others });
  });

  it('a JWT is recorded once', async () => {
    const token = { jti: createHandle(), expiresAt: at(1000) };
    for (let time = 0; time < 2; time += 1) await revokeJwt(database.db, token);
    expect(await database.db.revokedToken.count({ where: { jti: token.jti } })).toBe(1);
  });

  it.each([
    ['earlier', at(500), at(1000)],
    ['at the same time', at(1000), at(1000)],
    ['later', at(5000), at(5000)],
  ])('is not undone by a token that expires %s, and the grant keeps its later end', async (_, expiresAt, expected) => {
    expect(await run(database.db, [extendGrant('own', expiresAt)])).toBeNull();
    expect(await database.db.grant.findMany({ where: { expiresAt: expected, id: 'own' } })).toHaveLength(1);
    expect(await reasons()).toEqual({ own: null, ...others });
  });

  it('is final: a revoked grant is not extended', async () => {
    const extend = (id: string) => run(database.db, [extendGrant(id, at(5000))]);
    expect([await extend('own'), await extend('revoked'), await extend('unknown')]).toEqual([
      null,
      'revoked',
      'revoked',
    ]);
    const rows = await database.db.grant.findMany({ where: { expiresAt: at(5000) } });
    expect(rows.map(({ id }) => id)).toEqual(['own']);
  });
});

describe('what a person granted', () => {
  const own = { sub: 'ann', clientId: 'web' };

  it.each<[string, Change, boolean, boolean, boolean]>([
    ['offline access', { scope: 'openid offline_access' }, true, true, true],
    ['something else', { scope: 'openid my_offline_access' }, false, true, true],
    ['to another client', { clientId: 'spa', scope: 'offline_access' }, false, false, false],
    ['as another person', { sub: 'ben', scope: 'offline_access' }, false, true, false],
    ['as nobody', { sub: null, scope: 'offline_access' }, false, false, false],
    ['and took back', { scope: 'offline_access', ...before }, false, false, false],
    ['until now', { scope: 'offline_access', expiresAt: at(10) }, false, false, false],
  ])('%s', async (_, change, isOffline, isAnything, isListed) => {
    await addGrant('one', change);
    expect(await hasOfflineGrant(database.db, own, at(10))).toBe(isOffline);
    expect(await transaction(database.db, (tx) => hasGrants(tx, 'web', at(10)))).toBe(isAnything);
    const listed = [...(await listGrantedScopes(database.db, own, at(10)))];
    expect(listed).toEqual(isListed ? (change.scope ?? '').split(' ') : []);
  });

  it('offline among many other things', async () => {
    for (let count = 0; count < 20; count += 1) await addGrant(`online ${count}`);
    await addGrant('the last', { scope: 'openid offline_access' });
    expect(await hasOfflineGrant(database.db, own, at(10))).toBe(true);
  });

  it('counts while it works, or if the client ever used a scope of the person', async () => {
    const hasBeen = () => hasBeenGranted(database.db, own, at(10));
    const used = { scope: 'openid', lastUsedAt: at(1) };
    await database.db.scopeUse.createMany({
      data: [
        { sub: 'ann', clientId: 'spa', ...used },
        { sub: 'ben', clientId: 'web', ...used },
      ],
    });
    for (const change of [{ clientId: 'spa' }, { sub: 'ben' }, before, { expiresAt: at(10) }]) {
      await addGrant(createHandle(), change);
    }
    expect(await hasBeen()).toBe(false);
    await addGrant('one');
    expect(await hasBeen()).toBe(true);
    await forgetGrants(database.db);
    await database.db.scopeUse.create({ data: { ...own, ...used } });
    expect(await hasBeen()).toBe(true);
  });

  it('has the level of its own sign-in', async () => {
    await addGrant('one', { acr: 'phr', amr: 'swk user mfa' });
    await addGrant('two', { acr: 'phrh', amr: 'hwk' });
    await addGrant('three');
    const found = ['one', 'two', 'three', 'unknown'].map((id) => findGrantProof(database.db, id));
    expect(await Promise.all(found)).toEqual([
      { acr: 'phr', amr: ['swk', 'user', 'mfa'] },
      { acr: 'phrh', amr: ['hwk'] },
      { acr: null, amr: [] },
      null,
    ]);
  });
});

it.each([
  [true, true],
  [false, null],
  [undefined, null],
])('a grant whose offline access was implied (%j) is stored with %j', (offlineImplied, stored) => {
  const authentication = { sub: 'ann', sid: null, authTime: at(0), amr: ['pwd'], idp: 'local', acr: null };
  const grant = {
    id: 'one',
    clientId: 'web',
    scope: ['openid'],
    resources: [],
    authentication,
    namedClaims: noNamedClaims,
    tenant: null,
  };
  const columns = toGrantColumns({ ...grant, ...(offlineImplied !== undefined && { offlineImplied }) }, at(0));
  expect(columns.offlineImplied).toBe(stored);
});

describe('a refresh token that is used again within the grace window (RFC 9700 §4.14.2)', () => {
  const limits = { consumedAfter: at(90), uses: 2 };
  const use = async (hash: string, successor: ReturnType<typeof hashHandle>, confirmation: string | null = null) =>
    (await run(database.db, [countGraceUse({ hash, successor, confirmation }, limits)])) === null;

  async function rotate(consumedAt: Date) {
    const grantId = createHandle();
    await addGrant(grantId);
    const [old, successor] = [hashHandle(createHandle()), hashHandle(createHandle())];
    await database.db.refreshToken.create({ data: { hash: old, grantId, consumedAt, ...times } });
    await database.db.refreshToken.create({ data: { hash: successor, grantId, ...times } });
    return { old, successor };
  }

  it('counts up to its limit, and does not count for other tokens', async () => {
    const { old, successor } = await rotate(at(100));
    const other = await rotate(at(100));
    expect([await use(old, successor), await use(old, successor), await use(old, successor)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await use(other.old, other.successor)).toBe(true);
  });

  it.each<[string, number, object, string | null]>([
    ['it was consumed before the window', 90, {}, null],
    ['its successor was used', 100, { consumedAt: at(101) }, null],
    ['its successor is bound to another key', 100, { confirmation: '{"jkt":"one"}' }, '{"jkt":"two"}'],
    ['its successor is bound to a key', 100, { confirmation: '{"jkt":"one"}' }, null],
  ])('does not count if %s', async (_, consumed, change, confirmation) => {
    const { old, successor } = await rotate(at(consumed));
    await rotate(at(100));
    await database.db.refreshToken.update({ where: { hash: successor }, data: change });
    expect(await use(old, successor, confirmation)).toBe(false);
  });

  it('is distinguished from an invalid text', async () => {
    const { old, successor } = await rotate(at(100));
    expect(await findStoredRefreshToken(database.db, [hashHandle(createHandle()), successor])).toBe(successor);
    expect(await findStoredRefreshToken(database.db, [old])).toBe(old);
    expect(await findStoredRefreshToken(database.db, [hashHandle(createHandle())])).toBeNull();
  });
});
