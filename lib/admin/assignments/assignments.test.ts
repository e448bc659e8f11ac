import { beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { readSummary } from '#lib/groups/summary';
import { type ApiRequest, apiConfiguration, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { subOf } from '#lib/testing/administrator';

const day = 24 * 60 * 60 * 1000;
const client = { client_secrets: [{ value: 'x' }], redirect_uris: ['https://rp.test/cb'] };

let api: TestApi;
let token: string;

beforeEach(async () => {
  api = await createTestApi({
    ...apiConfiguration,
    groups: [{ name: 'finance' }, { name: 'audit' }],
    clients: [
      ...apiConfiguration.clients,
      {
        ...client,
        client_id: 'ledger',
        access: 'assigned',
        access_groups: ['audit'],
        roles: [
          { name: 'admin', groups: ['finance'] },
          { name: 'user', default: true },
        ],
      },
      { ...client, client_id: 'wiki', roles: [{ name: 'writer' }] },
      { client_secrets: client.client_secrets, client_id: 'nightly', grant_types: ['client_credentials'] },
    ],
    users: [
      ...apiConfiguration.users,
      { username: 'bo', groups: ['finance'] },
      { username: 'cy', groups: ['audit', 'finance'] },
      { username: 'di', assignments: [{ client: 'ledger' }] },
      { username: 'ed' },
    ],
  });
  token = await api.tokenOf('editor');
  return api.close;
});

const call = (method: string, address: string, body?: unknown, more: ApiRequest = {}) =>
  api.call(method, address, { token, ...(body !== undefined && { body }), ...more });
const sub = (name: string) => subOf(api.provider, name);
const at = (ms: number) => new Date(api.provider.context().now.getTime() + ms).toISOString();

type People = {
  items: { username: string; roles: string[]; because: { group?: string; role: string | null; source: string }[] }[];
  next: string | null;
  everyone: boolean;
};

async function people(query = ''): Promise<string[]> {
  const { json } = await call('GET', `/clients/ledger/people${query}`);
  const told = (json as People).items.map(({ username, roles, because }) => {
    const why = because.map(({ group, role, source }) => `${group ?? 'assigned'} ${role} ${source}`);
    return `${username}: ${roles.join(', ')} (${why.toSorted().join(', ')})`;
  });
  return told.toSorted();
}

describe('assignments at the admin API (decision 023)', () => {
  it('are given, get another end, and end, each with an event and in what tokens read', async () => {
    const ed = await sub('ed');
    const made = await call('POST', `/users/${ed}/assignments`, { client: 'ledger', role: 'admin' });
    expect([made.status, made.json]).toEqual([
      201,
      expect.objectContaining({ client: 'ledger', role: 'admin', source: 'administrator', expires_at: null }),
    ]);
    const { id } = made.json as { id: string };
    const again = await call('POST', `/users/${ed}/assignments`, { client: 'ledger', role: 'admin' });
    expect(again.json).toEqual(made.json);
    const later = await call('POST', `/users/${ed}/assignments`, {
      client: 'ledger',
      role: 'admin',
      expires_at: at(day),
    });
    expect(later.json).toMatchObject({ id, expires_at: at(day) });
    const { access } = await api.provider.context().db.user.findUniqueOrThrow({ where: { sub: ed } });
    expect(readSummary(access).assignments).toEqual([
      { target: expect.any(String), endsAtMs: api.provider.context().now.getTime() + day },
    ]);
    expect((await call('DELETE', `/users/${ed}/assignments/${id}`)).status).toBe(204);
    expect((await call('DELETE', `/users/${ed}/assignments/${id}`)).status).toBe(404);
    expect((await call('GET', `/users/${ed}/assignments`)).json).toEqual({ items: [] });
    const events = await listEvents(
      api.provider.context().db,
      { targetId: ed, types: ['role.assigned', 'role.unassigned'] },
      9,
    );
    expect(events.map(({ type, clientId }) => `${type} ${clientId}`).toSorted()).toEqual([
      'role.assigned ledger',
      'role.assigned ledger',
      'role.unassigned ledger',
    ]);
    expect(JSON.parse(events[0]?.details ?? '')).toMatchObject({ role: 'admin', source: 'administrator' });
  });

  it.each<[string, () => Promise<[string, object]>, number, string]>([
    ['an unknown role', async () => [await sub('ed'), { client: 'ledger', role: 'x' }], 400, 'invalid'],
    ['an end that is past', async () => [await sub('ed'), { client: 'ledger', expires_at: at(0) }], 400, 'invalid'],
    ['an unknown client', async () => [await sub('ed'), { client: 'x' }], 404, 'not_found'],
    ['an unknown user', async () => ['x', { client: 'ledger' }], 404, 'not_found'],
    ['an owner, by an editor', async () => [await sub('root'), { client: 'ledger' }], 403, 'forbidden'],
  ])('are refused for %s', async (_, given, status, code) => {
    const [who, body] = await given();
    const { json } = await call('POST', `/users/${who}/assignments`, body);
    expect(json).toMatchObject({ status, code });
  });

  it('end whoever said so, and need the right to edit', async () => {
    const di = await sub('di');
    const { items } = (await call('GET', `/users/${di}/assignments`)).json as { items: { id: string }[] };
    const reader = { token: await api.tokenOf('reader') };
    expect((await call('DELETE', `/users/${di}/assignments/${items[0]?.id}`, undefined, reader)).status).toBe(403);
    expect((await call('DELETE', `/users/${di}/assignments/${items[0]?.id}`)).status).toBe(204);
    expect(await people()).not.toContain(expect.stringMatching(/^di/));
  });
});

describe('who can use a client, and why (decision 023)', () => {
  it('is told of each client, with filters', async () => {
    const all = [
      'bo: admin, user (finance admin file)',
      'cy: admin, user (audit null file, finance admin file)',
      'di: user (assigned null file)',
    ];
    expect(await people()).toEqual(all);
    expect(await people('?role=admin')).toEqual(all.slice(0, 2));
    expect(await people('?group=AUDIT')).toEqual(all.slice(1, 2));
    expect((await call('GET', '/clients/wiki/people')).json).toEqual({ items: [], next: null, everyone: true });
    expect((await call('GET', '/clients/x/people')).status).toBe(404);
  });

  it('comes a page at a time', async () => {
    const names: string[] = [];
    let address: string | null = '/clients/ledger/people?limit=1';
    while (address !== null) {
      const { json }: { json: unknown } = await call('GET', address);
      const page = json as People;
      expect(page.items.length).toBeLessThanOrEqual(1);
      names.push(...page.items.map(({ username }) => username));
      address = page.next;
    }
    expect(names.toSorted()).toEqual(['bo', 'cy', 'di']);
  });

  it('is told of each user', async () => {
    const applications = async (name: string) => {
      const { json } = await call('GET', `/users/${await sub(name)}/applications?limit=100`);
      const { items } = json as { items: { client_id: string; everyone: boolean; roles: string[] }[] };
      return items.map(({ client_id: id, everyone, roles }) => `${id} ${everyone} ${roles.join(' ')}`.trim());
    };
    expect(await applications('bo')).toEqual(expect.arrayContaining(['ledger false admin user', 'wiki true']));
    const own = await applications('ed');
    expect(own).toContain('wiki true');
    expect(own).not.toContain('nightly true');
    expect(own.filter((line) => line.startsWith('ledger'))).toEqual([]);
  });
});
