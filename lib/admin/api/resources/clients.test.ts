import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { listRevisions } from '#lib/audit/revision-store';
import { apiSecret, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { basic } from '#lib/testing/provider';
import { pathSegment } from '#lib/vocabulary/path-segment';
import { apiRoot } from '../find-operation';

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await createTestApi();
  token = await api.tokenOf('editor', 'signet.admin');
});
afterAll(() => api.close());

const call = (method: string, address: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.call(method, address, { token, headers, ...(body !== undefined && { body }) });

const etagOf = async (address: string) => String((await call('GET', address)).headers.etag);

describe('a client', () => {
  it('is created with a secret that is shown once and works at once', async () => {
    const made = await call('POST', '/clients', {
      client_id: 'job',
      grant_types: ['client_credentials'],
      scope: 'orders',
    });
    expect(made).toMatchObject({ status: 201, headers: { location: '/api/admin/v1/clients/job' } });
    const { client_secret: secret, ...client } = made.json;
    const read = await call('GET', '/clients/job');
    expect(read.json).toEqual(client);
    expect(read.headers.etag).toBe(made.headers.etag);
    expect(read.json).toMatchObject({
      meta: { kind: 'machine', secrets: [{ description: 'Created with the client' }] },
    });
    await api.provider.configure({});
    const authorization = basic('job', String(secret));
    const answer = await api.provider.post('/connect/token', { grant_type: 'client_credentials' }, { authorization });
    expect(answer.status).toBe(200);
  });

  it('gets an id if it has none, and an id can be used only once', async () => {
    const spa = { token_endpoint_auth_method: 'none', redirect_uris: ['https://spa.test/cb'], scope: 'openid' };
    const made = await call('POST', '/clients', spa);
    expect(made).toMatchObject({ status: 201, json: { client_secret: null, client_id: expect.any(String) } });
    expect(await call('POST', '/clients', { ...spa, client_id: 'web' })).toMatchObject({
      status: 409,
      json: { code: 'already_exists' },
    });
  });

  it('can be sent back as it was returned, which changes nothing and keeps the secrets', async () => {
    const { json, headers } = await call('GET', '/clients/web');
    const put = await call('PUT', '/clients/web', json, { 'if-match': String(headers.etag) });
    expect(put).toMatchObject({ status: 200, json: { ...json, client_secret: null } });
    expect(put.headers.etag).toBe(headers.etag);
    for (const method of ['PUT', 'PATCH']) {
      const again = await call(method, '/clients/web', put.json, { 'if-match': '*' });
      expect([again.status, again.json], method).toEqual([200, put.json]);
    }
    const chosen = await call('PATCH', '/clients/web', { client_secret: 'chosen' }, { 'if-match': '*' });
    expect(chosen.json.errors).toMatchObject([{ pointer: '/client_secret', detail: 'expected null, got text' }]);
  });

  it('is changed only with its current ETag (RFC 9110 §13.1.1): 428, 412', async () => {
    const etag = await etagOf('/clients/web');
    const name = { client_name: 'Shop' };
    expect((await call('PATCH', '/clients/web', name)).status).toBe(428);
    expect((await call('PATCH', '/clients/web', name, { 'if-match': '"other"' })).status).toBe(412);
    expect((await call('PATCH', '/clients/web', name, { 'if-match': `W/${etag}` })).status).toBe(412);
    expect((await call('PATCH', '/clients/web', name, { 'if-match': 'other' })).status).toBe(400);
    expect((await call('PATCH', '/clients/web', name, { 'if-match': etag })).status).toBe(200);
    expect((await call('PATCH', '/clients/web', name, { 'if-match': etag })).status).toBe(412);
    expect((await call('PATCH', '/clients/none', name, { 'if-match': '*' })).status).toBe(404);
  });

  it('accepts one of two simultaneous changes (security #168)', async () => {
    const etag = await etagOf('/clients/web');
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((client_name) =>
        call('PATCH', '/clients/web', { client_name }, { 'if-match': etag }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it('is created by PUT only if it does not exist (RFC 9110 §13.1.2)', async () => {
    const job = { grant_types: ['client_credentials'], scope: 'orders' };
    const headers = { 'if-none-match': '*' };
    expect((await call('PUT', '/clients/web', job, headers)).status).toBe(412);
    expect(await call('PUT', '/clients/put', job, headers)).toMatchObject({ status: 201, json: { client_id: 'put' } });
    expect((await call('PUT', '/clients/put', { ...job, client_id: 'x' }, { 'if-match': '*' })).status).toBe(400);
  });

  it.each(['..', 'a/b', 'https://agent.example/client.json', '~x', 'new'])(
    'has an address of one segment for any identifier: %j',
    async (client_id) => {
      const made = await call('POST', '/clients', { client_id, grant_types: ['client_credentials'], scope: 'orders' });
      expect(made.status).toBe(201);
      const path = String(made.headers.location).replace(apiRoot, '');
      expect(path).toBe(client_id === 'new' ? '/clients/~bmV3' : `/clients/${pathSegment(client_id)}`);
      expect(await call('GET', path)).toMatchObject({ status: 200, json: { client_id } });
      expect((await call('GET', `${path}/usage`)).status).toBe(200);
      const secret = await call('POST', `${path}/secrets`, { description: 'next' });
      expect(String(secret.headers.location)).toBe(`${apiRoot}${path}/secrets/${secret.json.id}`);
      const off = await call('PATCH', path, { enabled: false }, { 'if-match': await etagOf(path) });
      expect([off.status, off.json.client_id]).toEqual([200, client_id]);
      expect((await call('DELETE', path, undefined, { 'if-match': await etagOf(path) })).status).toBe(204);
      expect((await call('GET', path)).status).toBe(404);
    },
  );

  it('is not sent again to a caller that has it (RFC 9110 §13.1.2): 304', async () => {
    const etag = await etagOf('/clients/web');
    expect(await call('GET', '/clients/web', undefined, { 'if-none-match': etag })).toMatchObject({
      status: 304,
      body: '',
    });
  });

  it('has several secrets, each of which but the last can be deleted', async () => {
    const made = await call('POST', '/clients/web/secrets', { description: 'next', expires_in_days: 30 });
    expect(made).toMatchObject({ status: 201, json: { description: 'next', secret: expect.any(String) } });
    const [first, second] = [...(await secretsOf('web'))];
    expect(second?.id).toBe(made.json.id);
    expect((await call('DELETE', `/clients/web/secrets/${first?.id}`)).status).toBe(204);
    expect((await call('DELETE', `/clients/web/secrets/${first?.id}`)).status).toBe(404);
    expect((await call('DELETE', `/clients/web/secrets/${second?.id}`)).status).toBe(400);
  });

  async function secretsOf(client: string): Promise<readonly { readonly id: string }[]> {
    const { meta } = (await call('GET', `/clients/${client}`)).json;
    return typeof meta === 'object' && meta !== null && 'secrets' in meta && Array.isArray(meta.secrets)
      ? meta.secrets
      : [];
  }

  it('gets a secret when it starts to need one, and loses it when it needs none', async () => {
    const spa = { token_endpoint_auth_method: 'none', redirect_uris: ['https://x.test/cb'], scope: 'openid' };
    await call('POST', '/clients', { ...spa, client_id: 'turn' });
    const turn = (method: string) =>
      call('PATCH', '/clients/turn', { token_endpoint_auth_method: method }, { 'if-match': '*' });
    expect((await turn('client_secret_post')).json.client_secret).toEqual(expect.any(String));
    expect(await secretsOf('turn')).toHaveLength(1);
    expect((await turn('none')).json).toMatchObject({ client_secret: null, meta: { secrets: [] } });
  });

  it('must be disabled before it is deleted', async () => {
    const remove = async () => call('DELETE', '/clients/web', undefined, { 'if-match': await etagOf('/clients/web') });
    expect((await call('DELETE', '/clients/web')).status).toBe(428);
    expect(await remove()).toMatchObject({ status: 409, json: { code: 'in_use' } });
    await call('PATCH', '/clients/web', { enabled: false }, { 'if-match': '*' });
    expect((await remove()).status).toBe(204);
    expect((await call('GET', '/clients/web')).status).toBe(404);
  });
});

describe('the list of clients', () => {
  it('comes in pages that link to the next one', async () => {
    const seen: unknown[] = [];
    let next: unknown = '/clients?limit=2';
    for (let page = 0; typeof next === 'string' && page < 20; page += 1) {
      const { status, json } = await call('GET', next);
      expect(status).toBe(200);
      seen.push(...(Array.isArray(json.items) ? json.items : []));
      next = json.next;
    }
    const whole = await call('GET', '/clients');
    expect(seen).toEqual(whole.json.items);
    expect(whole.json.next).toBe(null);
  });

  it('can be searched by name, ID and redirect URI, and filtered', async () => {
    const ids = async (query: string) => {
      const { items } = (await call('GET', `/clients?${query}`)).json;
      return Array.isArray(items) ? items.map(({ client_id: id }) => id) : items;
    };
    expect(await ids('q=CONS')).toEqual(['console']);
    expect(await ids('q=spa.test')).toHaveLength(1);
    expect(await ids('kind=machine&state=enabled')).toContain('reader');
    expect(await ids('state=disabled')).toEqual([]);
  });
});

describe('a change', () => {
  it('is a revision and an event by the caller of the API, with the reason', async () => {
    const reason = 'Kunde möchte es so';
    const headers = { 'if-match': '*', 'signet-reason': Buffer.from(reason).toString('latin1') };
    expect((await call('PATCH', '/clients/job', { client_name: 'Job' }, headers)).status).toBe(200);
    const { db } = api.provider.context();
    const [revision] = await listRevisions(db, { before: null, limit: 1 });
    const actor = { kind: 'client', id: 'editor' };
    expect(revision).toMatchObject({ source: 'api', reason, actor });
    const by = { actorKind: 'client', actorId: 'editor', address: '192.0.2.9' };
    expect(await listEvents(db, { targetId: 'job', types: ['client.updated'] }, 1)).toMatchObject([by]);
  });

  it('by a person is attributed to the person', async () => {
    const headers = { 'if-match': '*' };
    const body = { client_name: 'Worker' };
    const erin = await api.tokenOf('erin');
    expect((await api.call('PATCH', '/clients/job', { token: erin, body, headers })).status).toBe(200);
    const [revision] = await listRevisions(api.provider.context().db, { before: null, limit: 1 });
    expect(revision).toMatchObject({ source: 'api', actor: { kind: 'user', name: 'erin' } });
  });
});

describe('an idempotency key', () => {
  const job = { client_id: 'once', grant_types: ['client_credentials'], scope: 'orders' };
  const send = (body: object, key: string, by = token) =>
    api.call('POST', '/clients', { token: by, body, headers: { 'idempotency-key': key } });

  it('returns the first response again, without the secret that was shown once', async () => {
    const first = await send(job, 'k1');
    const again = await send(job, 'k1');
    expect(first).toMatchObject({ status: 201, json: { client_secret: expect.any(String) } });
    expect(again).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } });
    expect(again.json).toEqual({ ...first.json, client_secret: null });
    expect(again.headers).toMatchObject({ etag: first.headers.etag, location: first.headers.location });
  });

  it('belongs to one request of one caller', async () => {
    expect(await send({ ...job, client_id: 'twice' }, 'k1')).toMatchObject({
      status: 422,
      json: { code: 'key_reused' },
    });
    expect((await send({ ...job, client_id: 'erins' }, 'k1', await api.tokenOf('erin'))).status).toBe(201);
    expect((await send(job, 'a key')).status).toBe(400);
  });

  it('can be used again after a refusal, with a corrected request', async () => {
    expect((await send({ ...job, client_id: 'right', scope: 'nothing' }, 'k2')).status).toBe(400);
    expect((await send({ ...job, client_id: 'right' }, 'k2')).status).toBe(201);
  });

  it('is forgotten after a day', async () => {
    api.provider.advance(86_401);
    token = await api.tokenOf('editor', 'signet.admin');
    expect(await send(job, 'k1')).toMatchObject({ status: 409, json: { code: 'already_exists' } });
  });

  it('accepts one of many simultaneous requests (security #168)', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({ ...job, client_id: 'race' }, 'k3')));
    const fresh = answers.filter(({ status, headers }) => status === 201 && !headers['idempotent-replayed']);
    expect(fresh).toHaveLength(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  });
});

it('no response about a client contains a secret (security #160)', async () => {
  for (const address of ['/clients', '/clients/console', '/clients/job', '/clients/job/usage']) {
    expect((await call('GET', address)).body).not.toMatch(new RegExp(`${apiSecret}|sha256:|(?<!document_)[Hh]ash`));
  }
});
