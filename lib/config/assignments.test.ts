import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listApis } from '#lib/apis/api-store';
import { listEvents } from '#lib/audit/event-store';
import { findClient } from '#lib/clients/client-store';
import { masterSecret } from '#lib/crypto/master-secret';
import { endAssignments, forgetRoles } from '#lib/groups/end-assignments';
import { readSummary } from '#lib/groups/summary';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { changeConfiguration } from './change';
import { continueRemovals } from './continue-removals';
import { exportConfiguration } from './export';
import { parseConfiguration } from './file';
import { isConfigurationError } from './problem';
import { changesBackTo } from './revisions/undo';

const now = new Date('2026-01-01T12:00:00Z');
const end = new Date('2026-03-01T00:00:00Z');
const day = 24 * 60 * 60 * 1000;
const later = (days: number) => new Date(now.getTime() + days * day);
const secret = masterSecret('a secret of this test, of some length');

let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
});
afterEach(() => open.close());

function ledger(roles: readonly object[] = [{ name: 'admin' }], more: object = {}) {
  const address = { client_secrets: [{ value: 'x' }], redirect_uris: ['https://rp.test/cb'] };
  return { client_id: 'ledger', access: 'assigned', ...address, roles, ...more };
}

const ann = (...assignments: readonly object[]) => ({ username: 'ann', assignments });
const assigned = { client: 'ledger', role: 'admin' };

/** @returns the problems, each as its path and code */
async function apply(file: object, { prune = false, when = now } = {}): Promise<string[]> {
  try {
    const parsed = parseConfiguration(JSON.stringify(file));
    await applyConfiguration(open, parsed, { prune, now: when, secret, by: byCommandLine });
    return [];
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    return error.problems.map(({ path, code }) => `${path.join('.')} ${code}`);
  }
}

/** What ann's rows and the summary in her row say, which must be the same. */
async function targets(): Promise<string[]> {
  const { access, assignments } = await open.db.user.findUniqueOrThrow({
    where: { canonicalUsername: 'ann' },
    include: { assignments: true },
  });
  const rows = [...new Set(assignments.map(({ target }) => target))].toSorted();
  const told = readSummary(access).assignments.map(({ target }) => target);
  expect(told.toSorted()).toEqual(rows);
  return rows;
}

async function exportFile() {
  return parse(await exportConfiguration(open.db, 'json'));
}

function parse(json: string): Record<'clients' | 'users', Record<string, unknown>[] | undefined> {
  return JSON.parse(json);
}

async function roleIdOf(name: string): Promise<string | undefined> {
  const found = await findClient(open.db, 'ledger');
  return found?.record.roles.find((role) => role.name === name)?.id;
}

