import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { readSummary } from '#lib/groups/summary';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { administrators, testAction } from '#lib/testing/admin-action';
import { actAs, subOf } from '#lib/testing/administrator';
import { countStatements } from '#lib/testing/count-statements';
import { fixtures } from '#lib/testing/fixtures';
import type { TestProvider } from '#lib/testing/provider';
import type { AdminContext } from '../admin-context';
import { assignInApi, assignInClient, assignToUser, endInClient, endManyInClient, endOfUser } from './actions';
import { assign, unassignAll } from './change-assignments';
import { exportPeople, findChosenPeople, findMissing, listEndings, readPeoplePage, readPeopleQuery } from './people';
import { readAssignments, readUserApplications, suggestRoles } from './read';

const day = 24 * 60 * 60 * 1000;
/** When the clock of a test's provider begins. */
const begin = Date.parse('2026-01-01T12:00:00Z');
const client = { client_secrets: [{ value: 'x' }], redirect_uris: ['https://rp.test/cb'] };

let area: TestAdmin;
let provider: TestProvider;
let admin: AdminContext;

beforeAll(async () => {
  area = await createTestAdmin({
    ...fixtures,
    portal: { admin_second_factor: 'optional' },
    groups: [{ name: 'finance' }, { name: 'audit' }, { name: 'other' }],
    tenants: [{ name: 'blue', display_name: 'Blue' }],
    apis: [
      { name: 'stock', roles: [{ name: 'counter' }] },
      { name: 'mail', display_name: 'Mail', roles: [{ name: 'reader', default: true }] },
      { name: 'old', enabled: false, roles: [{ name: 'reader', default: true }] },
    ],
    clients: [
      ...fixtures.clients,
      {
        ...client,
        client_id: 'ledger',
        client_name: 'Ledger',
        tenant: 'blue',
        access: 'assigned',
        access_groups: ['audit'],
        roles: [
          { name: 'admin', display_name: 'Administrator', groups: ['finance'] },
          { name: 'user', default: true },
        ],
      },
      { client_secrets: client.client_secrets, client_id: 'nightly', grant_types: ['client_credentials'] },
      { ...client, client_id: 'wiki', roles: [{ name: 'writer' }] },
      { ...client, client_id: 'console', scope: 'signet.admin.read', roles: [{ name: 'operator' }] },
    ],
    users: [
      ...administrators.map((one) => ({ ...one, tenants: 'all' })),
      { username: 'ann', tenants: ['blue'], groups: ['finance'], claims: { name: 'Ann Smith' } },
      { username: 'bo', tenants: ['blue'], groups: [{ group: 'audit', expires_at: at(20) }, 'other'] },
      { username: 'cy', tenants: ['blue'], enabled: false, assignments: [{ client: 'ledger', expires_at: at(40) }] },
      { username: 'di', tenants: 'none', assignments: [{ client: 'ledger', role: 'admin', expires_at: at(29) }] },
      { username: 'ed', tenants: ['blue'], groups: ['other'] },
    ],
  });
  provider = area.provider;
  admin = await actAs(provider, 'owner');
  const { db, now } = admin;
  const uses = [
    ['ann', 'ledger', 1],
    ['ann', 'wiki', 100],
    ['bo', 'ledger', 91],
    ['di', 'ledger', 89],
    ['ed', 'wiki', 2],
  ] as const;
  for (const [name, clientId, days] of uses) {
    const sub = await subOf(provider, name);
    for (const [scope, older] of [
      ['openid', 0],
      ['email', 3],
    ] as const) {
      const lastUsedAt = new Date(now.getTime() - (days + older) * day);
      await db.scopeUse.create({ data: { sub, clientId, scope, lastUsedAt } });
    }
  }
});
afterAll(() => area.close());

/** A day after the tests begin. */
function at(days: number): string {
  return new Date(begin + days * day).toISOString();
}

const clientOf = (id: string) => admin.snapshot.clients.get(id) ?? expect.fail('no such client');
const read = async (id: string, query: Record<string, string> = {}, role: 'owner' | 'editor' | 'auditor' = 'owner') =>
  readPeoplePage(await actAs(provider, role), clientOf(id), readPeopleQuery(query));
