import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { administrators, testAction } from '#lib/testing/admin-action';
import { actAs } from '#lib/testing/administrator';
import { fixtures } from '#lib/testing/fixtures';
import { revokeKey, rotateKeys } from './actions';
import { planRotation, readKey, readKeys } from './read';

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({ ...fixtures, users: administrators, portal: { admin_second_factor: 'optional' } });
});
afterAll(() => area.close());

const provider = () => area.provider;
const asOwner = () => actAs(provider(), 'owner');
const events = (type: string) => listEvents(provider().context().db, { types: [type] }, 10);
const activeKey = async () => (await readKeys(await asOwner())).groups[0]?.keys.find(({ phase }) => phase === 'active');

describe('the signing keys', () => {
  it('are shown with their dates, but without their private keys (security #160)', async () => {
    const admin = await asOwner();
    const overview = await readKeys(admin);
    expect(overview.groups.map(({ alg }) => alg)).toEqual(['RS256', 'ES256']);
    expect(overview.groups.map(({ clients }) => clients)).toEqual([fixtures.clients.length, fixtures.clients.length]);
    expect(overview.jwksUri).toBe('https://op.test/.well-known/openid-configuration/jwks');
    const shown = JSON.stringify(overview);
    for (const { privateSealed, publicJwk } of await admin.db.signingKey.findMany()) {
      expect(shown).not.toContain(privateSealed);
      expect(shown).not.toContain(publicJwk);
    }
  });
});

describe('a rotation of the keys', () => {
  testAction(rotateKeys, { provider, says: 'Rotated the signing keys.' });

  it('has an event for each algorithm, and the dates of its question turn out to be right', async () => {
    const admin = await asOwner();
    expect((await events('key.rotated')).map(({ targetName }) => targetName).sort()).toEqual(['ES256', 'RS256']);
    const { algs, activatesAt, expiresAt } = await planRotation(admin);
    expect(algs).toEqual(['RS256', 'ES256']);
    for (const { keys } of (await readKeys(admin)).groups) {
      const [next, current] = ['announced', 'active'].map((phase) => keys.find((key) => key.phase === phase));
      expect(next?.activatesAt).toEqual(activatesAt);
      expect([current?.retiresAt, current?.expiresAt]).toEqual([activatesAt, expiresAt]);
    }
  });

  it('changes nothing while another one is under way', async () => {
    const admin = await asOwner();
    expect((await rotateKeys.ask(admin, {})).question).toMatchObject({
      refused: { title: 'A rotation is in progress' },
    });
    expect(await rotateKeys.run(admin)).toBe(false);
    expect(await events('key.rotated')).toHaveLength(2);
  });
});

describe('a revoked key', () => {
  const names = async () => ({ kid: (await activeKey())?.kid ?? '' });
  testAction(revokeKey, { provider, names, says: 'Revoked the key.' });

  it('is gone, and cannot be revoked again', async () => {
    const admin = await asOwner();
    const [event] = await events('key.revoked');
    const kid = event?.targetId ?? '';
    expect(event).toMatchObject({ targetName: 'RS256', details: expect.stringContaining('"phase":"retired"') });
    await expect(readKey(admin, kid)).rejects.toMatchObject({ code: 'not_found' });
    await expect(revokeKey.run(admin, { kid })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('may have expired before, because it still verifies hints', async () => {
    const admin = await asOwner();
    const kid = (await activeKey())?.kid ?? '';
    const later = { ...admin, now: new Date(admin.now.getTime() + 400 * 24 * 3_600_000) };
    expect((await revokeKey.ask(later, { kid })).question).toMatchObject({ title: 'Revoke this key?' });
  });
});
