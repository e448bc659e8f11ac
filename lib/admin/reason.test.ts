import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import type { AdminContext } from './admin-context';
import { clientBulk } from './clients/actions';
import { saveClientFromText } from './clients/as-text';
import { deleteEntryForm, deleteSecretForm, enableEntryForm, saveEntryForm } from './entries/entry-forms';
import { type PostedFields, reasonOf } from './read-form';
import { readPortal, savePortalForm } from './settings/actions';
import { userBulk } from './users/bulk';

const long = 'x'.repeat(301);
let area: TestAdmin;

beforeAll(async () => {
  area = await createTestAdmin({
    clients: [{ client_id: 'shop', token_endpoint_auth_method: 'none', redirect_uris: ['https://shop.test/cb'] }],
    scopes: [{ name: 'orders', type: 'resource', secrets: [{ value: 'x' }] }],
  });
});
afterAll(() => area.close());

describe('the note of an action', () => {
  it('may have 300 characters, in every field for notes', () => {
    expect(reasonOf(postedForm({ reason: ` ${'é'.repeat(300)} ` }))).toBe('é'.repeat(300));
    expect(reasonOf(postedForm({ reason_link: 'why' }))).toBe('why');
    expect(reasonOf(postedForm({ reason: ' ' }))).toBeNull();
    expect(reasonOf(postedForm({ no_reason: 'x' }))).toBeNull();
  });

  const clients = { section: 'clients', client_id: 'shop' };
  it.each<[string, (admin: AdminContext, form: PostedFields) => unknown, Record<string, string>]>([
    ['saving an entry', saveEntryForm, { section: 'scopes', name: 'orders', display_name: 'Orders' }],
    ['disabling an entry', enableEntryForm, { ...clients, enabled: 'false' }],
    ['deleting an entry', deleteEntryForm, { ...clients, typed: 'shop' }],
    ['deleting a secret', deleteSecretForm, { section: 'scopes', name: 'orders', secret_id: 'x' }],
    ['disabling several clients', clientBulk.submit, { action: 'disable', ids: 'shop' }],
    ['disabling several users', userBulk.submit, { action: 'disable', ids: 'nobody' }],
  ])('is refused at its field if it is longer: %s', async (_, form, fields) => {
    const posted = postedForm({ ...fields, reason: long });
    await expect(async () => form(await area.admin(), posted)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'reason', code: 'too_big', facts: { limit: 300, of: 'string' } }],
    });
    expect((await area.admin()).snapshot.clients.get('shop')?.enabled).toBe(true);
  });

  it('is refused if it is longer: saving the settings, and a client as text', async () => {
    const admin = await area.admin();
    const portal = postedForm({ version: (await readPortal(admin)).version, reason: long });
    await expect(savePortalForm('sessions')(admin, portal)).rejects.toMatchObject({ code: 'invalid' });
    const none = 'none';
    const json = JSON.stringify({ token_endpoint_auth_method: none, redirect_uris: ['https://shop.test/cb'] });
    const asked = await saveClientFromText(admin, postedForm({ client_id: 'shop', json }));
    const { seen = '', version = '' } = 'review' in asked ? asked.review : {};
    const again = postedForm({ client_id: 'shop', json, seen, version: version ?? '', reason: long });
    await expect(saveClientFromText(admin, again)).rejects.toMatchObject({ fields: [{ field: 'reason' }] });
  });
});
