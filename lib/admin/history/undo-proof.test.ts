import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { getAdminSection } from '../entries/admin-sections';
import { changeEntry } from '../entries/change-entry';
import { undoProof } from './undo-proof';

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({
    clients: [
      {
        client_id: 'shop',
        client_name: 'Shop',
        token_endpoint_auth_method: 'none',
        redirect_uris: ['https://shop.test/cb'],
      },
    ],
    tenants: [{ name: 'acme', display_name: 'Acme' }],
    users: [{ username: 'root', admin: 'owner' }],
  });
});
afterAll(() => area.close());

it.each([
  ['clients', 'shop', { client_name: 'Other' }, 'none'],
  ['tenants', 'acme', { display_name: 'Other' }, 'sudo'],
])('undoing a change of %s requires the same proof as the change', async (section, key, change, expected) => {
  const admin = await area.admin();
  const { revision } = await changeEntry(admin, getAdminSection(section), key, () => change);
  expect(await undoProof(revision ?? 0, admin)).toBe(expected);
});
