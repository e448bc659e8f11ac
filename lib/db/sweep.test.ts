import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { sweepExpired, sweeps } from './sweep';

const now = new Date('2030-01-01T00:00:00.000Z');
const expired = new Date('2029-12-31T23:58:00.000Z');
const valid = new Date('2030-01-01T00:00:00.001Z');
const day = 86_400_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await createClientAndUsers();
});

afterAll(async () => {
  await database.close();
});

async function createClientAndUsers(): Promise<void> {
  const time = { createdAt: now, updatedAt: now };
  for (const sub of ['old', 'new']) {
    await database.db.user.create({
      data: { sub, username: sub, canonicalUsername: sub, enabled: true, tenants: '[]', claims: '{}', ...time },
    });
  }
  await database.db.client.create({
    data: {
      clientId: 'c',
      enabled: true,
      settings: '{}',
      selfRegistered: false,
      agentState: 'pending',
      ...time,
    },
  });
}

/** Creates one row of each swept model, and the rows that depend on it. */
async function createRows(id: 'old' | 'new', expiresAt: Date): Promise<void> {
  const { db } = database;
  const time = { createdAt: now, expiresAt };
  const over = new Date(expiresAt.getTime() - 3_600_000);
  await db.interaction.create({
    data: { hash: id, browserHash: 'b', startedAt: now, expiresAt: over },
  });
  await db.grant.create({ data: { id, clientId: 'c', sub: id, scope: '', ...time } });
  await db.authorizationCode.create({ data: { hash: id, grantId: id, redirectUri: 'https://c.example/', ...time } });
  await db.refreshToken.create({ data: { hash: id, grantId: id, ...time } });
  const token = { clientId: 'c', scope: '', audience: '', claims: '{}', issuedAt: now };
  await db.accessToken.create({ data: { hash: id, jti: id, ...token, expiresAt } });
  await db.accessToken.create({ data: { hash: `${id}-granted`, jti: id, grantId: id, ...token, expiresAt: valid } });
  await db.revokedToken.create({ data: { jti: id, expiresAt } });
  await db.consent.create({ data: { sub: id, clientId: 'c', scope: '', ...time } });
  await db.rateLimit.create({ data: { key: id, count: 1, expiresAt } });
  await db.passwordLink.create({ data: { hash: id, sub: id, ...time } });
  await db.knownBrowser.create({ data: { hash: id, sub: id, ...time } });
  await db.browser.create({ data: { id, handleHash: id, createdAt: now, expiresAt: valid } });
  const session = { sub: id, authTime: now, idp: 'local', remember: false, lastSeenAt: now };
  await db.session.create({ data: { sid: id, browserId: id, ...session, ...time } });
  await db.browser.create({ data: { id: `${id}-alone`, handleHash: `${id}-alone`, ...time } });
  const notice = { sid: id, sub: id, nextAttemptAt: now };
  await db.logoutNotice.create({ data: { id, clientId: 'c', ...notice, ...time } });
  await db.outboxMail.create({ data: { id, kind: 'test', ...time } });
  const device = { userCodeHash: id, status: 'pending', scope: '', clientAddress: '192.0.2.1', intervalSeconds: 5 };
  await db.deviceRequest.create({ data: { hash: id, clientId: 'c', ...device, ...time } });
  await db.pushedRequest.create({ data: { hash: id, clientId: 'c', parameters: '', createdAt: now, expiresAt: over } });
  await db.usedJwt.create({ data: { key: id, expiresAt } });
  await db.initialAccessToken.create({ data: { hash: id, ...time } });
  const refusal = { groupKey: id, endpoint: '', rule: '', error: '', description: '', network: '', facts: '[]' };
  await db.explanation.create({ data: { reference: id, ...refusal, occurrences: 1, lastSeenAt: now, ...time } });
  await db.idempotentRequest.create({ data: { caller: 'c', key: id, digest: '', expiresAt } });
  const key = { alg: 'ES256', publicJwk: '{}', privateSealed: '', createdAt: now, activatesAt: now };
  await db.signingKey.create({ data: { kid: id, ...key, expiresAt: new Date(expiresAt.getTime() - 30 * day) } });
}

