import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { listChangesAfter } from '#lib/audit/revision-store';
import { loadAuditKeys } from '#lib/audit/seals/audit-key';
import { sealEvents } from '#lib/audit/seals/seal-events';
import { verifyChain } from '#lib/audit/seals/verify-chain';
import { masterSecret } from '#lib/crypto/master-secret';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import { ensureKeys } from '#lib/keys/ensure-keys';
import { toProvider } from '#lib/providers/provider-record';
import { listProviders } from '#lib/providers/provider-store';
import { loadSnapshot } from '#lib/snapshot/load-snapshot';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { loadKeyRing } from '#lib/testing/load-key-ring';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { parseConfiguration } from './file';
import { rotateSecret } from './rotate-secret';

const now = new Date('2026-01-01T12:00:00Z');
const former = masterSecret('a secret of this test, of some length');
const both = masterSecret('the next secret of this test, as long', former.current);
const next = masterSecret(both.current);
const canaries = ['canary-secret-of-corp', 'canary-secret-of-hub'];

const providers = ['corp', 'hub'].map((name, index) => ({
  name,
  display_name: name,
  type: 'oidc',
  issuer: `https://${name}.example`,
  client_id: 'signet',
  client_secret: canaries[index],
}));

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  await ensureKeys(database.db, former, ['ES256', 'RS256'], now);
  const file = parseConfiguration(JSON.stringify({ identity_providers: providers }));
  await applyConfiguration(database, file, { prune: false, secret: former, now, by: byCommandLine });
  await sealEvents(database.db, former, now);
  await database.db.upstreamSignIn.create({
    data: {
      hash: 'h',
      provider: 'corp',
      browserHash: 'b',
      interactionHash: 'i',
      sealed: seal(sealingKey(former), 'canary of the way', rowAad('UpstreamSignIn', 'sealed', 'h')),
      identity: seal(sealingKey(former), 'canary of the identity', rowAad('UpstreamSignIn', 'identity', 'h')),
      createdAt: now,
      expiresAt: now,
    },
  });
});

afterEach(() => database.close());

beforeEach(async () => {
  const sealed = seal(sealingKey(former), 'canary of the mail', rowAad('OutboxMail', 'sealed', 'm'));
  await database.db.outboxMail.create({ data: { id: 'm', kind: 'test', sealed, createdAt: now, expiresAt: now } });
});

const rotate = (secret = both) => rotateSecret(database.db, { secret, now, by: byCommandLine });

async function sealedTexts(): Promise<string[]> {
  const { db } = database;
  const rows = await Promise.all([
    db.signingKey.findMany({}),
    db.identityProvider.findMany({}),
    db.upstreamSignIn.findMany({}),
    db.auditKey.findMany({}),
    db.outboxMail.findMany({}),
    db.configurationChange.findMany({}),
  ]);
  return [...JSON.stringify(rows).matchAll(/v\d\.[\w.-]{30,}/g)].map(([text]) => text);
}

