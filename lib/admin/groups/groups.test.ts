import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { byCommandLine } from '#lib/config/authorship';
import { changeConfiguration } from '#lib/config/change';
import { refreshSnapshot } from '#lib/snapshot/current';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { administrators, testAction } from '#lib/testing/admin-action';
import { type ApiAnswer, type ApiRequest, apiConfiguration, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { actAs, subOf } from '#lib/testing/administrator';
import { countStatements } from '#lib/testing/count-statements';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import type { TestProvider } from '#lib/testing/provider';
import type { AdminContext } from '../admin-context';
import { saveEntries } from '../configuration/save-entries';
import { restoreRevision } from '../history/restore-revision';
import { planUndo, undoRevision } from '../history/undo-revision';
import { allUsers, listUserLines } from '../users/read-list';
import { addMember, addMembers, changeGroup, createGroupForm, joinGroup, readEnd, removeMember } from './actions';
import { changeMembers } from './change-members';
import { exportMembers, findPeople, getGroup, listGroupLines, readGroupQuery, readMembersAmong } from './read';
import { usesOfGroups } from './uses';

const day = 24 * 60 * 60 * 1000;

describe('the groups at the admin API (decision 023)', () => {
  let api: TestApi;
  let token: string;

  beforeEach(async () => {
    api = await createTestApi({
      ...apiConfiguration,
      groups: [{ name: 'finance', display_name: 'Finance' }, { name: 'Ops team' }],
      users: [
        ...apiConfiguration.users,
        { username: 'bo', groups: ['finance'] },
        { username: 'cy', groups: [{ group: 'finance', source: 'administrator' }, 'Ops team'] },
      ],
    });
    token = await api.tokenOf('editor');
    return api.close;
  });

  const call = (method: string, address: string, body?: unknown, more: ApiRequest = {}) =>
    api.call(method, address, { token, ...(body !== undefined && { body }), ...more });
  const sub = (name: string) => subOf(api.provider, name);
  const told = async (address: string) => {
    const { json } = await call('GET', address);
    const items = json.items as { username: string; group: string; source: string; expires_at: string | null }[];
    return items.map((one) => [one.username, one.group, one.source, one.expires_at ?? 'always'].join(' ')).toSorted();
  };
  const later = () => new Date(api.provider.context().now.getTime() + day).toISOString();

  it('are created, read, changed and deleted, in any case of their name', async () => {
    expect((await call('POST', '/groups', { name: 'sales' })).status).toBe(201);
    expect((await call('POST', '/groups', { name: 'SALES' })).json).toMatchObject({
      status: 409,
      code: 'already_exists',
    });
    const { headers, json } = await call('GET', '/groups/Sales');
    expect(json).toMatchObject({ name: 'sales', display_name: null });
    const match = { headers: { 'if-match': String(headers.etag) } };
    expect((await call('PATCH', '/groups/Sales', { description: 'They sell.' }, match)).json).toMatchObject({
      name: 'sales',
      description: 'They sell.',
    });
    expect((await call('PATCH', '/groups/sales', { description: 'x' }, match)).status).toBe(412);
    const { items } = (await call('GET', '/groups')).json as { items: { name: string }[] };
    expect(items.map(({ name }) => name)).toEqual(['Ops team', 'finance', 'sales']);
    const now = await call('GET', '/groups/sales');
    const gone = await call('DELETE', '/groups/sales', undefined, {
      headers: { 'if-match': String(now.headers.etag) },
    });
    expect(gone.status).toBe(204);
  });

  it('cannot be deleted while they have members (409 in_use)', async () => {
    const { headers } = await call('GET', '/groups/finance');
    const match = { headers: { 'if-match': String(headers.etag) } };
    expect((await call('DELETE', '/groups/finance', undefined, match)).json).toMatchObject({
      status: 409,
      code: 'in_use',
    });
    await api.provider.context().db.membership.deleteMany();
    expect((await call('DELETE', '/groups/finance', undefined, match)).status).toBe(204);
  });

  it('tell their members with source, end and since, a page at a time', async () => {
    expect(await told('/groups/finance/members')).toEqual([
      'bo finance file always',
      'cy finance administrator always',
    ]);
    const first = await call('GET', '/groups/finance/members?limit=1');
    const { next } = first.json as { next: string };
    const second = await call('GET', next);
    expect(second.json).toMatchObject({ next: null });
    const all = [first, second].flatMap(({ json }) =>
      (json.items as { username: string }[]).map((one) => one.username),
    );
    expect(all.toSorted()).toEqual(['bo', 'cy']);
    expect(await told(`/users/${await sub('cy')}/memberships`)).toEqual([
      'cy Ops team file always',
      'cy finance administrator always',
    ]);
    expect((await call('GET', '/groups/nobody/members')).status).toBe(404);
  });

  it('get a member with an end, which a second request changes and a third takes off', async () => {
    const address = `/groups/finance/members/${await sub('alice')}`;
    const end = later();
    expect((await call('PUT', address, { expires_at: end })).json).toMatchObject({
      username: 'alice',
      group: 'finance',
      source: 'administrator',
      expires_at: end,
    });
    expect((await call('PUT', address, {})).json).toMatchObject({ expires_at: null });
    expect((await call('PUT', address)).status).toBe(200);
    const events = await listEvents(api.provider.context().db, { types: ['group.member_added'] }, 9);
    const ends = events.map(({ targetName, details }) => `${targetName} ${JSON.parse(details).expires_at}`);
    expect(ends.toSorted()).toEqual([`alice ${end}`, 'alice null']);
    expect(JSON.parse(events[0]?.details ?? '')).toMatchObject({ group: 'finance', source: 'administrator' });
  });

  it('refuse an end that is past (end_past)', async () => {
    const { now } = api.provider.context();
    const address = `/groups/finance/members/${await sub('alice')}`;
    expect((await call('PUT', address, { expires_at: now.toISOString() })).json).toMatchObject({
      status: 400,
      errors: [{ pointer: '/expires_at', code: 'end_past' }],
    });
    expect((await call('PUT', address, { expires_at: new Date(now.getTime() + 1).toISOString() })).status).toBe(200);
  });

  it.each([
    ['the administrator’s own by default', 'cy', '', 204],
    ['none of the administrator', 'bo', '', 404],
    ['another one with its source', 'bo', '?source=file', 204],
    ['none of a source that says nothing', 'cy', '?source=file', 404],
    ['none of a directory (409 managed)', 'bo', '?source=directory:hr', 409],
  ])('end %s', async (_, name, query, status) => {
    const answer = await call('DELETE', `/groups/finance/members/${await sub(name)}${query}`);
    expect(answer.status).toBe(status);
    if (status === 409) expect(answer.json).toMatchObject({ code: 'managed' });
    const { length } = await listEvents(api.provider.context().db, { types: ['group.member_removed'] }, 9);
    expect(length).toBe(status === 204 ? 1 : 0);
  });

  it('take a batch of subs and usernames, as one act, all or nothing', async () => {
    const body = { add: [await sub('alice'), 'BO', 'cy'], remove: ['cy'], expires_at: null };
    const { json } = await call('POST', '/groups/finance/members/batch', { ...body, remove: [] });
    expect(json).toEqual({ added: [await sub('alice'), await sub('bo')], removed: [] });
    const events = await listEvents(api.provider.context().db, { types: ['group.member_added'] }, 9);
    expect(new Set(events.map(({ details }) => JSON.parse(details).batch)).size).toBe(1);
    expect(JSON.parse(events[0]?.details ?? '').batch).toMatch(/./);
    const both = await call('POST', '/groups/finance/members/batch', { add: ['bo', await sub('cy')], remove: ['CY'] });
    expect(both.json).toMatchObject({ status: 400, errors: [{ pointer: '/remove', code: 'duplicate' }] });
    const wrong = await call('POST', '/groups/finance/members/batch', { remove: ['cy', 'nobody'] });
    expect(wrong.json).toMatchObject({ status: 400, errors: [{ pointer: '/remove/1', code: 'user_unknown' }] });
    expect(await told('/groups/finance/members')).toContain('cy finance administrator always');
    expect((await call('POST', '/groups/finance/members/batch', { remove: ['cy'] })).json).toEqual({
      added: [],
      removed: [await sub('cy')],
    });
    const many = Array.from({ length: 501 }, (_, index) => `p${index}`);
    expect((await call('POST', '/groups/finance/members/batch', { add: many })).status).toBe(400);
  });

  it('refuse somebody who is added and removed in one batch, by any of their names', async () => {
    for (const body of [
      { add: ['cy'], remove: [await sub('cy')] },
      { add: ['alice'], remove: ['ALICE'] },
    ]) {
      const answer = await call('POST', '/groups/finance/members/batch', body);
      expect(answer.json).toMatchObject({ status: 400, errors: [{ pointer: '/remove', code: 'duplicate' }] });
    }
    expect(await told('/groups/finance/members')).toHaveLength(2);
  });

  it('are found a page at a time whatever their name', async () => {
    const names = ['..', '~YQ', 'a/b', 'a%2Fb', 'submit', 'x?limit=9#', 'ÄÖ ü'];
    for (const name of names) {
      expect((await call('POST', '/groups', { name })).status).toBe(201);
      const address = `/groups/~${Buffer.from(name).toString('base64url')}/members`;
      expect((await call('POST', `${address}/batch`, { add: ['bo', 'cy'] })).status).toBe(200);
      const first = await call('GET', `${address}?limit=1`);
      const { json } = await call('GET', String(first.json.next));
      expect([name, json]).toMatchObject([name, { items: [{ group: name }], next: null }]);
    }
  });

  it('treat a membership whose end has come as none, whether or not the job has run', async () => {
    const address = `/groups/finance/members/${await sub('alice')}`;
    await call('PUT', address, { expires_at: later() });
    api.provider.advance(day / 1000);
    token = await api.tokenOf('editor');
    expect((await call('DELETE', address)).status).toBe(404);
    const batch = await call('POST', '/groups/finance/members/batch', { remove: ['alice'] });
    expect(batch.json).toEqual({ added: [], removed: [] });
    expect((await call('PUT', address, {})).json).toMatchObject({ expires_at: null });
  });

  it.each<[string, string, string, unknown, number]>([
    ['a source twice', 'DELETE', '?source=file&source=administrator', undefined, 400],
    ['a source with a NUL', 'DELETE', '?source=%00', undefined, 400],
    ['a long source', 'DELETE', `?source=${'x'.repeat(121)}`, undefined, 400],
    ['a source that nobody has', 'DELETE', '?source=provider%3A..%2F%E2%80%AE', undefined, 404],
    ['a source of the body', 'PUT', '', { source: 'file' }, 400],
    ['an end without an offset', 'PUT', '', { expires_at: '2030-01-01T00:00:00' }, 400],
    ['an end past the year 9999 in UTC', 'PUT', '', { expires_at: '9999-12-31T23:59:59-12:00' }, 400],
    ['an end in the year 0', 'PUT', '', { expires_at: '0000-01-01T00:00:00Z' }, 400],
    ['an end in the past by its offset', 'PUT', '', { expires_at: '2020-01-01T00:00:00-12:00' }, 400],
    ['an end that is a number', 'PUT', '', { expires_at: 1_900_000_000 }, 400],
    ['the last instant', 'PUT', '', { expires_at: '9999-12-31T23:59:59.999Z' }, 200],
    ['a body of a megabyte', 'PUT', '', { expires_at: 'x'.repeat(1_000_000) }, 400],
  ])('answer hostile input: %s', async (_, method, query, body, status) => {
    const address = `/groups/finance/members/${await sub('alice')}`;
    expect((await call(method, `${address}${query}`, body)).status).toBe(status);
    const { access } = await api.provider.context().db.user.findFirstOrThrow({ where: { username: 'alice' } });
    expect(access === '').toBe(status !== 200);
    expect((await call('GET', '/groups/finance/members')).status).toBe(200);
  });

  it.each([
    ['NUL', { add: ['a\0'] }],
    ['half of a character', { add: ['\ud800'] }],
    ['a long name', { add: ['x'.repeat(401)] }],
    ['a list of lists', { add: [['alice']] }],
    ['501 people in both lists', { add: ['alice', ...Array(250).fill('bo')], remove: Array(250).fill('cy') }],
  ])('refuse a batch with %s', async (_, body) => {
    expect((await call('POST', '/groups/finance/members/batch', body)).status).toBe(400);
    expect(await told('/groups/finance/members')).toHaveLength(2);
  });

  it.each(['a\u202eb', 'a\u200bb', 'a\ud800', 'a:b', 'x'.repeat(101), ' x'])('cannot be named %j', async (name) => {
    expect((await call('POST', '/groups', { name })).status).toBe(400);
    expect((await call('POST', '/groups', { name: 'x', description: `a${name}` })).status).toBeLessThan(500);
    expect((await call('GET', `/users?${new URLSearchParams({ group: name })}`)).status).toBeLessThan(500);
  });

  it('tell how many people were in a group that is deleted', async () => {
    const { db, settings, now } = api.provider.context();
    await changeConfiguration({ db }, [{ section: 'groups', key: 'finance', entry: null }], {
      ...{ secret: settings.secret, now, by: byCommandLine },
    });
    const [event] = await listEvents(db, { types: ['group.deleted'] }, 9);
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ members: 2 });
  });

  it('let an editor change nobody above them, and an auditor nobody', async () => {
    const address = `/groups/finance/members/${await sub('root')}`;
    expect((await call('PUT', address, {})).json).toMatchObject({ status: 403, code: 'forbidden' });
    const both = { add: ['alice', 'root'] };
    expect((await call('POST', '/groups/finance/members/batch', both)).status).toBe(403);
    expect(await told('/groups/finance/members')).toHaveLength(2);
    const reader = await api.tokenOf('reader');
    expect((await call('PUT', address, {}, { token: reader })).status).toBe(403);
    expect((await call('GET', '/groups/finance/members', undefined, { token: reader })).status).toBe(200);
  });

  it.each([
    ['opens', { access_groups: ['FINANCE'] }],
    ['gives a role in', { roles: [{ name: 'admin', groups: ['finance'] }] }],
    ['approves for', { approver_groups: ['finance'] }],
  ])('are for owners alone where the group %s a client that administers (security #205)', async (_, settings) => {
    const { provider } = api;
    await provider.configure({
      clients: [{ ...fixtureClient('silent'), client_id: 'hub', scope: 'openid signet.admin.read', ...settings }],
    });
    await refreshSnapshot(provider.context().now);
    const address = `/groups/finance/members/${await sub('alice')}`;
    const doors = (): Promise<ApiAnswer>[] => [
      call('PUT', address, {}),
      call('POST', '/groups/finance/members/batch', { add: ['alice'] }),
      call('POST', '/groups/finance/members/batch', { remove: ['cy'] }),
    ];
    for (const name of ['editor', 'erin']) {
      token = await api.tokenOf(name);
      for (const answer of await Promise.all(doors())) expect(answer.json).toMatchObject({ code: 'forbidden' });
      expect((await call('DELETE', `/groups/finance/members/${await sub('cy')}`)).status).toBe(403);
      expect((await call('PUT', `/groups/Ops%20team/members/${await sub('alice')}`, {})).status).toBe(200);
    }
    expect(await told('/groups/finance/members')).toHaveLength(2);
    token = await api.tokenOf('root');
    for (const answer of await Promise.all(doors())) expect(answer.status).toBe(200);
  });

  it('have at most 1,000 memberships of a person (409 too_many)', async () => {
    const { db, now } = api.provider.context();
    const alice = await sub('alice');
    const rows = Array.from({ length: 1000 }, (_, index) => ({ key: `g${index}`, id: `g${index}`, name: `g${index}` }));
    await db.group.createMany({
      data: rows.map((row) => ({ ...row, settings: '{}', createdAt: now, updatedAt: now })),
    });
    const data = rows.map(({ id }) => ({ sub: alice, groupId: id, source: 'file', since: now }));
    await db.membership.createMany({ data: data.slice(1) });
    await db.revision.updateMany({ data: { number: { increment: 1 } } });
    await refreshSnapshot(now);
    expect((await call('PUT', `/groups/finance/members/${alice}`, {})).status).toBe(200);
    const answer = await call('PUT', `/groups/Ops%20team/members/${alice}`, {});
    expect(answer.json).toMatchObject({ status: 409, code: 'too_many' });
    expect((await call('PUT', `/groups/finance/members/${alice}`, { expires_at: later() })).status).toBe(200);
  });

  it('filter the users', async () => {
    const { json } = await call('GET', '/users?group=FINANCE');
    expect((json.items as { username: string }[]).map(({ username }) => username)).toEqual(['bo', 'cy']);
    expect((await call('GET', '/users?group=unknown')).json.items).toEqual([]);
  });
});