const named = async (id: string, query: Record<string, string> = {}) =>
  (await read(id, query)).lines.map(({ username }) => username);

describe('who can use a client, and why (decision 023)', () => {
  it('is told of each person, by username, with roles, reasons, the last use, and what bars them', async () => {
    const { lines, total, isSorted } = await read('ledger');
    expect({ total, isSorted }).toEqual({ total: 4, isSorted: true });
    const told = lines.map(({ username, roles, because, barred, lastUsedAt }) => {
      const days = lastUsedAt && Math.round((admin.now.getTime() - lastUsedAt.getTime()) / day);
      const why = because.map(({ group, role, source }) => `${group ?? 'assigned'} ${role} ${source}`).join(', ');
      return `${username}: ${roles.join(' ')} (${why}) ${barred} ${days}`;
    });
    expect(told).toEqual([
      'ann: admin user (finance admin file) null 1',
      'bo: user (audit null file) null 91',
      'cy: user (assigned null file) disabled null',
      'di: admin user (assigned admin file) tenant 89',
    ]);
    expect(lines[0]).toMatchObject({ name: 'Ann Smith' });
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['a role', { role: 'admin' }, ['ann', 'di']],
    ['a default role', { role: 'user' }, ['ann', 'bo', 'cy', 'di']],
    ['an unknown role', { role: 'x' }, []],
    ['a group, in any case', { group: 'FINANCE' }, ['ann']],
    ['a group that gives nothing here', { group: 'other' }, []],
    ['no use for 90 days', { use: 'unused' }, ['bo', 'cy']],
    ['an end within 30 days', { ends: 'soon' }, ['bo', 'di']],
    ['a role that ends within 30 days', { ends: 'soon', role: 'admin' }, ['di']],
    ['a group that ends within 30 days', { ends: 'soon', group: 'audit', use: 'unused' }, ['bo']],
    ['a person', { user: 'ANN' }, ['ann']],
    ['a person without access', { user: 'ed' }, []],
    ['an invalid filter', { use: 'x', ends: 'y' }, ['ann', 'bo', 'cy', 'di']],
  ])('is filtered by %s', async (_, query, expected) => {
    expect(await named('ledger', query)).toEqual(expected);
  });

  it('lists of a client for everyone those with a role, an assignment or a use', async () => {
    const id = await give('bo', 'wiki', null);
    expect(await named('wiki')).toEqual(['ann', 'bo', 'ed']);
    expect(await named('wiki', { use: 'unused' })).toEqual(['ann', 'bo']);
    expect(await named('wiki', { ends: 'soon' })).toEqual([]);
    expect(await named('wiki', { role: 'writer' })).toEqual([]);
    expect((await read('wiki')).lines.map(({ because }) => because.length)).toEqual([0, 1, 0]);
    await admin.db.assignment.delete({ where: { id } });
  });

  it('is sorted by username and paged both ways', async () => {
    const first = await read('ledger', { size: '25' });
    expect(first).toMatchObject({ next: null, previous: null });
    const [ann] = first.lines;
    const key = (await admin.db.user.findUniqueOrThrow({ where: { sub: ann?.sub ?? '' } })).usernameKey;
    expect(await named('ledger', { after: key })).toEqual(['bo', 'cy', 'di']);
  });

  it('lets nobody change whom their role may not change, and clients that administer to owners alone', async () => {
    const ofAnn = async (role: 'owner' | 'editor' | 'auditor') =>
      (await read('ledger', { user: 'ann' }, role)).lines[0];
    expect(await ofAnn('editor')).toMatchObject({ mayChange: true });
    expect(await ofAnn('auditor')).toMatchObject({ mayChange: false });
    const id = await give('owner', 'ledger', null);
    const own = { user: 'owner' };
    expect((await read('ledger', own, 'editor')).lines[0]).toMatchObject({ mayChange: false });
    expect((await read('ledger', own, 'owner')).lines[0]).toMatchObject({ mayChange: true });
    await admin.db.assignment.delete({ where: { id } });
    const other = await give('ann', 'console', 'operator');
    expect((await read('console', {}, 'editor')).lines[0]).toMatchObject({ mayChange: false });
    const editor = await actAs(provider, 'editor');
    const change = { sub: await subOf(provider, 'ann'), clientId: 'console', api: null, role: null, expiresAt: null };
    await expect(assign(editor, change)).rejects.toMatchObject({ code: 'forbidden' });
    const all = { clientId: 'console', subs: [change.sub], batch: 'x' };
    await expect(unassignAll(editor, all)).rejects.toMatchObject({ code: 'forbidden' });
    await admin.db.assignment.delete({ where: { id: other } });
  });

  it.each<[string, string, Record<string, string>, unknown]>([
    [
      'a username',
      'ledger',
      { user: 'ED' },
      [{ group: 'audit' }, { group: 'finance' }, { role: 'admin' }, { role: 'user' }],
    ],
    ['the only name that it begins', 'wiki', { user: 'ann smi', role: 'writer' }, null],
    ['somebody who may use it', 'wiki', { user: 'cy' }, null],
  ])('says who is not in the list, and what would give access: %s', async (_, id, query, opens) => {
    expect((await read(id, query)).lines).toEqual([]);
    const value = query.user === 'ann smi' ? 'ann' : query.user?.toLowerCase();
    const sub = await subOf(provider, value ?? '');
    expect(await findMissing(admin, clientOf(id), readPeopleQuery(query))).toEqual({ value, id: sub, opens });
  });

  it.each([{}, { user: 'nobody-here' }, { user: 'a' }, { role: 'writer' }])('names nobody for %j', async (query) => {
    expect(await findMissing(admin, clientOf('wiki'), readPeopleQuery(query))).toBeNull();
  });

  it('takes five statements, and six of more people than are sorted', async () => {
    const counted = countStatements(admin.db);
    await readPeoplePage({ ...admin, db: counted.db }, clientOf('ledger'), readPeopleQuery({}));
    expect(counted.count()).toBe(5);
  });

  it('is a file with the same filter or the ticked people, which is recorded', async () => {
    const sub = await subOf(provider, 'ann');
    const lines = (await exportPeople(await actAs(provider, 'owner'), clientOf('ledger'), { ends: 'soon' })).trim();
    const [head, ...rows] = lines.split('\r\n');
    expect(head).toBe('sub,username,name,email,roles,because,last_used');
    expect(rows.map((row) => row.split(',')[1]).toSorted()).toEqual(['bo', 'di']);
    expect(rows.find((row) => row.includes(',bo,'))).toContain(`group audit (file) until ${at(20)}`);
    const [event] = await listEvents(admin.db, { types: ['people.exported'] }, 1);
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ filter: { client: 'ledger', ends: 'soon' }, rows: 2 });
    const ticked = await exportPeople(await actAs(provider, 'owner'), clientOf('ledger'), { [`id.${sub}`]: '1' });
    expect(ticked.trim().split('\r\n')).toHaveLength(2);
  });
});