async function remaining(): Promise<Record<string, string[]>> {
  const { db } = database;
  return {
    Interaction: (await db.interaction.findMany()).map((row) => row.hash),
    Grant: (await db.grant.findMany()).map((row) => row.id),
    AuthorizationCode: (await db.authorizationCode.findMany()).map((row) => row.hash),
    RefreshToken: (await db.refreshToken.findMany()).map((row) => row.hash),
    AccessToken: (await db.accessToken.findMany({ orderBy: { hash: 'asc' } })).map((row) => row.hash),
    RevokedToken: (await db.revokedToken.findMany()).map((row) => row.jti),
    Consent: (await db.consent.findMany()).map((row) => row.sub),
    RateLimit: (await db.rateLimit.findMany()).map((row) => row.key),
    PasswordLink: (await db.passwordLink.findMany()).map((row) => row.hash),
    KnownBrowser: (await db.knownBrowser.findMany()).map((row) => row.hash),
    Session: (await db.session.findMany()).map((row) => row.sid),
    Browser: (await db.browser.findMany({ orderBy: { id: 'asc' } })).map((row) => row.id),
    LogoutNotice: (await db.logoutNotice.findMany()).map((row) => row.id),
    OutboxMail: (await db.outboxMail.findMany()).map((row) => row.id),
    DeviceRequest: (await db.deviceRequest.findMany()).map((row) => row.hash),
    PushedRequest: (await db.pushedRequest.findMany()).map((row) => row.hash),
    UsedJwt: (await db.usedJwt.findMany()).map((row) => row.key),
    InitialAccessToken: (await db.initialAccessToken.findMany()).map((row) => row.hash),
    Explanation: (await db.explanation.findMany()).map((row) => row.reference),
    IdempotentRequest: (await db.idempotentRequest.findMany()).map((row) => row.key),
    SigningKey: (await db.signingKey.findMany()).map((row) => row.kid),
  };
}

async function deleteEverySweptRow(): Promise<void> {
  await sweepExpired(database.db, new Date(now.getTime() + 365 * day));
}