describe('the groups in the area (decision 023)', () => {
  let area: TestAdmin;
  let provider: TestProvider;
  let admin: AdminContext;

  beforeAll(async () => {
    area = await createTestAdmin({
      ...fixtures,
      portal: { admin_second_factor: 'optional' },
      groups: [{ name: 'finance' }, { name: 'empty' }],
      users: [
        ...administrators,
        { username: 'ann', claims: { email: 'ann@example.com' } },
        { username: 'bo', groups: ['finance'], claims: { email: 'shared@example.com' } },
        { username: 'cy', claims: { email: 'shared@example.com' } },
      ],
    });
    provider = area.provider;
    admin = await actAs(provider, 'owner');
  });
  afterAll(() => area.close());

  const finance = { name: 'finance' };
  const remove = async (name: string) =>
    changeMembers(await actAs(provider, 'owner'), {
      group: await getGroup(admin, 'finance'),
      remove: [await subOf(provider, name)],
    });
  const nobodyYet = async () => {
    await remove('ann');
    return finance;
  };

  testAction(addMember, {
    provider: () => provider,
    names: nobodyYet,
    fields: { member: 'ann', until: '' },
    page: () => '/admin/groups/finance',
    says: 'Added ann to finance.',
  });
  testAction(addMembers, {
    provider: () => provider,
    names: nobodyYet,
    fields: { people: 'ANN\nnobody\nshared@example.com', until: '', step: 'write' },
    shows: 'changed',
  });
  testAction(changeGroup, {
    provider: () => provider,
    names: async () => {
      await remove('ann');
      return {};
    },
    fields: { people: 'ann', until: '', step: 'write', group: 'FINANCE', change: 'add' },
    shows: 'changed',
  });
  testAction(joinGroup, {
    provider: () => provider,
    names: async () => {
      await remove('ann');
      return { sub: await subOf(provider, 'ann') };
    },
    fields: { group: 'Finance', until: '' },
    page: ({ sub }) => `/admin/users/${sub}/access`,
    says: 'Added to finance.',
  });
  testAction(removeMember, {
    provider: () => provider,
    names: async () => {
      const sub = await subOf(provider, 'ann');
      await changeMembers(await actAs(provider, 'owner'), { group: await getGroup(admin, 'finance'), add: [sub] });
      return { name: 'finance', sub, source: 'administrator' };
    },
    says: 'Removed ann from finance.',
  });

  it('a pasted list says who is added, was a member, is unknown or ambiguous, before anything is written', async () => {
    await remove('ann');
    const people = 'ann\nann@example.com\nowner\nnobody\nshared@example.com';
    const fields = { people, until: '', step: '' };
    const before = await provider.context().db.membership.count();
    const editor = await actAs(provider, 'editor');
    expect(await addMembers.run(editor, finance, fields)).toMatchObject({
      review: {
        changed: [{ username: 'ann' }],
        known: [],
        forbidden: [{ username: 'owner' }],
        unknown: ['nobody'],
        ambiguous: ['shared@example.com'],
      },
      isWritten: false,
    });
    expect(await provider.context().db.membership.count()).toBe(before);
    await addMembers.run(editor, finance, { ...fields, step: 'write' });
    const again = await addMembers.run(editor, finance, fields);
    expect(again).toMatchObject({ review: { changed: [], known: [{ username: 'ann' }] } });
  });

  it('chosen users are removed from a group as far as administrators added them, in one batch', async () => {
    const add = [await subOf(provider, 'ann'), await subOf(provider, 'bo'), await subOf(provider, 'owner')];
    await changeMembers(await actAs(provider, 'owner'), { group: await getGroup(admin, 'finance'), add });
    const fields = { people: 'ann\nbo\ncy\nowner', until: '', step: 'write', group: 'finance', change: 'remove' };
    expect(await changeGroup.run(await actAs(provider, 'editor'), {}, fields)).toMatchObject({
      review: {
        changed: [{ username: 'ann' }, { username: 'bo' }],
        known: [{ username: 'cy' }],
        stays: [{ username: 'bo' }],
        forbidden: [{ username: 'owner' }],
      },
    });
    const events = await listEvents(admin.db, { types: ['group.member_removed'] }, 100);
    const batchOf = ({ details }: { readonly details: string }): string => JSON.parse(details).batch ?? '';
    const own = events.filter((one) => events.some((bo) => bo.targetName === 'bo' && batchOf(bo) === batchOf(one)));
    expect(own.map(({ targetName }) => targetName).toSorted()).toEqual(['ann', 'bo']);
    await remove('owner');
  });

  it('a group that nobody has is a problem of the field', async () => {
    const context = await actAs(provider, 'owner');
    const names = { sub: await subOf(provider, 'ann') };
    for (const [action, own] of [
      [changeGroup, { people: 'ann', step: '', change: 'add' }],
      [joinGroup, {}],
    ] as const) {
      const done = action.run(context, names, { ...own, group: 'sales', until: '' });
      await expect(done).rejects.toMatchObject({ fields: [{ field: 'group', code: 'group_unknown' }] });
    }
  });

  it('the list and the tab "Used by" know who names a group, and which is unused', async () => {
    const { provider: own, close } = await createTestAdmin({
      ...fixtures,
      groups: ['finance', 'audit', 'spare'].map((name) => ({ name })),
      clients: [
        ...fixtures.clients,
        {
          ...fixtures.clients[0],
          client_id: 'ledger',
          client_name: 'Ledger',
          access: 'assigned',
          access_groups: ['Finance'],
        },
        {
          ...fixtures.clients[0],
          client_id: 'books',
          client_name: 'Books',
          roles: [{ name: 'reader', groups: ['finance', 'audit'] }],
        },
      ],
      identity_providers: [
        {
          ...{ name: 'corp', display_name: 'Contoso', type: 'oidc', issuer: 'https://idp.test', client_id: 'x' },
          ...{ client_secret: 'y', group_mapping: { claim: 'groups', values: { '5f2c': ['FINANCE'] } } },
        },
      ],
      users: administrators,
    });
    const context = await actAs(own, 'auditor');
    const uses = usesOfGroups(context.snapshot);
    expect(uses.get('finance')?.map(({ name, gives, href }) => [name, ...gives, href])).toEqual([
      ['Books', 'Role reader', '/admin/clients/books'],
      ['Ledger', 'Access', '/admin/clients/ledger'],
      ['Contoso', 'Value 5f2c', '/admin/providers/corp/settings'],
    ]);
    const { lines } = await listGroupLines(context, readGroupQuery({}));
    expect(lines.map(({ name, uses: count }) => [name, count])).toEqual([
      ['audit', 1],
      ['finance', 3],
      ['spare', 0],
    ]);
    const unused = await listGroupLines(context, readGroupQuery({ state: 'unused' }));
    expect(unused.lines.map(({ name }) => name)).toEqual(['spare']);
    await close();
  });

  it.each([
    ['a proof of 30 minutes ago', 30 * 60_000, true],
    ['an older one', 30 * 60_000 + 1, false],
    ['none', null, false],
  ])('nobody is added or removed, whatever leads there, with %s: %s', async (_, ago, isAllowed) => {
    const now = await actAs(provider, 'owner');
    const proof = ago === null ? null : { provedAt: new Date(now.now.getTime() - ago), usedAt: null };
    const group = await getGroup(now, 'finance');
    const cy = [await subOf(provider, 'cy')];
    for (const change of [{ add: cy }, { remove: cy }]) {
      const done = await changeMembers({ ...now, proof }, { group, ...change }).catch((error: unknown) => error);
      expect(done).toMatchObject(isAllowed ? { added: expect.any(Array) } : { code: 'reauthenticate' });
    }
  });

  it.each([
    ['2027-01-31', '2027-02-01T00:00:00.000Z'],
    ['2028-02-29', '2028-03-01T00:00:00.000Z'],
    ['', null],
  ])('the day %s is over at its end in UTC', (typed, end) => {
    expect(readEnd(typed)?.toISOString() ?? null).toBe(end);
  });

  it.each(['2027-02-29', '31.01.2027', 'tomorrow', '2027-1-1', '9999-12-31', '10000-01-01'])(
    '%s is no day',
    (typed) => {
      expect(() => readEnd(typed)).toThrow(expect.objectContaining({ code: 'invalid' }));
    },
  );

  it('a form refuses a day that is past (end_past)', async () => {
    const past = addMember.run(await actAs(provider, 'owner'), finance, { member: 'cy', until: '2020-01-01' });
    await expect(past).rejects.toMatchObject({ fields: [{ field: 'until', code: 'end_past' }] });
    for (const step of ['', 'write']) {
      const many = addMembers.run(await actAs(provider, 'owner'), finance, { people: 'cy', until: '2020-01-01', step });
      await expect(many).rejects.toMatchObject({ fields: [{ field: 'until', code: 'end_past' }] });
    }
  });

  it('the members of a group are a file with who said so, until when and since when, which is recorded', async () => {
    await remove('ann');
    const { now } = admin;
    const add = [await subOf(provider, 'ann')];
    const group = await getGroup(admin, 'finance');
    await changeMembers(admin, { group, add, expiresAt: new Date(now.getTime() + day) });
    const [head, ...lines] = (await exportMembers(admin, group)).trimEnd().split('\r\n');
    expect(head).toBe('sub,username,source,until,added');
    const until = new Date(now.getTime() + day).toISOString();
    // A sub may begin like a formula, which a file of a table marks.
    const own = `${add[0]},ann,administrator,${until},${now.toISOString()}`;
    expect(lines.map((line) => line.replace(/^'/, ''))).toContain(own);
    const [event] = await listEvents(admin.db, { types: ['people.exported'] }, 1);
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ filter: { group: 'finance' }, rows: lines.length });
  });

  it('the list counts the members of its groups with one statement, and finds the empty ones', async () => {
    const asked = readGroupQuery({});
    const context = await actAs(provider, 'owner');
    const { db, count } = countStatements(context.db);
    const { lines } = await listGroupLines({ ...context, db }, asked);
    expect(count()).toBe(1);
    expect(lines.map(({ name }) => name)).toEqual(['empty', 'finance']);
    const empty = await listGroupLines(context, readGroupQuery({ state: 'empty' }));
    expect(empty.lines.map(({ name }) => name)).toEqual(['empty']);
    expect((await listGroupLines(context, readGroupQuery({ q: 'FIN' }))).total).toBe(1);
  });

  it('a person counts once, by sub, username in any case, or an address that is theirs alone', async () => {
    const sub = await subOf(provider, 'ann');
    const found = await findPeople(admin.db, [sub, 'ANN', 'ann@example.com', 'Ann@Example.com']);
    expect(found).toMatchObject({ people: [{ sub }], unknown: [], ambiguous: [] });
  });

  it.each(['sign_up', 'provider'] as const)(
    'an unverified address of a %s account names nobody (security #116)',
    async (origin) => {
      const { db } = admin;
      const [email, sub] = [`${origin}@example.com`, await subOf(provider, 'cy')];
      const before = await db.user.findUniqueOrThrow({
        where: { sub },
        select: { origin: true, canonicalEmail: true },
      });
      await db.user.update({ where: { sub }, data: { origin, canonicalEmail: email } });
      expect(await findPeople(db, [email])).toMatchObject({ people: [], unknown: [email] });
      await db.user.update({ where: { sub }, data: { emailVerified: true } });
      expect(await findPeople(db, [email])).toMatchObject({ people: [{ sub }], unknown: [] });
      await db.user.update({ where: { sub }, data: { ...before, emailVerified: false } });
    },
  );

  describe('a group that is deleted with its members', () => {
    const revisionOf = (report: { readonly revision: number | null }) => report.revision ?? expect.fail('no change');
    const save = async (entry: object | null, name = 'team') => {
      const edit = { section: 'groups', key: name, entry: entry as Readonly<Record<string, unknown>> | null } as const;
      return revisionOf(await saveEntries(await actAs(provider, 'owner'), [edit]));
    };
    const members = async () => {
      const context = await actAs(provider, 'owner');
      const { lines } = await listUserLines(context, { ...allUsers, group: 'team' });
      const own = await readMembersAmong(
        context,
        await getGroup(context, 'team'),
        lines.map(({ sub }) => sub),
      );
      return lines.map(({ sub, username }) => `${username} ${own.get(sub)?.map(({ source }) => source)}`);
    };

    beforeEach(async () => {
      await save({ name: 'team' });
      const context = await actAs(provider, 'owner');
      const add = [await subOf(provider, 'ann'), await subOf(provider, 'cy')];
      await changeMembers(context, { group: await getGroup(context, 'team'), add });
      return async () => {
        await save(null).catch(() => {});
        await provider.context().db.membership.deleteMany({ where: { source: 'administrator' } });
      };
    });

    it('comes back with them by undo', async () => {
      const number = await save(null);
      const context = await actAs(provider, 'owner');
      expect((await listUserLines(context, { ...allUsers, group: 'team' })).lines).toEqual([]);
      const { seen, problem } = await planUndo(context, number);
      expect(problem).toBeNull();
      await undoRevision(context, number, seen);
      expect(await members()).toEqual(['ann administrator', 'cy administrator']);
      expect(await context.db.formerGroup.count()).toBe(0);
    });

    it('comes back with them by restoring an earlier revision', async () => {
      const number = await save({ name: 'team', description: 'We.' });
      await save(null);
      await restoreRevision(await actAs(provider, 'owner'), number);
      expect(await members()).toEqual(['ann administrator', 'cy administrator']);
    });

    it('comes back without those who ended otherwise since', async () => {
      const number = await save(null);
      const context = await actAs(provider, 'owner');
      await context.db.membership.deleteMany({ where: { sub: await subOf(provider, 'cy') } });
      await undoRevision(context, number, (await planUndo(context, number)).seen);
      expect(await members()).toEqual(['ann administrator']);
    });

    it('gets nothing back as a new group of the same name, and then neither by undo', async () => {
      const number = await save(null);
      await save({ name: 'TEAM' }, 'TEAM');
      expect(await members()).toEqual([]);
      const context = await actAs(provider, 'owner');
      await undoRevision(context, number, (await planUndo(context, number)).seen).catch(() => {});
      expect(await members()).toEqual([]);
    });

    it('is pointed at by the form of a new group of the same name, and comes back once that one is deleted', async () => {
      const number = await save(null);
      const { flash } = await createGroupForm(await actAs(provider, 'owner'), postedForm({ name: 'Team' }));
      expect(flash?.text).toContain('Note: the people of the former team don’t come back with it');
      await save(null, 'Team');
      const context = await actAs(provider, 'owner');
      await undoRevision(context, number, (await planUndo(context, number)).seen);
      expect(await members()).toEqual(['ann administrator', 'cy administrator']);
    });

    it('starts empty when the change is taken back after 30 days', async () => {
      const number = await save(null);
      const { db } = provider.context();
      await db.formerGroup.updateMany({ data: { removedAt: new Date(provider.context().now.getTime() - 30 * day) } });
      const context = await actAs(provider, 'owner');
      await undoRevision(context, number, (await planUndo(context, number)).seen);
      expect(await members()).toEqual([]);
    });
  });
});