describe('a client that many people use', () => {
  const many = 1100;

  beforeAll(async () => {
    const { db, now } = admin;
    const users = Array.from({ length: many }, (_, index) => {
      const username = `many-${index}`;
      const facts = { enabled: true, tenants: '"none"', claims: '{}', createdAt: now, updatedAt: now };
      return {
        sub: `many-${String(index).padStart(5, '0')}`,
        username,
        canonicalUsername: username,
        usernameKey: username,
        ...facts,
      };
    });
    await db.user.createMany({ data: users });
    const assigned = users.map(({ sub }, index) => {
      const expiresAt = index % 100 === 7 ? new Date(now.getTime() + day) : null;
      return { id: sub, sub, target: 'client:wiki', clientId: 'wiki', source: 'administrator', since: now, expiresAt };
    });
    await db.assignment.createMany({ data: assigned });
    const uses = users.flatMap(({ sub }, index) =>
      index % 100 === 8 ? [] : [{ sub, clientId: 'wiki', scope: 'openid', lastUsedAt: now }],
    );
    await db.scopeUse.createMany({ data: uses });
    return async () => {
      await db.scopeUse.deleteMany({ where: { sub: { startsWith: 'many-' }, clientId: 'wiki' } });
      await db.user.deleteMany({ where: { username: { startsWith: 'many-' } } });
    };
  });

  it('is read a page at a time, forward and back, with six statements', async () => {
    const subs: string[] = [];
    let query: Record<string, string> = { size: '100' };
    let pages = 0;
    for (;;) {
      const counted = countStatements(admin.db);
      const page = await readPeoplePage({ ...admin, db: counted.db }, clientOf('wiki'), readPeopleQuery(query));
      expect(counted.count()).toBeLessThanOrEqual(6);
      expect(page.isSorted).toBe(false);
      subs.push(...page.lines.map(({ sub }) => sub));
      pages += 1;
      if (page.next === null) break;
      query = { size: '100', after: page.next };
    }
    expect(new Set(subs).size).toBe(subs.length);
    expect(subs.filter((sub) => sub.startsWith('many-'))).toHaveLength(many);
    const second = await read('wiki', { size: '25', after: (await read('wiki', { size: '25' })).next ?? '' });
    const back = await read('wiki', { size: '25', before: second.previous ?? '' });
    expect(back.lines.map(({ sub }) => sub)).toEqual((await read('wiki', { size: '25' })).lines.map(({ sub }) => sub));
    expect(pages).toBe(12);
  });

  it('is filtered by the database, so that few are found among many', async () => {
    expect(await named('wiki', { ends: 'soon' })).toHaveLength(11);
    const unused = await named('wiki', { use: 'unused' });
    expect(unused.filter((name) => name.startsWith('many-'))).toHaveLength(11);
  });

  it('is exported whole', async () => {
    const text = await exportPeople(await actAs(provider, 'owner'), clientOf('wiki'), {});
    expect(text.split('\r\n').filter((line) => line.includes(',many-'))).toHaveLength(many);
  });

  it('ends the first 500 of all that match', async () => {
    const { ids, isCut } = await findChosenPeople(admin, clientOf('wiki'), { all: '1' });
    expect(isCut).toBe(true);
    expect(ids.length).toBeLessThanOrEqual(500);
    const few = await findChosenPeople(admin, clientOf('wiki'), { all: '1', ends: 'soon' });
    expect(few).toMatchObject({ isCut: false, ids: { length: 11 } });
  });
});

