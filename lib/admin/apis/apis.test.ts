import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { deleteEntry } from '../entries/change-entry';
import { createApiForm } from './actions';
import { listApiLines, readApi, readApiQuery } from './read';
import { apiSection } from './section';

const resource = (name: string) => ({ name, type: 'resource' });

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({
    scopes: [resource('orders.read'), resource('stock')],
    apis: [
      {
        name: 'orders',
        display_name: 'Orders',
        scopes: ['orders.read'],
        resources: ['https://api.test'],
        secrets: [{ value: 'secret-of-the-orders-api-0123456789', description: 'first' }],
      },
    ],
    clients: [
      {
        client_id: 'web',
        redirect_uris: ['https://rp.test/cb'],
        token_endpoint_auth_method: 'none',
        scope: 'openid orders.read',
      },
    ],
  });
});
afterAll(() => area.close());

describe('the pages of an API (decision 024)', () => {
  it('list it with its scopes, secrets and the clients that may ask for it', async () => {
    const admin = await area.admin();
    const line = { name: 'orders', displayName: 'Orders', enabled: true, scopes: 1, secrets: 'valid', clients: 1 };
    for (const q of ['', 'ORD', 'api.test']) {
      expect(listApiLines(admin, readApiQuery({ q })).lines).toMatchObject([line]);
    }
    expect(listApiLines(admin, readApiQuery({ q: 'nothing' })).lines).toEqual([]);
  });

  it('show it without its hashes', async () => {
    const detail = await readApi(await area.admin(), 'orders');
    expect(detail).toMatchObject({ scopes: ['orders.read'], uris: ['https://api.test'], clientCount: 1 });
    expect(detail.secrets).toMatchObject([{ description: 'first', expiresAt: null }]);
    expect(JSON.stringify(detail)).not.toContain('sha256');
  });

  it('refuse to delete it while it lists scopes: in_use', async () => {
    const refused = deleteEntry(await area.admin(), apiSection, 'orders');
    await expect(refused).rejects.toMatchObject({ code: 'in_use' });
  });

  it('create the scopes that a new API names and that do not exist, in one revision', async () => {
    const fields = { name: 'bills', display_name: '', scopes: 'bills.read\nstock\nbills.write' };
    const { flash } = await createApiForm(await area.admin(), postedForm(fields));
    const { snapshot } = await area.admin();
    expect(snapshot.apis.get('bills')?.scopes).toEqual(['bills.read', 'stock', 'bills.write']);
    expect(['bills.read', 'bills.write'].map((name) => snapshot.scopes.get(name)?.type)).toEqual([
      'resource',
      'resource',
    ]);
    expect(flash?.text).toBe('Created 2 scopes and 1 API.');
  });

  it('give new scopes the display name behind an equals sign, and keep that of a scope that exists', async () => {
    const scopes = 'fees:read = Read your fees\nfees=x\nstock = Another name';
    const { snapshot: before } = await area.admin();
    await createApiForm(await area.admin(), postedForm({ name: 'fees', display_name: '', scopes }));
    const { snapshot } = await area.admin();
    expect(snapshot.apis.get('fees')?.scopes).toEqual(['fees:read', 'fees=x', 'stock']);
    expect(['fees:read', 'fees=x', 'stock'].map((name) => snapshot.scopes.get(name)?.displayName)).toEqual([
      'Read your fees',
      null,
      before.scopes.get('stock')?.displayName,
    ]);
  });

  it.each([
    ['an identity scope', 'profile'],
    ['offline_access', 'offline_access'],
    ['no name of a scope', 'a"b'],
  ])('create nothing where %s is named', async (_, scope) => {
    const fields = { name: 'mail', display_name: '', scopes: `mail.read\n${scope}` };
    await expect(createApiForm(await area.admin(), postedForm(fields))).rejects.toMatchObject({ code: 'invalid' });
    const { snapshot } = await area.admin();
    expect([snapshot.apis.has('mail'), snapshot.scopes.has('mail.read')]).toEqual([false, false]);
  });
});
