import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { startSnapshot, stopSnapshot } from '#lib/snapshot/current';
import { postedForm } from '#lib/testing/admin';
import { actAs } from '#lib/testing/administrator';
import { fixtures } from '#lib/testing/fixtures';
import { password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { rotateForm } from './key-forms';
import { planRotation, readKey, readKeys, revokeNow, rotateNow } from './keys';

let provider: TestProvider;

beforeAll(async () => {
  provider = await createTestProvider({ ...fixtures, users: [{ username: 'root', password, admin: 'owner' }] });
  const { db, settings, now } = provider.context();
  await startSnapshot({ db, secret: settings.secret, now });
}, 60_000);

afterAll(async () => {
  stopSnapshot();
  await provider.close();
});

const events = (type: string) => listEvents(provider.context().db, { types: [type] }, 10);

describe('the signing keys', () => {
  it('are shown with their dates, but without their private keys (security #160)', async () => {
    const admin = await actAs(provider, 'root');
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

  it('are rotated once, with an event for each', async () => {
    const admin = await actAs(provider, 'root');
    const plan = await planRotation(admin);
    expect([plan.isRotating, plan.algs]).toEqual([false, ['RS256', 'ES256']]);
    await rotateNow({ ...admin, reason: 'yearly' });
    const { groups } = await readKeys(admin);
    // The dates on the page turn out to be right.
    for (const { keys } of groups) {
      const [next, current] = ['announced', 'active'].map((phase) => keys.find((key) => key.phase === phase));
      expect(next?.activatesAt).toEqual(plan.activatesAt);
      expect([current?.retiresAt, current?.expiresAt]).toEqual([plan.activatesAt, plan.expiresAt]);
    }
    expect((await planRotation(admin)).isRotating).toBe(true);
    const again = await rotateForm(admin, postedForm({}));
    expect(again.flash.text).toBe('There was nothing to change.');
    const recorded = await events('key.rotated');
    expect(recorded.map(({ targetName }) => targetName).sort()).toEqual(['ES256', 'RS256']);
    expect(recorded.every(({ actorName, details }) => actorName === 'root' && details.includes('yearly'))).toBe(true);
  });

  it('are revoked only by their ID', async () => {
    const admin = await actAs(provider, 'root');
    const key = (await readKeys(admin)).groups[0]?.keys.find(({ phase }) => phase === 'active');
    const kid = key?.kid ?? '';
    const wrong = revokeNow(admin, { kid, typed: 'yes' });
    await expect(wrong).rejects.toMatchObject({
      code: 'invalid',
      fields: [expect.objectContaining({ field: 'typed' })],
    });
    expect(await readKey(admin, kid)).toMatchObject({ phase: 'active' });
    await revokeNow({ ...admin, reason: 'a laptop was stolen' }, { kid, typed: kid });
    await expect(readKey(admin, kid)).rejects.toMatchObject({ code: 'not_found' });
    const again = revokeNow(admin, { kid, typed: kid });
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
    const [event] = await events('key.revoked');
    expect(event).toMatchObject({ targetId: kid, targetName: 'RS256', actorName: 'root' });
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ reason: 'a laptop was stolen', phase: 'active' });
  });
});