async function give(name: string, clientId: string, role: string | null): Promise<string> {
  const sub = await subOf(provider, name);
  return assign(await actAs(provider, 'owner'), { sub, clientId, api: null, role, expiresAt: null });
}

describe('the actions about who can use a client (decision 023)', () => {
  const none = async () => {
    await admin.db.assignment.deleteMany({ where: { clientId: 'wiki' } });
    return { client_id: 'wiki' };
  };
  const given = async () => {
    await none();
    const id = await give('ann', 'wiki', 'writer');
    return { client_id: 'wiki', sub: await subOf(provider, 'ann'), id };
  };

  testAction(assignInClient, {
    provider: () => provider,
    names: none,
    fields: { user: 'ann', role: 'writer', until: '' },
    page: () => '/admin/clients/wiki/people',
    says: 'ann has the role writer in wiki.',
  });
  testAction(assignInApi, {
    provider: () => provider,
    names: async () => {
      await admin.db.assignment.deleteMany({ where: { api: 'stock' } });
      return { name: 'stock' };
    },
    fields: { user: 'cy', role: 'counter', until: '' },
    page: () => '/admin/apis/stock/roles',
    says: 'cy has the role counter in stock.',
  });
  testAction(endInClient, {
    provider: () => provider,
    names: given,
    says: 'Ended the role writer for ann in wiki.',
  });
  testAction(endManyInClient, {
    provider: () => provider,
    names: async () => {
      await given();
      return { client_id: 'wiki' };
    },
    fields: { people: 'ANN\nbo\nnobody-here', step: 'write' },
    shows: 'changed',
  });
  testAction(assignToUser, {
    provider: () => provider,
    names: async () => {
      await none();
      return { sub: await subOf(provider, 'ann') };
    },
    fields: { client: 'wiki', api: '', role: '', assigned_until: '' },
    page: ({ sub = '' }) => `/admin/users/${sub}/access`,
    says: 'ann can use wiki.',
  });
  testAction(endOfUser, {
    provider: () => provider,
    names: async () => {
      const { sub, id } = await given();
      return { sub, id };
    },
    says: 'Ended the role writer for ann in wiki.',
  });

  it.each<[string, Record<string, string>, string, string]>([
    ['nobody', { user: 'nobody-here' }, 'user', 'user_unknown'],
    ['an empty field', { user: '' }, 'user', 'user_unknown'],
    ['an unknown role', { role: 'x' }, 'role', 'role_unknown'],
    ['a day that is past', { until: '2020-01-01' }, 'until', 'end_past'],
    ['no day', { until: '2027-02-30' }, 'until', 'unreadable_day'],
  ])('refuse %s at its field', async (_, wrong, field, code) => {
    const fields = { user: 'ann', role: 'writer', until: '', ...wrong };
    const run = assignInClient.run(await actAs(provider, 'owner'), { client_id: 'wiki' }, fields);
    await expect(run).rejects.toMatchObject({ fields: [{ field, code }] });
  });

  it.each<[string, Record<string, string>, string, string]>([
    ['neither client nor API', { client: '' }, 'client', 'client_or_api'],
    ['both', { api: 'stock' }, 'client', 'client_or_api'],
    ['an unknown client', { client: 'x' }, 'client', 'client_unknown'],
    ['an unknown API', { client: '', api: 'x' }, 'api', 'api_unknown'],
    ['an API without a role', { client: '', api: 'stock' }, 'role', 'role_unknown'],
    ['a day that is past', { assigned_until: '2020-01-01' }, 'assigned_until', 'end_past'],
    ['no day', { assigned_until: 'x' }, 'assigned_until', 'unreadable_day'],
  ])('refuse %s at its field of the user’s page', async (_, wrong, field, code) => {
    const fields = { client: 'wiki', api: '', role: '', assigned_until: '', ...wrong };
    const run = assignToUser.run(await actAs(provider, 'owner'), { sub: await subOf(provider, 'ann') }, fields);
    await expect(run).rejects.toMatchObject({ fields: [{ field, code }] });
  });

  it('give a role of an API, and end it', async () => {
    const sub = await subOf(provider, 'ed');
    const fields = { client: '', api: 'stock', role: 'counter', assigned_until: '2099-01-31' };
    await assignToUser.run(await actAs(provider, 'editor'), { sub }, fields);
    const [own] = await readAssignments(admin, sub);
    expect(own).toMatchObject({ api: 'stock', role: 'counter', expiresAt: new Date('2099-02-01T00:00:00Z') });
    await endOfUser.run(await actAs(provider, 'editor'), { sub, id: own?.id ?? '' });
    expect(await readAssignments(admin, sub)).toEqual([]);
    const [event] = await listEvents(admin.db, { types: ['role.unassigned'], targetId: sub }, 1);
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ api: 'stock', role: 'counter' });
  });

  it('show first whose assignments end, and end them as one act, with what tokens read', async () => {
    await none();
    for (const name of ['ann', 'bo', 'owner']) await give(name, 'ledger', null);
    const editor = await actAs(provider, 'editor');
    const people = ['ann', 'bo', 'ed', 'owner'];
    const subs = await Promise.all(people.map((name) => subOf(provider, name)));
    const asked = subs.map((sub, index) => ({ sub, username: people[index] ?? '' }));
    expect(await listEndings(editor, 'ledger', asked)).toEqual({
      changed: ['ann', 'bo'],
      keep: ['ann', 'bo'],
      without: ['ed'],
      forbidden: ['owner'],
      batches: [[subs[0], subs[1]]],
    });
    const review = { people: people.join('\n'), step: '' };
    await endManyInClient.run(editor, { client_id: 'ledger' }, review);
    expect(await readAssignments(admin, subs[0] ?? '')).toHaveLength(1);
    await endManyInClient.run(await actAs(provider, 'editor'), { client_id: 'ledger' }, { ...review, step: 'write' });
    const { access } = await admin.db.user.findUniqueOrThrow({ where: { sub: subs[0] ?? '' } });
    expect(readSummary(access).assignments).toEqual([]);
    expect(await readAssignments(admin, subs[3] ?? '')).toHaveLength(1);
    const events = (await listEvents(admin.db, { types: ['role.unassigned'], clientId: 'ledger' }, 9)).map(
      ({ details }) => JSON.parse(details),
    );
    expect(new Set(events.map(({ batch }) => batch)).size).toBe(1);
    expect(events[0].batch).toMatch(/./);
  });

  it('of a client that administers are hidden from an editor', async () => {
    const { sub, id } = { sub: await subOf(provider, 'ann'), id: await give('ann', 'console', 'operator') };
    const editor = await actAs(provider, 'editor');
    const fields = { user: 'ann', role: '', until: '' };
    await expect(assignInClient.run(editor, { client_id: 'console' }, fields)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(endOfUser.run(editor, { sub, id })).rejects.toMatchObject({ code: 'not_found' });
    await endOfUser.run(await actAs(provider, 'owner'), { sub, id });
  });
});

