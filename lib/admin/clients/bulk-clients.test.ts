import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { countRevisions } from '#lib/audit/revision-store';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { checkboxName, maximumBulk, readChosen } from '../bulk/bulk';
import { changeClients, changeClientsForm, chosenClients, planClients } from './bulk-clients';
import { exportClients } from './export-clients';

const canary = 'canary-secret-that-no-file-may-hold';
const ids = Array.from({ length: 12 }, (_, index) => `app-${index + 1}`);
let area: TestAdmin;

beforeEach(async () => {
  const common = { token_endpoint_auth_method: 'none', redirect_uris: ['https://rp.test/cb'] };
  area = await createTestAdmin({
    clients: [
      ...ids.map((client_id, index) => ({
        client_id,
        client_name: `App ${index + 1}`,
        enabled: index < 11,
        ...common,
      })),
      {
        client_id: 'operator',
        client_name: '=cmd("x")',
        client_secrets: [{ value: canary }],
        redirect_uris: ['https://rp.test/cb'],
        scope: 'openid signet.admin.read',
      },
    ],
  });
});
afterEach(() => area.close());

const enabled = async () => {
  const { snapshot } = await area.admin();
  return ids.filter((id) => snapshot.clients.get(id)?.enabled);
};

describe('several clients at once', () => {
  it('are disabled as one revision, and the result names what was skipped', async () => {
    const admin = await area.admin();
    const before = await countRevisions(admin.db);
    const form = {
      action: 'disable',
      ids: [...ids, 'gone'].join('\n'),
      back: '/admin/clients?kind=spa',
      reason: 'why',
    };
    const { goTo, flash } = await changeClientsForm(admin, postedForm(form));
    expect(goTo).toBe('/admin/clients?kind=spa');
    expect(flash.text).toBe('11 disabled, 2 skipped: App 12 (already disabled), gone (deleted meanwhile).');
    expect(flash).toMatchObject({ undo: true, revision: expect.any(Number) });
    expect(await countRevisions(admin.db)).toBe(before + 1);
    expect(await enabled()).toEqual([]);
    expect(await listEvents(admin.db, { types: ['client.updated'] }, 20)).toHaveLength(11);
  });

  it('are all but those that cannot be changed, and the reason is told', async () => {
    const editor = {
      ...(await area.admin()),
      principal: { ...(await area.admin()).principal, role: 'editor' as const },
    };
    const result = await changeClients(editor, 'disable', ['app-1', 'operator', 'app-2'], null);
    expect(result).toMatchObject({ changed: 2, revision: null });
    expect(result.skipped).toEqual([{ id: 'operator', name: '=cmd("x")', reason: expect.stringContaining('owner') }]);
    expect(await enabled()).not.toContain('app-1');
  });

  it('are deleted once they are disabled and their number is typed', async () => {
    const form = (typed: string) =>
      postedForm({ action: 'delete', ids: 'app-1\napp-12', typed, back: '/admin/clients' });
    await expect(changeClientsForm(await area.admin(), form('2'))).rejects.toMatchObject({ code: 'invalid' });
    const { flash } = await changeClientsForm(await area.admin(), form('1'));
    expect(flash.text).toBe('1 deleted, 1 skipped: App 1 (disable it first).');
    expect((await area.admin()).snapshot.clients.has('app-12')).toBe(false);
  });

  it('are those that were ticked, or all that match the filter, up to a limit', async () => {
    const admin = await area.admin();
    const ticked = readChosen({ action: 'disable', [checkboxName('app-3')]: '1', [checkboxName('a b')]: '1' });
    expect(await chosenClients(admin, ticked)).toEqual(['app-3', 'a b']);
    expect(await chosenClients(admin, readChosen({ all: '1', state: 'disabled' }))).toEqual(['app-12']);
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [checkboxName(`x${index}`), '1']));
    expect(await chosenClients(admin, readChosen(many))).toHaveLength(maximumBulk);
    expect(planClients(admin, 'enable', ['app-12', 'app-1'])).toMatchObject({
      changes: [{ id: 'app-12' }],
      skipped: [{ id: 'app-1', reason: 'already_enabled' }],
    });
  });
});

describe('the file of a list of clients', () => {
  it('holds what matches or was ticked, no secret and no formula, and is recorded (security #151)', async () => {
    const admin = await area.admin();
    const all = await exportClients(admin, { csrf: 'x', q: 'APP 1' });
    expect(
      all
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]),
    ).toEqual(['app-1', 'app-10', 'app-11', 'app-12']);
    const ticked = await exportClients(admin, { csrf: 'x', [checkboxName('operator')]: '1', q: 'nothing' });
    expect(ticked).toContain(`"'=cmd(""x"")"`);
    expect(ticked).not.toMatch(new RegExp(`${canary}|sha256`));
    const events = await listEvents(admin.db, { types: ['clients.exported'] }, 5);
    expect(new Set(events.map(({ details }) => details))).toEqual(
      new Set(['{"filter":{"q":"APP 1"},"rows":4,"cut":false}', '{"filter":{},"rows":1,"cut":false}']),
    );
  });
});