describe('roles and assignments in a file (decision 023)', () => {
  it.each<[string, object, string]>([
    [
      'an unknown group of a role',
      { clients: [ledger([{ name: 'a', groups: ['x'] }])] },
      'clients.0.roles.0.groups.0 group_unknown',
    ],
    [
      'an unknown group with access',
      { clients: [ledger([], { access_groups: ['x'] })] },
      'clients.0.access_groups.0 group_unknown',
    ],
    [
      'an unknown group that approves',
      { clients: [ledger([], { approver_groups: ['x'] })] },
      'clients.0.approver_groups.0 group_unknown',
    ],
    [
      'an unknown role',
      { clients: [ledger()], users: [ann({ client: 'ledger', role: 'x' })] },
      'users.0.assignments.0.role role_unknown',
    ],
    [
      'a role in another case',
      { clients: [ledger()], users: [ann({ client: 'ledger', role: 'Admin' })] },
      'users.0.assignments.0.role role_unknown',
    ],
    ['an unknown client', { users: [ann({ client: 'x' })] }, 'users.0.assignments.0.client unknown_reference'],
    ['the same twice', { clients: [ledger()], users: [ann(assigned, assigned)] }, 'users.0.assignments.1 duplicate'],
    ['a role twice', { clients: [ledger([{ name: 'a' }, { name: 'a' }])] }, 'clients.0.roles.1 duplicate'],
    [
      'a group twice',
      { groups: [{ name: 'x' }], clients: [ledger([], { access_groups: ['x', 'X'] })] },
      'clients.0.access_groups.1 duplicate',
    ],
    ['a role without a name', { clients: [ledger([{ name: ' ' }])] }, 'clients.0.roles.0.name role_name'],
  ])('refuses %s', async (_, file, problem) => {
    expect(await apply(file)).toEqual([problem]);
  });

  it('takes a colon in the name of a role, and case into account', async () => {
    expect(await apply({ clients: [ledger([{ name: 'system:read' }, { name: 'a' }, { name: 'A' }])] })).toEqual([]);
  });

  it('assigns somebody who is there already to a client, an API and a group that are new', async () => {
    await apply({ users: [ann()] });
    const groups = [{ name: 'crew' }];
    const apis = [{ name: 'books', roles: [{ name: 'reader' }] }];
    const person = { ...ann(assigned, { api: 'books', role: 'reader' }), groups: ['crew'] };
    expect(await apply({ groups, apis, clients: [ledger()], users: [person] })).toEqual([]);
    expect(await targets()).toHaveLength(2);
  });

  it('refuses to delete a group that a client names', async () => {
    await apply({ groups: [{ name: 'finance' }], clients: [ledger([{ name: 'a', groups: ['Finance'] }])] });
    expect(
      await apply({ groups: [], clients: [ledger([{ name: 'a', groups: ['Finance'] }])] }, { prune: true }),
    ).toEqual(['clients.0.roles.0.groups.0 group_unknown', ' in_use']);
  });

  it('keeps the assignments of other sources, and adds theirs where they are missing', async () => {
    await apply({ clients: [ledger()], users: [ann({ ...assigned, source: 'request' }, { client: 'ledger' })] });
    const both = await targets();
    expect(both).toHaveLength(2);
    await apply({ users: [ann()] });
    expect(await targets()).toEqual([await roleIdOf('admin')]);
    await apply({ users: [{ username: 'ann' }] });
    expect(await targets()).toEqual([await roleIdOf('admin')]);
  });

  it('applies an export without any change', async () => {
    const ends = { expires_at: end.toISOString() };
    const users = [ann({ ...assigned, ...ends }, { ...assigned, source: 'administrator' }, { client: 'ledger' })];
    const roles = [
      { name: 'admin', display_name: 'Admin', groups: ['finance'] },
      { name: 'user', default: true },
    ];
    const more = { access_groups: ['finance'], approver_groups: ['finance'], access_contact: 'mailto:a@b.example' };
    await apply({ groups: [{ name: 'finance' }], clients: [ledger(roles, more)], users });
    const exported = await exportFile();
    expect(exported.clients?.[0]).toMatchObject({ roles, ...more });
    expect(exported.users?.[0]?.assignments).toHaveLength(3);
    const rows = await open.db.assignment.findMany({ orderBy: { id: 'asc' } });
    await apply(exported);
    expect(await open.db.assignment.findMany({ orderBy: { id: 'asc' } })).toEqual(rows);
  });

  it('refuses more than 200 assignments of a person', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `r${index}`);
    await apply({
      clients: ['a', 'b', 'c'].map((client_id) => ({ ...ledger(names.map((name) => ({ name }))), client_id })),
    });
    const of = (client: string, source: string) => names.map((role) => ({ client, role, source }));
    expect(await apply({ users: [ann(...of('a', 'request'), ...of('b', 'file'))] })).toEqual([]);
    expect(await apply({ users: [ann(...of('c', 'file'), ...of('b', 'file'))] })).toEqual([
      'users.0.assignments too_many',
    ]);
  });
});

describe('the end of an assignment (decision 023)', () => {
  it.each([
    ['one millisecond before, it stays', -1, 1],
    ['at the instant, it is removed and recorded', 0, 0],
  ])('%s', async (_, ms, count) => {
    await apply({ clients: [ledger()], users: [ann({ ...assigned, expires_at: end.toISOString() })] });
    const roles = new Map([[(await roleIdOf('admin')) ?? '', 'admin']]);
    const names = { roles, clientNames: new Map([['ledger', 'Ledger']]) };
    expect(await endAssignments(open.db, { now: new Date(end.getTime() + ms), ...names })).toBe(1 - count);
    expect(await targets()).toHaveLength(count);
    const events = await listEvents(open.db, { types: ['role.assignment_ended'] }, 50);
    const details = { client: 'ledger', role: 'admin', source: 'file', expires_at: end.toISOString() };
    expect(events.map((event) => JSON.parse(event.details))).toEqual(count === 0 ? [details] : []);
    expect(events.map(({ clientName }) => clientName)).toEqual(count === 0 ? ['Ledger'] : []);
  });
});

describe('a role that leaves the configuration (decision 023)', () => {
  async function leave(): Promise<number> {
    await apply({ clients: [ledger()], users: [ann(assigned)] });
    const before = await open.db.configurationChange.aggregate({ _max: { number: true } });
    await apply({ clients: [ledger([])] });
    return before._max.number ?? 0;
  }

  async function restore(number: number, when = now): Promise<void> {
    await changeConfiguration(open, await changesBackTo(open.db, number), { secret, now: when, by: byCommandLine });
  }

  it('comes back with its people when the change is taken back', async () => {
    const before = await leave();
    expect(await targets()).toHaveLength(1);
    expect(await roleIdOf('admin')).toBeUndefined();
    await restore(before, later(29));
    expect(await targets()).toEqual([await roleIdOf('admin')]);
    expect(await open.db.formerRole.count()).toBe(0);
  });

  it('comes back empty after 30 days', async () => {
    const before = await leave();
    const kept = await targets();
    await restore(before, later(30));
    expect(kept).not.toContain(await roleIdOf('admin'));
  });

  it('starts empty under the same name', async () => {
    await leave();
    const kept = await targets();
    await apply({ clients: [ledger()] });
    expect(kept).not.toContain(await roleIdOf('admin'));
  });

  it('is forgotten with its assignments a day after that', async () => {
    await leave();
    expect(await forgetRoles(open.db, later(30))).toBe(0);
    expect(await forgetRoles(open.db, later(31))).toBe(1);
    expect([await targets(), await open.db.formerRole.count()]).toEqual([[], 0]);
  });

  it('is in no export, and a list of a file leaves its people alone', async () => {
    await leave();
    expect((await exportFile()).users?.[0]?.assignments).toBeUndefined();
    await apply({ users: [ann()] });
    expect(await targets()).toHaveLength(1);
  });
});

