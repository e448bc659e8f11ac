import { beforeEach, describe, expect, it } from 'vitest';
import { askForAccess } from '#lib/access-requests/ask';
import { listEvents } from '#lib/audit/event-store';
import { askedClients, dayMs } from '#lib/testing/access-requests';
import { apiConfiguration, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { actAs, subOf } from '#lib/testing/administrator';
import { decideAsAdministrator } from './decide-as-administrator';

let api: TestApi;
let token: string;

beforeEach(async () => {
  api = await createTestApi({
    ...apiConfiguration,
    groups: [{ name: 'leads' }, { name: 'others' }, { name: 'audit' }],
    clients: [
      ...apiConfiguration.clients,
      ...Object.values(askedClients),
      {
        ...{ ...askedClients.wiki, client_id: 'back-office', scope: 'openid signet.admin.read' },
        ...{ grant_types: ['authorization_code'] },
      },
    ],
    users: [...apiConfiguration.users, { username: 'ann' }, { username: 'bob' }, { username: 'old', enabled: false }],
  });
  token = await api.tokenOf('erin');
  return api.close;
});

const ask = async (username: string, clientId: string) => {
  const context = api.provider.context();
  const client = context.snapshot.clients.get(clientId);
  if (client === undefined) throw new Error('no client');
  const person = { sub: await subOf(api.provider, username), username };
  await askForAccess({ person, client, reason: `I am ${username}`, address: null }, context);
  return (await context.db.accessRequest.findFirstOrThrow({ where: { sub: person.sub, clientId } })).id;
};
const post = (address: string, body: object = {}, by = token) =>
  api.call('POST', `/access-requests/${address}`, { token: by, body });
const at = (ms: number) => new Date(api.provider.context().now.getTime() + ms).toISOString();
const assignments = async () => {
  const { db } = api.provider.context();
  return db.assignment.findMany({ select: { clientId: true, source: true, expiresAt: true, target: true } });
};

describe('GET /access-requests (decision 023)', () => {
  const ids = async (query: string) => {
    const { json } = await api.call('GET', `/access-requests${query}`, { token });
    return (json.items as { id: string }[]).map(({ id }) => id);
  };

  it('lists the newest first, by state and client, a page at a time', async () => {
    const first = await ask('ann', 'ledger');
    api.provider.advance(1);
    const second = await ask('bob', 'wiki');
    api.provider.advance(1);
    const third = await ask('ann', 'wiki');
    await post(`${second}/decline`, { note: 'No' });
    expect(await ids('')).toEqual([third, second, first]);
    expect(await ids('?state=pending')).toEqual([third, first]);
    expect(await ids('?state=declined')).toEqual([second]);
    expect(await ids('?client_id=wiki')).toEqual([third, second]);
    expect(await ids('?client_id=wiki&state=pending')).toEqual([third]);
    const page = await api.call('GET', '/access-requests?limit=2', { token });
    const rest = await api.call('GET', String(page.json.next), { token });
    expect((rest.json.items as { id: string }[]).map(({ id }) => id)).toEqual([first]);
    expect(rest.json.next).toBeNull();
  });

  it('tells who asks for what', async () => {
    const id = await ask('ann', 'ledger');
    const { json } = await api.call('GET', '/access-requests', { token });
    const sub = await subOf(api.provider, 'ann');
    const about = { id, state: 'pending', client_id: 'ledger', sub, username: 'ann', reason: 'I am ann' };
    expect(json.items).toEqual([{ ...about, created_at: at(0), decided_at: null, note: null }]);
  });

  it.each([
    ['one millisecond before its end', 30 * dayMs - 1, 'pending'],
    ['at its end', 30 * dayMs, 'expired'],
  ])('tells of one whose end no job has recorded: %s', async (_, ms, state) => {
    const id = await ask('ann', 'ledger');
    api.provider.advance(ms / 1000);
    const fresh = await api.tokenOf('reader');
    for (const asked of ['pending', 'expired']) {
      const { json } = await api.call('GET', `/access-requests?state=${asked}`, { token: fresh });
      const told = state === asked ? [expect.objectContaining({ id, state })] : [];
      expect(json.items).toEqual(told);
    }
  });

  it.each(['?state=open', '?client_id=a%20b', '?cursor=x!', '?limit=0', '?x=1'])('refuses %s', async (query) => {
    expect((await api.call('GET', `/access-requests${query}`, { token })).status).toBe(400);
  });
});

describe('deciding at the admin API (decision 023)', () => {
  it('gives a role until an end', async () => {
    const id = await ask('ann', 'ledger');
    const { status, json } = await post(`${id}/approve`, { role: 'admin', expires_at: at(dayMs) });
    expect([status, json]).toEqual([200, expect.objectContaining({ id, state: 'approved', decided_at: at(0) })]);
    expect(await assignments()).toEqual([
      expect.objectContaining({ clientId: 'ledger', source: 'request', expiresAt: new Date(at(dayMs)) }),
    ]);
  });

  it('gives access alone without a role', async () => {
    expect((await post(`${await ask('ann', 'wiki')}/approve`)).status).toBe(200);
    expect(await assignments()).toEqual([
      { clientId: 'wiki', source: 'request', expiresAt: null, target: 'client:wiki' },
    ]);
  });

  it('declines with a note', async () => {
    const { json } = await post(`${await ask('ann', 'wiki')}/decline`, { note: 'Ask Otto' });
    expect(json).toMatchObject({ state: 'declined', note: 'Ask Otto' });
    expect(await assignments()).toEqual([]);
  });

  it('records who decided, why, and what was given', async () => {
    const headers = { 'signet-reason': 'as ticket 4711 asks' };
    const id = await ask('ann', 'ledger');
    await api.call('POST', `/access-requests/${id}/approve`, { token, headers, body: { role: 'admin' } });
    const second = await ask('bob', 'ledger');
    await api.call('POST', `/access-requests/${second}/decline`, { token, headers, body: { note: 'No' } });
    const types = ['access_request.approved', 'access_request.declined', 'role.assigned'] as const;
    const events = await listEvents(api.provider.context().db, { types: [...types] }, 9);
    const given = { client: 'ledger', role: 'admin', source: 'request', expires_at: null };
    const told = events.map(({ type, actorName, targetName, details }) => ({
      ...{ type, actorName, targetName },
      details: JSON.parse(details),
    }));
    const reason = 'as ticket 4711 asks';
    expect(told).toEqual(
      expect.arrayContaining([
        { type: types[0], actorName: 'erin', targetName: 'ann', details: { ...given, reason } },
        { type: types[1], actorName: 'erin', targetName: 'bob', details: { client: 'ledger', reason } },
        { type: types[2], actorName: 'erin', targetName: 'ann', details: expect.objectContaining(given) },
      ]),
    );
  });

  it.each<[string, () => Promise<[string, object?, string?]>, number, string, string?]>([
    ['an unknown request', async () => ['x/approve'], 404, 'not_found'],
    [
      'an unknown role',
      async () => [`${await ask('ann', 'ledger')}/approve`, { role: 'x' }],
      400,
      'invalid',
      'role_unknown',
    ],
    [
      'an end that is past',
      async () => [`${await ask('ann', 'wiki')}/approve`, { expires_at: at(0) }],
      400,
      'invalid',
      'end_past',
    ],
    [
      'an end in more than five years',
      async () => [`${await ask('ann', 'wiki')}/approve`, { expires_at: '2031-01-01T12:00:00.001Z' }],
      400,
      'invalid',
      'end_too_far',
    ],
    [
      'a note that is too long',
      async () => [`${await ask('ann', 'wiki')}/decline`, { note: 'x'.repeat(501) }],
      400,
      'invalid',
    ],
    [
      'a note with hidden characters',
      async () => [`${await ask('ann', 'wiki')}/decline`, { note: 'a\u202eb' }],
      400,
      'invalid',
    ],
    ['a disabled user', async () => [`${await ask('old', 'wiki')}/approve`], 409, 'conflict'],
    ['the own request', async () => [`${await ask('erin', 'wiki')}/approve`], 403, 'forbidden'],
    [
      'the own request, also of an owner',
      async () => [`${await ask('root', 'wiki')}/decline`, {}, 'root'],
      403,
      'forbidden',
    ],
    ['an administrator with more power', async () => [`${await ask('root', 'wiki')}/approve`], 403, 'forbidden'],
    ['a client that administers', async () => [`${await ask('ann', 'back-office')}/approve`], 403, 'forbidden'],
    ['an auditor', async () => [`${await ask('ann', 'wiki')}/approve`, {}, 'amos'], 403, 'insufficient_scope'],
    [
      'a client that acts for itself',
      async () => [`${await ask('ann', 'wiki')}/approve`, {}, 'editor'],
      403,
      'forbidden',
    ],
  ])('is refused for %s', async (_, given, status, code, detail) => {
    const [address, body, by] = await given();
    const { json } = await post(address, body, by === undefined ? token : await api.tokenOf(by));
    expect(json).toMatchObject({ status, code });
    if (detail !== undefined) expect(json.errors).toEqual([expect.objectContaining({ code: detail })]);
    expect(await assignments()).toEqual([]);
    const { db } = api.provider.context();
    expect(await db.accessRequest.count({ where: { state: { not: 'pending' } } })).toBe(0);
  });

  it('takes an end in exactly five years', async () => {
    const body = { expires_at: '2031-01-01T12:00:00.000Z' };
    expect((await post(`${await ask('ann', 'wiki')}/approve`, body)).status).toBe(200);
  });

  it('gives nothing to somebody who has access meanwhile, and the request expires', async () => {
    const id = await ask('ann', 'wiki');
    await api.provider.configure({ users: [{ username: 'ann', assignments: [{ client: 'wiki' }] }] });
    expect((await post(`${id}/approve`)).json).toMatchObject({ status: 409, code: 'conflict' });
    expect((await assignments()).map(({ source }) => source)).toEqual(['file']);
    const { json } = await api.call('GET', '/access-requests', { token });
    expect(json.items).toEqual([expect.objectContaining({ id, state: 'expired' })]);
  });

  it('decides once', async () => {
    const id = await ask('ann', 'wiki');
    const body = {};
    const answers = await Promise.all([
      post(`${id}/approve`, body),
      post(`${id}/decline`, body, await api.tokenOf('root')),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const isApproved = answers[0]?.status === 200;
    expect(await assignments()).toHaveLength(isApproved ? 1 : 0);
    const { json } = await post(`${id}/decline`);
    expect(json).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining(isApproved ? 'approved' : 'declined'),
    });
  });
});

describe('deciding in the administration (decision 023)', () => {
  it('takes a recent proof', async () => {
    const id = await ask('ann', 'wiki');
    const admin = await actAs(api.provider, 'erin');
    const decision = { kind: 'approve', role: null, until: null } as const;
    const old = { provedAt: new Date(admin.now.getTime() - dayMs), usedAt: null };
    await expect(decideAsAdministrator({ ...admin, proof: old }, id, decision)).rejects.toMatchObject({
      code: 'reauthenticate',
    });
    expect(await assignments()).toEqual([]);
    expect(await decideAsAdministrator(admin, id, decision)).toMatchObject({ state: 'approved' });
  });
});
