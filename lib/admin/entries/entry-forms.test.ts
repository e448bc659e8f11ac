import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { clientTabs } from '../clients/fields';
import { readClient } from '../clients/read';
import { deleteEntryForm, enableEntryForm, newSecretForm, saveEntryForm } from './entry-forms';

let area: TestAdmin;

beforeAll(async () => {
  area = await createTestAdmin({
    tenants: [{ name: 'acme', display_name: 'Acme' }],
    clients: [{ client_id: 'full', token_endpoint_auth_method: 'none', redirect_uris: ['https://rp.test/cb'] }],
  });
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

  it('saves every redirect URI of a client that has as many and as long ones as allowed (security #1, #161)', async () => {
    const uris = Array.from({ length: 500 }, (_, at) => `https://rp.test/${at}/`.padEnd(400, 'x'));
    const lines = uris.join('\r\n');
    const admin = await area.admin();
    const { version } = await readClient(admin, 'full');
    const listed = { redirect_uris: lines, post_logout_redirect_uris: lines };
    const unchanged = Object.keys(clientTabs.settings).filter((name) => !Object.hasOwn(listed, name));
    const fields = { section: 'clients', client_id: 'full', version, unchanged, ...listed };
    await saveEntryForm(admin, postedForm(fields));
    const { settings } = await readClient(admin, 'full');
    expect(settings).toMatchObject({ redirect_uris: uris, post_logout_redirect_uris: uris });
  });
});