describe('what is deleted', () => {
  it('ends the assignments of a client, so that a new one of the same name starts empty', async () => {
    await apply({ clients: [ledger()], users: [ann(assigned, { client: 'ledger' })] });
    await apply({ clients: [], users: [{ username: 'ann' }] }, { prune: true });
    expect(await targets()).toEqual([]);
  });

  it('ends them in slices where they are many', async () => {
    const many = Array.from({ length: 301 }, (_, index) => ({ ...ann(assigned), username: `p${index}` }));
    await apply({ clients: [ledger()], users: [...many, ann({ client: 'ledger' })] });
    await apply(
      {
        clients: [{ ...ledger(), client_id: 'other' }],
        users: [...many, { username: 'ann' }].map(({ username }) => ({ username })),
      },
      { prune: true },
    );
    expect(await open.db.assignment.count()).toBeGreaterThan(0);
    await continueRemovals(open.db, now);
    expect([await open.db.assignment.count(), await targets()]).toEqual([0, []]);
    expect(await open.db.user.count({ where: { access: { not: '' } } })).toBe(0);
  });

  it('ends them with their person', async () => {
    await apply({ clients: [ledger()], users: [ann(assigned)] });
    await apply({ clients: [ledger()], users: [{ username: 'bob' }] }, { prune: true });
    expect(await open.db.assignment.count()).toBe(0);
  });
});

describe('assignments to APIs in a file (decision 023)', () => {
  const file = (...assignments: readonly object[]) => ({
    scopes: [{ name: 'orders.read', type: 'resource' }],
    apis: [{ name: 'orders', scopes: ['orders.read'], roles: [{ name: 'approver' }, { name: 'reader' }] }],
    clients: [ledger()],
    users: [ann(...assignments)],
  });
  const approver = { api: 'orders', role: 'approver' };

  it.each<[string, readonly object[], readonly string[]]>([
    ['a role of an API', [approver], []],
    ['the same role name of a client and an API', [assigned, { api: 'orders', role: 'reader' }], []],
    ['an API alone', [{ api: 'orders' }], ['users.0.assignments.0.role role_required']],
    ['a client and an API', [{ ...assigned, api: 'orders' }], ['users.0.assignments.0 client_or_api']],
    ['neither', [{ role: 'admin' }], ['users.0.assignments.0 client_or_api']],
    ['an unknown API', [{ api: 'none', role: 'a' }], ['users.0.assignments.0.api api_unknown']],
    ['a role of the client', [{ api: 'orders', role: 'admin' }], ['users.0.assignments.0.role role_unknown']],
    ['one twice', [approver, approver], ['users.0.assignments.1 duplicate']],
  ])('take or refuse %s', async (_, assignments, problems) => {
    expect(await apply(file(...assignments))).toEqual(problems);
    expect(await targets().catch(() => [])).toHaveLength(problems.length > 0 ? 0 : assignments.length);
  });

  it('are exported, with source and end, and applying an export changes nothing', async () => {
    const ending = { api: 'orders', role: 'reader', expires_at: end.toISOString(), source: 'administrator' };
    await apply(file(approver, ending, assigned));
    const { users } = await exportFile();
    expect(users?.[0]?.assignments).toEqual(expect.arrayContaining([approver, ending, assigned]));
    const before = await open.db.assignment.findMany({ orderBy: { id: 'asc' } });
    expect(await apply(await exportFile(), { prune: true })).toEqual([]);
    expect(await open.db.assignment.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
  });

  it('are replaced by a list, as far as a file gave them', async () => {
    await apply(file(approver, { api: 'orders', role: 'reader', source: 'administrator' }));
    await apply(file());
    expect(await open.db.assignment.findMany({ select: { source: true, api: true } })).toEqual([
      { source: 'administrator', api: 'orders' },
    ]);
  });

  it('end with their API, which has no people under the same name again', async () => {
    await apply(file(approver, assigned));
    const without = { ...file(), apis: [], users: undefined };
    await apply({ ...without, users: [{ username: 'ann' }] }, { prune: true });
    const again = { apis: [{ name: 'orders', scopes: ['orders.read'], roles: [{ name: 'approver' }] }] };
    await apply(again);
    await apply({ users: [ann(approver, assigned)] });
    expect(await targets(), 'the former role, the new one, and that of the client').toHaveLength(3);
    await continueRemovals(open.db, now);
    const [api] = await listApis(open.db, ['orders']);
    expect(await targets()).toHaveLength(2);
    expect(await targets()).toContain(api?.roles[0]?.id);
  });
});
