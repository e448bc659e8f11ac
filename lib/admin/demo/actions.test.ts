import { afterAll, beforeAll, describe } from 'vitest';
import { findGetStarted, saveDemoEntries } from '#lib/config/installation-store';
import { transaction } from '#lib/db/transaction';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { administrators, testAction } from '#lib/testing/admin-action';
import { fixtures } from '#lib/testing/fixtures';
import { dismissStarted, removeDemo } from './actions';

let area: TestAdmin;
const provider = () => area.provider;
const db = () => provider().context().db;

beforeAll(async () => {
  const demo = { client_id: 'demo', token_endpoint_auth_method: 'none', redirect_uris: ['https://rp.test/cb'] };
  area = await createTestAdmin({
    ...fixtures,
    clients: [...fixtures.clients, demo],
    users: administrators,
    portal: { admin_second_factor: 'optional' },
  });
  await transaction(db(), (tx) => saveDemoEntries(tx, { clients: ['demo'], scopes: [], users: [] }));
});
afterAll(() => area.close());

describe('the first steps of an installation', () => {
  const count = async () => Number((await findGetStarted(db())).isDismissed);
  testAction(dismissStarted, { provider, count, says: 'Dismissed the Get started card.' });
});

describe('the demo data', () => {
  testAction(removeDemo, { provider, event: 'client.deleted', says: 'Removed the demo data.' });
});
