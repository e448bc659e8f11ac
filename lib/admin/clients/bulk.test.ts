import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { countRevisions } from '#lib/audit/revision-store';
import { toArea } from '#lib/interactions/area-address';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { changeClients } from '#lib/testing/change-clients';
import type { FormFields } from '#lib/testing/provider';
import { checkboxName, maximumBulk, readChosen } from '../bulk/bulk';
import { readResult, sealResult } from '../bulk/define-bulk';
import { changeEntry } from '../entries/change-entry';
import { clientBulk } from './actions';
import { exportClients } from './read-list';
import { clientSection } from './section';

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

const disable = (form: FormFields) => postedForm({ action: 'disable', back: '/admin/clients?kind=spa', ...form });

/** The content of the page that a form leads to. */
async function told(goTo: string) {
  const { pathname, searchParams } = new URL(goTo, 'https://op.test');
  expect(pathname).toBe('/admin/clients/bulk/result');
  return readResult(searchParams.get('of') ?? '', '/admin/clients/bulk', await area.admin());
}

describe('several clients at once', () => {
  it('are disabled as one revision, and a page names what was skipped', async () => {
    const admin = await area.admin();
    const before = await countRevisions(admin.db);
    const form = disable({ ids: ids.slice(0, 11), skipped: ['app-12', 'gone'], reason: 'why' });
    const { goTo, flash } = await clientBulk.submit(admin, form);
    expect(await told(goTo)).toEqual({
      action: 'disable',
      changed: 11,
      skipped: [
        { id: 'app-12', name: 'App 12', reason: 'already_disabled' },
        { id: 'gone', name: 'gone', reason: 'gone' },
      ],
      more: 0,
      isCut: false,
    });
    expect(flash).toEqual({ text: '11 disabled.', revision: expect.any(Number) });
    expect(await countRevisions(admin.db)).toBe(before + 1);
    expect(await enabled()).toEqual([]);
    expect(await listEvents(admin.db, { types: ['client.updated'] }, 20)).toHaveLength(11);
  });

  it('return to their list if nothing was skipped', async () => {
    const { goTo, flash } = await clientBulk.submit(await area.admin(), disable({ ids: ['app-1'], cut: '1' }));
    expect(goTo).toBe('/admin/clients?kind=spa');
    expect(flash.text).toBe('App 1 is disabled. More rows match your filter.');
    const { goTo: elsewhere } = await clientBulk.submit(
      await area.admin(),
      disable({ ids: ['app-2'], back: 'https://evil.test/' }),
    );
    expect(elsewhere).toBe('/admin');
  });

  it('are only those that the page announced, none that it would skip', async () => {
    const form = postedForm({ action: 'enable', ids: ['app-12'], skipped: ['app-1'] });
    await clientBulk.submit(await area.admin(), disable({ ids: ['app-1'] }));
    const { goTo } = await clientBulk.submit(await area.admin(), form);
    expect(await told(goTo)).toMatchObject({ changed: 1, skipped: [{ id: 'app-1', reason: 'changed' }] });
    expect(await enabled()).not.toContain('app-1');
  });

  it('skip the clients that only owners may change for an editor', async () => {
    const admin = await area.admin();
    const editor = { ...admin, principal: { ...admin.principal, role: 'editor' as const } };
    const asked = await clientBulk.ask(editor, { action: 'disable', 'id.operator': '1', 'id.app-1': '1' });
    expect(asked.plan).toEqual({
      changes: [{ id: 'app-1', name: 'App 1', version: null, edit: expect.objectContaining({ key: 'app-1' }) }],
      skipped: [{ id: 'operator', name: '=cmd("x")', reason: 'owners_only' }],
    });
    expect((await clientBulk.ask(admin, { action: 'disable', 'id.operator': '1' })).plan.changes).toHaveLength(1);
  });

  it('are one revision even if one of them cannot be changed, for which the page gives a reason', async () => {
    const admin = await area.admin();
    // A form would not save such a client.
    await changeClients(admin.db, { clientId: 'app-3' }, { responseTypes: [] });
    const before = await countRevisions(admin.db);
    const { changed, skipped } = await told((await clientBulk.submit(admin, disable({ ids }))).goTo);
    expect(changed).toBe(10);
    expect(skipped.find(({ id }) => id === 'app-3')?.reason).toBe('Response types: choose at least one response type.');
    expect(await countRevisions(admin.db)).toBe(before + 1);
    expect(await enabled()).toEqual(['app-3']);
  });

  it('are not overwritten if another administrator was faster', async () => {
    const admin = await area.admin();
    const slow = {
      ...admin,
      db: beforeTransaction(admin.db, async () => {
        await changeEntry(admin, clientSection, 'app-1', () => ({ client_name: 'Other' }));
      }),
    };
    await expect(clientBulk.submit(slow, disable({ ids: ['app-1', 'app-2'] }))).rejects.toMatchObject({
      code: 'changed_meanwhile',
    });
    expect(await enabled()).toContain('app-2');
  });

  it('are deleted if they are disabled and their number is typed', async () => {
    const form = (typed: string) => postedForm({ action: 'delete', ids: ['app-1', 'app-12'], typed });
    await expect(clientBulk.submit(await area.admin(), form('2'))).rejects.toMatchObject({ code: 'invalid' });
    const { goTo } = await clientBulk.submit(await area.admin(), form('1'));
    expect(await told(goTo)).toMatchObject({ changed: 1, skipped: [{ name: 'App 1', reason: 'enabled' }] });
    expect((await area.admin()).snapshot.clients.has('app-12')).toBe(false);
  });

  it('are those that were selected, or all that match the filter, up to a limit', async () => {
    const admin = await area.admin();
    const planned = async (query: Record<string, string>) => {
      const { plan, isCut } = await clientBulk.ask(admin, { action: 'disable', ...query });
      return [plan.changes.map(({ id }) => id), plan.skipped.map(({ id }) => id), isCut];
    };
    expect(await planned({ [checkboxName('app-3')]: '1', [checkboxName('a b')]: '1' })).toEqual([
      ['app-3'],
      ['a b'],
      false,
    ]);
    expect(await planned({ all: '1', state: 'disabled' })).toEqual([[], ['app-12'], false]);
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [checkboxName(`x${index}`), '1']));
    expect(readChosen(many)).toMatchObject({ ids: { length: maximumBulk } });
    await expect(clientBulk.ask(admin, { action: 'rename' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(clientBulk.submit(admin, postedForm({ ids: ['app-1'] }))).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the page that shows what was skipped', () => {
  const result = { action: 'disable', changed: 1, isCut: false } as const;
  const line = (index: number) => ({ id: `app-${index}`, name: `${index} ${'ü'.repeat(120)}`, reason: 'gone' });

  it('fits into an address for any number, and says how many it does not name', async () => {
    const skipped = Array.from({ length: 450 }, (_, index) => line(index));
    const text = sealResult({ ...result, skipped }, '/admin/clients/bulk', await area.admin());
    expect(text.length).toBeLessThanOrEqual(3500);
    const read = readResult(text, '/admin/clients/bulk', await area.admin());
    expect(read.skipped.length).toBeGreaterThan(0);
    expect(read.skipped.length + read.more).toBe(450);
    const address = `/admin/clients/bulk/result?of=${text}`;
    expect(toArea(address, '/admin/sign-in')).toBe(address);
  });

  it('shows nothing of another session, of another list, or that was forged', async () => {
    const admin = await area.admin();
    const text = sealResult({ ...result, skipped: [line(1)] }, '/admin/clients/bulk', admin);
    const other = { ...admin, principal: { ...admin.principal, sid: 'other' } };
    for (const read of [
      () => readResult(text, '/admin/clients/bulk', other),
      () => readResult(text, '/admin/users/bulk', admin),
      () => readResult(`${text.slice(0, -2)}AA`, '/admin/clients/bulk', admin),
      () => readResult(undefined, '/admin/clients/bulk', admin),
    ]) {
      expect(read).toThrow(expect.objectContaining({ code: 'not_found' }));
    }
  });
});

describe('the download of a list of clients', () => {
  it('contains what matches or was selected, no secret and no formula, and is recorded (security #151)', async () => {
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
