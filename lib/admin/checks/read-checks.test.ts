import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginRecording, saveUses } from '#lib/clients/usage/use-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { countChecks, groupChecks, readChecks, readStoredChecks } from './read';

const day = 86_400_000;
let area: TestAdmin;

beforeAll(async () => {
  area = await createTestAdmin({
    clients: ['used', 'unused'].map((clientId) => ({
      client_id: clientId,
      client_secrets: [{ value: 'canary-secret' }],
      redirect_uris: [`https://${clientId}.test/cb`],
      require_pkce: false,
      scope: 'openid',
    })),
  });
});
afterAll(() => area.close());

const unusedAt = async (days: number) => {
  const admin = await area.admin();
  const checks = await readChecks({ ...admin, now: new Date(admin.now.getTime() + days * day) });
  return checks.filter(({ rule }) => rule === 'client_unused').map(({ object }) => object.id);
};

describe('reading the checks', () => {
  it('takes ten statements and shows no secret', async () => {
    const admin = await area.admin();
    const counted = countStatements(admin.db);
    const checks = await readChecks({ ...admin, db: counted.db });
    expect(counted.count()).toBeLessThanOrEqual(10);
    expect(JSON.stringify(checks)).not.toMatch(/canary|sha256/);
    expect(groupChecks(checks).map(({ rule, checks: found }) => [rule, found.length])).toEqual([
      ['mail_missing', 1],
      ['mail_methods_off', 1],
      ['pkce_missing', 2],
    ]);
    expect(countChecks(checks)).toEqual({ error: 0, warning: 4, advice: 0 });
  });

  it('reports a client as unused after 90 days of recorded uses without one of it', async () => {
    const { db, now } = await area.admin();
    expect(await unusedAt(91)).toEqual([]);
    await beginRecording(db, now);
    expect(await unusedAt(89)).toEqual([]);
    expect(await unusedAt(91)).toEqual(['unused', 'used']);
    await saveUses(db, [{ clientId: 'used', kind: 'client', value: '', at: new Date(now.getTime() + 50 * day) }]);
    expect(await unusedAt(91)).toEqual(['unused']);
  });

  it('counts people without a verified address where email is the only identifier', async () => {
    const find = async () => {
      area.provider.advance(10);
      const found = (await readChecks(await area.admin())).filter(({ rule }) => rule === 'verified_address_missing');
      return found.map(({ object, detail }) => [object.id, detail]);
    };
    const claims = { email: 'ann@corp.example', email_verified: true };
    const configure = (portal: object, acme: object) =>
      area.provider.configure({
        portal,
        tenants: [{ name: 'acme', display_name: 'Acme', ...acme }],
        users: [
          { username: 'bare', tenants: ['acme'] },
          { username: 'else', tenants: 'none' },
          { username: 'ann', claims },
        ],
      });
    await configure({}, {});
    expect(await find()).toEqual([]);
    await configure({ identifiers: ['email'] }, {});
    expect(await find()).toEqual([['identifiers', '2 people']]);
    await configure({ identifiers: ['username', 'email'] }, { identifiers: ['email'] });
    expect(await find()).toEqual([['acme', '1 person']]);
  });

  it('reports a redirect URI and a secret as unused if the client uses others', async () => {
    const { db, now } = await area.admin();
    const at = new Date(now.getTime() + 50 * day);
    const later = { ...(await area.admin()), now: new Date(now.getTime() + 91 * day) };
    const rules = ['redirect_uri_unused', 'secret_unused'];
    const find = async () =>
      (await readChecks(later)).filter(({ rule }) => rules.includes(rule)).map(({ rule, detail }) => [rule, detail]);
    expect(await find()).toEqual([
      ['redirect_uri_unused', 'https://used.test/cb'],
      ['secret_unused', null],
    ]);
    const [secret] = await db.clientSecret.findMany({ where: { clientId: 'used' } });
    await saveUses(db, [
      { clientId: 'used', kind: 'redirect_uri', value: 'https://used.test/cb', at },
      { clientId: 'used', kind: 'secret', value: secret?.id ?? '', at },
    ]);
    expect(await find()).toEqual([]);
    await saveUses(db, [{ clientId: 'unused', kind: 'client', value: '', at }]);
    await db.client.update({ where: { clientId: 'unused' }, data: { updatedAt: at } });
    expect(await find()).toEqual([['secret_unused', null]]);
    await db.clientUse.deleteMany({ where: { clientId: 'unused' } });
  });

  it('names a provider whose secret does not open, until it gets another one (decision 006)', async () => {
    const corp = { name: 'corp', display_name: 'Corp', type: 'github', client_id: 'x', client_secret: 'canary-secret' };
    const find = async () => {
      area.provider.advance(10);
      const admin = await area.admin();
      const both = [await readChecks(admin), await readStoredChecks(admin)];
      return both.map((all) => all.filter(({ rule }) => rule === 'row_unreadable').map(({ object }) => object.id));
    };
    await area.provider.configure({ identity_providers: [corp] });
    const { db } = await area.admin();
    await db.identityProvider.update({ where: { name: 'corp' }, data: { clientSecretSealed: 'broken' } });
    expect(await find()).toEqual([['corp'], ['corp']]);
    await area.provider.configure({ identity_providers: [corp] });
    expect(await find()).toEqual([[], []]);
  });
});