/** The statements that wait for a lock. */
function listWaiting(): Promise<Record<string, unknown>[]> {
  return database.session(({ rows }) =>
    rows(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`),
  );
}

describe('sweepExpired', () => {
  afterEach(deleteEverySweptRow);

  it('deletes only expired rows and their dependents', async () => {
    await createRows('old', expired);
    await createRows('new', valid);
    expect(await sweepExpired(database.db, now)).toBe(21);
    expect(await remaining()).toEqual({
      Interaction: ['new'],
      Grant: ['new'],
      AuthorizationCode: ['new'],
      RefreshToken: ['new'],
      AccessToken: ['new', 'new-granted'],
      RevokedToken: ['new'],
      Consent: ['new'],
      RateLimit: ['new'],
      PasswordLink: ['new'],
      KnownBrowser: ['new'],
      Session: ['new'],
      Browser: ['new', 'new-alone', 'old'],
      LogoutNotice: ['new'],
      OutboxMail: ['new'],
      DeviceRequest: ['new'],
      PushedRequest: ['new'],
      UsedJwt: ['new'],
      InitialAccessToken: ['new'],
      Explanation: ['new'],
      IdempotentRequest: ['new'],
      SigningKey: ['new'],
    });
    expect(await sweepExpired(database.db, now)).toBe(0);
  });

  it('keeps rows that expired less than a minute ago, because clocks differ', async () => {
    await createRows('old', new Date(now.getTime() - 59_000));
    expect(await sweepExpired(database.db, now)).toBe(0);
  });

  it.each([
    ['a month', { sessionAbsoluteSeconds: 60, rememberSeconds: 60 }, 30],
    ['a remembered session', { sessionAbsoluteSeconds: 60, rememberSeconds: 90 * 86_400 }, 90],
    ['any other session', { sessionAbsoluteSeconds: 60 * 86_400, rememberSeconds: 60 }, 60],
  ])('keeps an expired key as long as %s, because it verifies hints (security #19)', async (_, limits, days) => {
    const { db } = database;
    await db.portal.create({ data: { id: 1, settings: '{}', ...limits } });
    await createRows('new', valid);
    const endOfDay = new Date(now.getTime() - days * day);
    for (const [kid, expiresAt] of [
      ['kept', endOfDay],
      ['over', new Date(endOfDay.getTime() - 61_000)],
    ] as const) {
      const key = { alg: 'ES256', publicJwk: '{}', privateSealed: '', createdAt: now, activatesAt: now };
      await db.signingKey.create({ data: { kid, ...key, expiresAt } });
    }
    expect(await sweepExpired(db, now)).toBe(1);
    expect((await remaining()).SigningKey?.toSorted()).toEqual(['kept', 'new']);
    await db.portal.deleteMany();
  });

  it('keeps rows without an end and an ended session until it would have expired', async () => {
    await createRows('new', valid);
    await database.db.session.updateMany({ data: { endedAt: expired } });
    await database.db.consent.updateMany({ data: { expiresAt: null } });
    await database.db.signingKey.updateMany({ data: { expiresAt: null } });
    expect(await sweepExpired(database.db, now)).toBe(0);
  });

  it('deletes more than a batch', async () => {
    const data = Array.from({ length: 450 }, (_, index) => ({ key: `k${index}`, count: 1, expiresAt: expired }));
    await database.db.rateLimit.createMany({ data });
    expect(await sweepExpired(database.db, now)).toBe(450);
  });

  it('covers every model that expires (design: data)', () => {
    const schema = readFileSync('prisma/schema.prisma', 'utf8');
    const models = [...schema.matchAll(/^model (\w+) \{([^}]*)\}/gm)];
    const expiring = models.filter(([, , body]) => body?.includes(' expiresAt ')).map(([, name]) => name);
    const withTheirGrant = ['AuthorizationCode', 'RefreshToken'];
    const byTheirTime = ['ActiveUser', 'ClientUsage', 'OverviewSnapshot'];
    const keptUntilRemoved = ['ClientSecret', 'ScopeSecret'];
    const recordedAtTheirEnd = ['Membership', 'Assignment'];
    const kept = [...withTheirGrant, ...keptUntilRemoved, ...recordedAtTheirEnd];
    expect([...Object.keys(sweeps), ...kept].sort()).toEqual([...expiring, ...byTheirTime].sort());
  });

  it.each(Object.entries(sweeps))('finds a row of %s by its primary key', (model, { key }) => {
    const schema = readFileSync('prisma/schema.prisma', 'utf8');
    const [, body = ''] = new RegExp(`^model ${model} \\{([^}]*)\\}`, 'm').exec(schema) ?? [];
    const [, several] = /@@id\(\[(.+)\]\)/.exec(body) ?? [];
    const [, one] = /^ +(\w+) .*@id\b/m.exec(body) ?? [];
    expect(several?.split(', ') ?? [one]).toEqual(key);
  });

  if (inject('database').dialect === 'postgresql') {
    it.each([
      ['RateLimit', 'key'],
      ['Consent', 'sub'],
      ['Grant', 'id'],
    ])('keeps a row of %s that is renewed while it is about to be deleted', async (model, key) => {
      await createRows('old', expired);
      await database.session(async ({ script }) => {
        await script(`BEGIN; UPDATE "${model}" SET "expiresAt" = '${valid.toISOString()}' WHERE "${key}" = 'old'`);
        const sweeping = sweepExpired(database.db, now);
        await expect.poll(listWaiting).toHaveLength(1);
        await script('COMMIT');
        await sweeping;
      });
      expect((await remaining())[model]).toContain('old');
    });
  }
});
