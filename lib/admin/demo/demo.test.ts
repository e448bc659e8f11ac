import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listClients } from '#lib/clients/client-store';
import { saveDemoEntries } from '#lib/config/installation-store';
import { transaction } from '#lib/db/transaction';
import { listScopes } from '#lib/scopes/scope-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { listUsers } from '#lib/users/user-list-store';
import { findUserByUsername } from '#lib/users/user-store';
import type { AdminContext } from '../admin-context';
import { readChecks } from '../checks/read';
import { saveEntries } from '../configuration/save-entries';
import { readGetStarted } from '../overview/read';
import { dismissStarted, removeDemo } from './actions';
import { planDemo } from './read';

let area: TestAdmin;

const publicClient = { token_endpoint_auth_method: 'none', redirect_uris: ['https://rp.test/cb'] };
const user = (username: string, rest: object = {}) => ({ username, sub: `sub-${username}`, ...rest });

beforeEach(async () => {
  area = await createTestAdmin({
    scopes: [
      { name: 'demo.api', type: 'resource' },
      { name: 'orders', type: 'resource' },
    ],
    clients: [
      { ...publicClient, client_id: 'demo', scope: 'openid demo.api' },
      { ...publicClient, client_id: 'shop', scope: 'openid' },
    ],
    users: [user('alice'), user('root', { admin: 'owner' }), user('carol', { admin: 'owner' })],
  });
  const users = ['sub-alice', 'sub-root', 'sub-gone'];
  const { db } = await area.admin();
  await transaction(db, (tx) => saveDemoEntries(tx, { clients: ['demo', 'gone'], scopes: ['demo.api'], users }));
});
afterEach(() => area.close());

const remove = (admin: AdminContext) => removeDemo.run(admin);

async function left({ db }: AdminContext) {
  return {
    clients: (await listClients(db)).map(({ clientId }) => clientId),
    scopes: (await listScopes(db)).map(({ name }) => name),
    users: (await listUsers(db)).map(({ username }) => username).toSorted(),
  };
}

describe('removing the demo data', () => {
  it('lists what is left of the demo, except the account of the administrator', async () => {
    const lines = await planDemo(await area.admin());
    expect(lines.map(({ section, key }) => `${section} ${key}`)).toEqual([
      'scopes demo.api',
      'clients demo',
      'users alice',
    ]);
  });

  it('deletes exactly that', async () => {
    await remove(await area.admin());
    const admin = await area.admin();
    expect(await left(admin)).toEqual({ clients: ['shop'], scopes: ['orders'], users: ['carol', 'root'] });
    expect((await readGetStarted(admin)).hasDemo).toBe(false);
    expect(await planDemo(admin)).toEqual([]);
  });

  it('closes the registration that its MCP server needed, which the plan announces', async () => {
    const open = { dynamic_registration: 'open', client_id_metadata_documents: 'open', login: 'identifier' };
    await saveEntries(await area.admin(), [{ section: 'portal', key: '', entry: open }]);
    const { db } = await area.admin();
    await transaction(db, (tx) => saveDemoEntries(tx, { clients: ['demo'], scopes: ['demo.mcp'], users: [] }));
    expect((await planDemo(await area.admin())).map(({ section }) => section)).toEqual(['portal', 'clients']);
    await remove(await area.admin());
    const { portal } = (await area.admin()).snapshot;
    expect([portal.dynamicRegistration, portal.clientIdMetadataDocuments, portal.login]).toEqual([
      'off',
      'off',
      'identifier',
    ]);
    expect(await planDemo(await area.admin())).toEqual([]);
  });

  it('leaves registration open if the demo had no MCP server, or is gone', async () => {
    const open = { dynamic_registration: 'open' };
    await saveEntries(await area.admin(), [{ section: 'portal', key: '', entry: open }]);
    await remove(await area.admin());
    const { db } = await area.admin();
    await transaction(db, (tx) => saveDemoEntries(tx, { clients: [], scopes: ['demo.mcp'], users: [] }));
    expect(await planDemo(await area.admin())).toEqual([]);
    expect((await area.admin()).snapshot.portal.dynamicRegistration).toBe('open');
  });

  it('keeps a scope that another client may request', async () => {
    const entry = { ...publicClient, client_id: 'shop', scope: 'openid demo.api' };
    await saveEntries(await area.admin(), [{ section: 'clients', key: 'shop', entry }]);
    await remove(await area.admin());
    expect((await left(await area.admin())).scopes).toEqual(['demo.api', 'orders']);
    expect((await readGetStarted(await area.admin())).hasDemo).toBe(false);
  });

  it('is refused to an administrator who lost the role meanwhile (security #161)', async () => {
    const admin = await area.admin();
    const before = await left(admin);
    await admin.db.user.update({ where: { sub: 'sub-root' }, data: { admin: null } });
    await expect(remove(admin)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await left(admin)).toEqual(before);
    expect(await findUserByUsername(admin.db, 'alice')).not.toBeNull();
  });
});

describe('the card of the first steps', () => {
  it('disappears for every administrator once it is dismissed', async () => {
    expect((await readGetStarted(await area.admin())).steps).toHaveLength(6);
    await dismissStarted.run(await area.admin());
    expect((await readGetStarted(await area.admin('carol'))).steps).toBeNull();
  });

  it('moves the removal of the demo to the checks once it is dismissed', async () => {
    const findDemo = async () =>
      (await readChecks(await area.admin())).flatMap(({ rule, object, href }) =>
        rule === 'demo_left' ? [[object.kind, object.id, href]] : [],
      );
    expect(await findDemo()).toEqual([]);
    await dismissStarted.run(await area.admin());
    expect(await findDemo()).toEqual([
      ['client', 'demo', '/admin/demo'],
      ['scope', 'demo.api', '/admin/demo'],
    ]);
    await remove(await area.admin());
    expect(await findDemo()).toEqual([]);
  });
});
