import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { deleteEntryForm, enableEntryForm, newSecretForm, saveEntryForm } from './entry-forms';

let area: TestAdmin;

beforeAll(async () => {
  area = await createTestAdmin({ tenants: [{ name: 'acme', display_name: 'Acme' }] });
});
afterAll(() => area.close());

describe('a form about an entry', () => {
  it.each([
    ['names no section', enableEntryForm, { name: 'acme', enabled: 'false' }],
    ['names something other than a section', enableEntryForm, { section: 'constructor', name: 'acme' }],
    ['names accounts, which have forms of their own', deleteEntryForm, { section: 'users', name: 'root' }],
    ['names an entry of another section', enableEntryForm, { section: 'identity_providers', name: 'acme' }],
    ['names a page without a form', saveEntryForm, { section: 'tenants', name: 'acme', tab: 'activity' }],
    ['names an inherited property as its page', saveEntryForm, { section: 'tenants', name: 'acme', tab: 'toString' }],
    ['asks for a secret in a section without secrets', newSecretForm, { section: 'tenants', name: 'acme' }],
  ])('is refused if it %s', async (_, form, fields) => {
    await expect(form(await area.admin(), postedForm(fields))).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['0', '-1', '1.5', '10000', 'never'])('creates no secret for %s days', async (days) => {
    const fields = { section: 'clients', client_id: 'shop', expires_in_days: days };
    const refused = newSecretForm(await area.admin(), postedForm(fields));
    await expect(refused).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'expires_in_days' }] });
  });

  it('saves the settings if it names no page', async () => {
    const fields = { section: 'tenants', name: 'acme', version: 'another', display_name: 'Acme' };
    const late = saveEntryForm(await area.admin(), postedForm(fields));
    await expect(late).rejects.toMatchObject({ code: 'changed_meanwhile', conflict: { values: { login: '' } } });
  });
});