describe('what a user can use, and why (decision 023)', () => {
  it('begins with what has a reason of its own, then what was used, each with its last use', async () => {
    const all = await readUserApplications(admin, await subOf(provider, 'ann'));
    const [ledger, wiki] = all;
    expect(ledger).toMatchObject({
      place: { client: 'ledger' },
      roles: ['admin', 'user'],
      because: [{ group: 'finance' }],
    });
    expect(ledger?.lastUsedAt).toEqual(new Date(admin.now.getTime() - day));
    expect(wiki).toMatchObject({ place: { client: 'wiki' }, everyone: true, because: [] });
    expect(all.slice(2).every(({ lastUsedAt }) => lastUsedAt === null)).toBe(true);
    const ed = await readUserApplications(admin, await subOf(provider, 'ed'));
    expect(ed.map(({ place }) => place)).not.toContainEqual({ client: 'ledger' });
  });

  it('has the APIs in which they have a role, by their own or by default, and no disabled one', async () => {
    const sub = await subOf(provider, 'bo');
    const counted = countStatements(admin.db);
    const apis = async () => {
      const own = (await readUserApplications({ ...admin, db: counted.db }, sub)).filter(({ place }) => 'api' in place);
      return own.map(({ place, name, roles, because }) => ({ place, name, roles, because: because.length }));
    };
    expect(await apis()).toEqual([{ place: { api: 'mail' }, name: 'Mail', roles: ['reader'], because: 0 }]);
    expect(counted.count()).toBeLessThanOrEqual(3);
    await assign(await actAs(provider, 'owner'), {
      sub,
      clientId: null,
      api: 'stock',
      role: 'counter',
      expiresAt: null,
    });
    expect(await apis()).toEqual([
      { place: { api: 'stock' }, name: null, roles: ['counter'], because: 1 },
      { place: { api: 'mail' }, name: 'Mail', roles: ['reader'], because: 0 },
    ]);
  });

  it('suggests the roles of clients and APIs by name, each with where it exists', () => {
    const suggested = suggestRoles(admin.snapshot);
    expect(suggested.find(([name]) => name === 'reader')).toEqual(['reader', ['Mail', 'old']]);
    expect(suggested.find(([name]) => name === 'admin')).toEqual(['admin', ['Ledger']]);
    expect(suggested).toEqual(suggested.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });

  it('has no client to which nobody signs in', async () => {
    const all = await readUserApplications(admin, await subOf(provider, 'bo'));
    expect(all.map(({ place }) => place)).not.toContainEqual({ client: 'nightly' });
    expect(all.map(({ place }) => place)).toContainEqual({ client: 'wiki' });
  });
});
