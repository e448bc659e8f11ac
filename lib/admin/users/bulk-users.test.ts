import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { checkboxName } from '../bulk/bulk';
import { readResult } from '../bulk/define-bulk';
import { exportUsers, userBulk } from './bulk';
import { countLiveOf } from './list-store';
import { readUserPage, readUserPageQuery } from './read-list';

let area: TestAdmin;

beforeAll(async () => {
  const crowd = Array.from({ length: 30 }, (_, index) => ({ username: `user${index}`, claims: { name: `+${index}` } }));
  area = await createTestAdmin({
    users: [
      ...crowd,
      { username: 'root', admin: 'owner', password: 'correct horse battery staple' },
      { username: 'off', enabled: false },
    ],
  });
});
afterAll(() => area.close());

async function subOf(username: string): Promise<string> {
  const page = await readUserPage(await area.admin(), readUserPageQuery({ q: username }));
  return page.lines.find((line) => line.username === username)?.sub ?? expect.fail('nobody');
}

describe('several users at once', () => {
  it('are disabled except oneself, and the result names what was skipped', async () => {
    const root = await subOf('root');
    const admin = await area.admin();
    const own = { ...admin, principal: { ...admin.principal, sub: root } };
    const ids = [await subOf('user1'), await subOf('user2'), root, await subOf('off'), 'nobody'];
    const { goTo, flash } = await userBulk.submit(own, postedForm({ action: 'disable', ids }));
    const text = new URL(goTo, 'https://op.test').searchParams.get('of') ?? '';
    expect(readResult(text, '/admin/users/bulk', own)).toMatchObject({
      changed: 2,
      skipped: [
        { name: 'root', reason: 'own' },
        { name: 'off', reason: 'already_disabled' },
        { name: 'nobody', reason: 'gone' },
      ],
    });
    expect(flash).toEqual({ text: '2 disabled.', revision: null });
    const { lines } = await readUserPage(admin, readUserPageQuery({ state: 'disabled' }));
    expect(lines.map(({ username }) => username)).toEqual(['off', 'user1', 'user2']);
    expect(await listEvents(admin.db, { types: ['user.updated'] }, 10)).toHaveLength(2);
    expect(await countLiveOf(admin.db, { subs: ids, now: admin.now }, 10)).toEqual({ sessions: 0, grants: 0 });
  });

  it('exclude owners for an editor', async () => {
    const admin = await area.admin();
    const editor = { ...admin, principal: { ...admin.principal, role: 'editor' as const } };
    const { plan } = await userBulk.ask(editor, { action: 'disable', [checkboxName(await subOf('root'))]: '1' });
    expect(plan).toEqual({
      changes: [],
      skipped: [{ id: await subOf('root'), name: 'root', reason: 'owners_only' }],
    });
  });

  it('can be all that match a filter', async () => {
    const find = async (action: string, query: Record<string, string>) =>
      userBulk.ask(await area.admin(), { action, all: '1', ...query });
    const disabled = await find('enable', { state: 'disabled' });
    expect(disabled.isCut).toBe(false);
    expect(disabled.plan.changes.map(({ name }) => name)).toEqual(['off', 'user1', 'user2']);
    const { plan } = await find('disable', { q: 'root' });
    expect(plan.changes.map(({ id }) => id)).toEqual([await subOf('root')]);
  });
});

describe('the download of a list of users', () => {
  it('contains what matches or was selected, without formulas, and is recorded (security #151)', async () => {
    const admin = await area.admin();
    const names = ({ body }: { readonly body: string }) =>
      body
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[1]);
    expect(names(await exportUsers(admin, { csrf: 'x' }))).toHaveLength(32);
    expect(names(await exportUsers(admin, { csrf: 'x', q: 'user' }))).toHaveLength(30);
    const ticked = await exportUsers(admin, { csrf: 'x', [checkboxName(await subOf('user7'))]: '1' });
    expect(names(ticked)).toEqual(['user7']);
    expect(ticked.body).toContain(",'+7,");
    expect(ticked.body).not.toContain('hash');
    const events = await listEvents(admin.db, { types: ['users.exported'] }, 5);
    expect(new Set(events.map(({ details }) => details))).toEqual(
      new Set([
        '{"filter":{},"rows":32,"cut":false}',
        '{"filter":{"q":"user"},"rows":30,"cut":false}',
        '{"filter":{},"rows":1,"cut":false}',
      ]),
    );
  });

  it.each<[string, Record<string, string>, number]>([
    ['one word', { q: 'user' }, 30],
    ['several words', { q: 'user use' }, 30],
    ['several words and a filter', { q: 'user use', state: 'enabled' }, 28],
  ])('shows in its name and in the event that a search found more: %s', async (_, filter, count) => {
    const admin = await area.admin();
    expect(await exportUsers(admin, filter, count)).toMatchObject({ name: 'users.csv' });
    const { name, body } = await exportUsers(admin, { ...filter, csrf: 'x', made: 'up' }, count - 1);
    expect(name).toBe(`users-first-${count - 1}.csv`);
    expect(body.split('\r\n')).toHaveLength(count + 1);
    const events = await listEvents(admin.db, { types: ['users.exported'] }, 20);
    const told = JSON.stringify({ filter, rows: count - 1, cut: true });
    expect(events.map(({ details }) => details)).toContain(told);
  });
});

it('several users are enabled except one whose address another has, without a proof of five minutes (security #192)', async () => {
  const claims = { email: 'shared@corp.test', email_verified: true };
  const user = { enabled: false, claims };
  await area.provider.configure({
    users: [
      { username: 'holder', claims },
      { ...user, username: 'sharing' },
      { username: 'lonely', enabled: false },
    ],
  });
  const admin = await area.admin();
  const old = { ...admin, proof: { provedAt: new Date(admin.now.getTime() - 301_000), usedAt: null } };
  const ids = [await subOf('sharing'), await subOf('lonely')];
  const { goTo } = await userBulk.submit(old, postedForm({ action: 'enable', ids }));
  const text = new URL(goTo, 'https://op.test').searchParams.get('of') ?? '';
  expect(readResult(text, '/admin/users/bulk', old)).toMatchObject({
    changed: 1,
    skipped: [{ name: 'sharing', reason: 'address_shared' }],
  });
});
