import { afterEach, expect, it } from 'vitest';
import { findClient } from '#lib/clients/client-store';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { readChecks } from '../checks/read';
import { allowRolesForm } from './actions';

let area: TestAdmin;
afterEach(() => area.close());

async function start(scopes: readonly object[] = []): Promise<void> {
  const web = { ...fixtureClient('web'), scope: 'openid email', roles: [{ name: 'approver' }] };
  area = await createTestAdmin({ ...fixtures, scopes, clients: [web] });
}

const allow = async () => allowRolesForm(await area.admin(), postedForm({ client_id: 'web' }));
const scope = async () => (await findClient((await area.admin()).db, 'web'))?.record.scope;
const isFound = async () =>
  (await readChecks(await area.admin())).some(
    ({ rule, object }) => `${rule} ${object.id}` === 'roles_without_scope web',
  );

it('a client whose roles never reach it is allowed the scope roles beside its own', async () => {
  await start();
  expect(await isFound()).toBe(true);
  expect(await allow()).toMatchObject({ goTo: '/admin/clients/web/access#field-scope' });
  expect(await scope()).toEqual(['openid', 'email', 'roles']);
  area.provider.advance(10);
  expect(await isFound()).toBe(false);
  await allow();
  expect(await scope()).toEqual(['openid', 'email', 'roles']);
});

it.each([
  ['without roles', { claims: ['role'] }],
  ['that is disabled', { claims: ['roles'], enabled: false }],
])('is not offered a scope %s', async (_, changed) => {
  await start([{ name: 'roles', type: 'identity', ...changed }]);
  await expect(allow()).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(await scope()).toEqual(['openid', 'email']);
});