describe('a rotation of the secret (security #141)', () => {
  it('reseals every value, so that the former secret opens none', async () => {
    const before = await sealedTexts();
    const { values, unreadable } = await rotate();
    const after = await sealedTexts();
    expect([values, unreadable]).toEqual([11, []]);
    expect(after).toHaveLength(before.length + 1);
    expect(new Set(after.map((text) => text.split('.')[1])).size).toBe(1);
    expect(after.filter((text) => before.includes(text))).toEqual([]);
    await expect(loadKeyRing(database.db, former, now)).rejects.toMatchObject({ code: 'wrong_secret' });
    await expect(loadAuditKeys(database.db, former)).rejects.toMatchObject({ code: 'cannot_open' });
  });

  it('keeps every value readable with only the new secret', async () => {
    const kids = [...(await loadKeyRing(database.db, former, now)).keys()];
    await rotate();
    const snapshot = await loadSnapshot(database.db, next, now);
    expect([...snapshot.keys.keys()]).toEqual(kids);
    expect([...snapshot.providers.values()].map(({ clientSecret }) => clientSecret)).toEqual(canaries);
    const [row] = await database.db.upstreamSignIn.findMany({});
    const opened = open(sealingKey(next), row?.identity ?? '', rowAad('UpstreamSignIn', 'identity', 'h'));
    expect(opened.toString()).toBe('canary of the identity');
    expect(await verifyChain(database.db, next, now)).toMatchObject({ intact: true });
  });

  it('reseals the history, so that a former provider can be restored', async () => {
    await rotate();
    const changes = await listChangesAfter(database.db, 0);
    const [created] = changes.filter(({ section, key }) => section === 'identity_providers' && key === 'corp');
    const { position: _, ...entry } = created?.after ?? {};
    const file = parseConfiguration(JSON.stringify({ identity_providers: [entry] }));
    await database.db.identityProvider.deleteMany({});
    await applyConfiguration(database, file, { prune: false, secret: next, now, by: byCommandLine });
    const [restored] = await listProviders(database.db);
    expect(restored && toProvider(restored, next).clientSecret).toBe(canaries[0]);
  });

  it('skips a claim in the history that is called sealed', async () => {
    const revision = await database.db.configurationRevision.findFirst();
    const entry = { name: 'open', client_secret: null, claim_mapping: { sealed: 'department' } };
    const place = { number: revision?.number ?? 0, position: 99, section: 'identity_providers', key: 'open' };
    await database.db.configurationChange.create({ data: { ...place, before: null, after: JSON.stringify(entry) } });
    expect(await rotate()).toMatchObject({ unreadable: [] });
  });

  it('is recorded, starts a new key of the audit log, and does nothing the second time', async () => {
    expect((await rotate()).keepUntil).toEqual(new Date('2026-01-31T12:00:00Z'));
    expect(await rotate()).toMatchObject({ values: 0, keepUntil: null });
    expect(await rotate(next)).toMatchObject({ values: 0, keepUntil: null });
    const events = await listEvents(database.db, { types: ['secret.rotated'] }, 5);
    expect(events).toHaveLength(1);
    expect(await loadAuditKeys(database.db, next)).toHaveLength(2);
  });

  it.each([
    ['earlier than new ones', '2026-01-02T12:00:00Z', '2026-01-31T12:00:00Z'],
    ['later than new ones, from before remember_seconds was lowered', '2026-12-31T12:00:00Z', '2026-12-31T12:00:00Z'],
  ])('keeps the former secret for all cookies, when the last one expires %s', async (_, end, keepUntil) => {
    const expiresAt = new Date(end);
    await database.db.browser.create({ data: { id: 'b', handleHash: 'h', createdAt: now, expiresAt } });
    expect((await rotate()).keepUntil).toEqual(new Date(keepUntil));
  });

  it('reports a value that no listed secret opens, and then retires no secret', async () => {
    await database.db.identityProvider.update({
      where: { name: 'hub' },
      data: { clientSecretSealed: seal(sealingKey(masterSecret('a lost secret')), 'x', 'IdentityProvider:x:hub') },
    });
    expect(await rotate()).toMatchObject({ unreadable: ['IdentityProvider:clientSecretSealed:hub'], keepUntil: null });
    await expect(rotate(next)).rejects.toMatchObject({ code: 'wrong_secret' });
  });

  it('reseals values that a process with the former secret sealed meanwhile when it runs again', async () => {
    const swapped = masterSecret(former.current, next.current);
    await rotate();
    await ensureKeys(database.db, swapped, ['EdDSA'], now);
    expect((await loadKeyRing(database.db, both, now)).size).toBe(3);
    await expect(rotate(next)).rejects.toMatchObject({ code: 'wrong_secret' });
    expect(await rotate()).toMatchObject({ values: 1 });
    expect((await loadKeyRing(database.db, next, now)).size).toBe(3);
  });
});

describe('a copy of the database (security #141)', () => {
  it('contains no secret in clear text', async () => {
    const tables = await Promise.all([
      database.db.signingKey.findMany({}),
      database.db.identityProvider.findMany({}),
      database.db.upstreamSignIn.findMany({}),
      database.db.configurationChange.findMany({}),
      database.db.auditEvent.findMany({}),
      database.db.installation.findMany({}),
    ]);
    const text = JSON.stringify(tables);
    for (const canary of [...canaries, 'canary of', former.current, 'PRIVATE KEY', '"d":']) {
      expect(text).not.toContain(canary);
      expect(text).not.toContain(Buffer.from(canary).toString('base64url').slice(0, -2));
    }
  });

  it('with swapped secrets of two providers has neither of them', async () => {
    await swapProviders();
    const { providers } = await loadSnapshot(database.db, former, now);
    for (const name of ['corp', 'hub']) {
      expect(providers.get(name)).toMatchObject({ enabled: false, unreadable: true, clientSecret: null });
    }
  });

  it('with swapped signing keys is not served', async () => {
    await swapKeys();
    await expect(loadSnapshot(database.db, former, now)).rejects.toMatchObject({ code: 'wrong_secret' });
  });

  it('with two swapped columns of a row opens neither', async () => {
    const [row] = await database.db.upstreamSignIn.findMany({});
    for (const [column, sealed] of [
      ['sealed', row?.identity],
      ['identity', row?.sealed],
    ] as const) {
      const place = rowAad('UpstreamSignIn', column, 'h');
      expect(() => open(sealingKey(former), sealed ?? '', place)).toThrow(
        expect.objectContaining({ code: 'cannot_open' }),
      );
    }
  });
});

async function swapProviders(): Promise<void> {
  const [one, other] = await database.db.identityProvider.findMany({ orderBy: { name: 'asc' } });
  await database.db.identityProvider.update({
    where: { name: 'corp' },
    data: { clientSecretSealed: other?.clientSecretSealed ?? null },
  });
  await database.db.identityProvider.update({
    where: { name: 'hub' },
    data: { clientSecretSealed: one?.clientSecretSealed ?? null },
  });
}

async function swapKeys(): Promise<void> {
  const [one, other] = await database.db.signingKey.findMany({});
  await database.db.signingKey.update({
    where: { kid: one?.kid ?? '' },
    data: { privateSealed: other?.privateSealed ?? '' },
  });
  await database.db.signingKey.update({
    where: { kid: other?.kid ?? '' },
    data: { privateSealed: one?.privateSealed ?? '' },
  });
}
