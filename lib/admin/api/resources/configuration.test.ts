import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '#lib/testing/admin-api';
import { isJsonObject } from '#lib/vocabulary/json';

let api: TestApi;
let token: string;
let owner: string;

beforeAll(async () => {
  api = await createTestApi();
  token = await api.tokenOf('editor', 'signet.admin');
  owner = await api.tokenOf('owner', 'signet.admin.owner');
});
afterAll(() => api.close());

const call = (method: string, address: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.call(method, address, { token, headers, ...(body !== undefined && { body }) });
const asOwner = (method: string, address: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.call(method, address, { token: owner, headers, ...(body !== undefined && { body }) });

describe('scopes, identity providers and tenants', () => {
  it('a built-in scope can get custom texts, which deleting it removes', async () => {
    const { json, headers } = await call('GET', '/scopes/profile');
    expect(json).toMatchObject({ display_name: null, meta: { built_in: true, configured: false } });
    const ifMatch = { 'if-match': String(headers.etag) };
    const again = await call('POST', '/scopes', { name: 'profile', type: 'identity' });
    expect(again, 'it exists').toMatchObject({ status: 409, json: { code: 'already_exists' } });
    expect((await call('GET', '/scopes/profile')).json).toEqual(json);
    const named = await call('PATCH', '/scopes/profile', { display_name: 'You' }, ifMatch);
    expect(named).toMatchObject({ status: 200, json: { display_name: 'You', meta: { configured: true } } });
    expect((await call('DELETE', '/scopes/profile', undefined, { 'if-match': '*' })).status).toBe(204);
    expect((await call('GET', '/scopes/profile')).json).toEqual(json);
  });

  it('a built-in scope has another ETag once it is configured, because the answer differs (RFC 9110 §8.8.1)', async () => {
    const { json, headers } = await call('GET', '/scopes/email');
    const put = await call('PUT', '/scopes/email', json, { 'if-match': String(headers.etag) });
    expect(put).toMatchObject({ status: 200, json: { ...json, meta: { configured: true } } });
    const read = (etag: unknown) => call('GET', '/scopes/email', undefined, { 'if-none-match': String(etag) });
    expect((await read(headers.etag)).json).toEqual(put.json);
    expect((await read(put.headers.etag)).status).toBe(304);
  });

  it('a scope of this API cannot be configured (security #161)', async () => {
    const answer = await asOwner('PATCH', '/scopes/signet.admin', { enabled: false }, { 'if-match': '*' });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer: '/name', code: 'scope_reserved' }] } });
  });

  it('a scope that clients use cannot be deleted', async () => {
    const answer = await call('DELETE', '/scopes/orders', undefined, { 'if-match': '*' });
    expect(answer).toMatchObject({ status: 409, json: { code: 'in_use', detail: expect.stringContaining('web') } });
  });

  it('an API can have several secrets', async () => {
    const made = await call('POST', '/scopes/orders/secrets', {});
    expect(made).toMatchObject({ status: 201, json: { secret: expect.any(String), expires_at: null } });
    expect((await call('DELETE', String(made.headers.location))).status).toBe(204);
  });

  it('a provider keeps its secret until it is replaced, and never returns it', async () => {
    const corp = { name: 'corp', type: 'github', display_name: 'Corp', client_id: 'x', client_secret: 'first-secret' };
    const made = await call('POST', '/identity-providers', corp);
    expect(made).toMatchObject({ status: 201, json: { meta: { has_client_secret: true } } });
    expect(made.body).not.toContain('first-secret');
    const put = await call('PUT', '/identity-providers/corp', made.json, { 'if-match': String(made.headers.etag) });
    expect(put.headers.etag).toBe(made.headers.etag);
    const none = await call('PATCH', '/identity-providers/corp', { client_secret: null }, { 'if-match': '*' });
    expect(none).toMatchObject({ status: 400, json: { errors: [{ pointer: '/client_secret' }] } });
    expect(
      (await call('POST', '/identity-providers', { ...corp, name: 'b', client_secret: { sealed: 'x' } })).status,
    ).toBe(400);
  });

  it.each([
    ['/identity-providers/corp', { display_name: 'Corp', type: 'github', client_id: 'x', client_secret: 'y' }],
    ['/tenants/brief', { display_name: 'Brief' }],
  ])('%s must be disabled before it is deleted', async (address, entry) => {
    await call('PUT', address, entry, { 'if-none-match': '*' });
    const remove = () => call('DELETE', address, undefined, { 'if-match': '*' });
    expect(await remove()).toMatchObject({ status: 409, json: { code: 'in_use' } });
    await call('PATCH', address, { enabled: false }, { 'if-match': '*' });
    expect((await remove()).status).toBe(204);
    expect((await call('GET', address)).status).toBe(404);
  });

  it('only an owner can have the stored secret of a provider sent to another issuer (security #160)', async () => {
    const acme = { name: 'acme', type: 'oidc', display_name: 'Acme', client_id: 'x', issuer: 'https://idp.acme.test' };
    await call('POST', '/identity-providers', { ...acme, client_secret: 'first-secret' });
    const patch = (body: object) => call('PATCH', '/identity-providers/acme', body, { 'if-match': '*' });
    const issuer = 'https://evil.test';
    expect(await patch({ issuer })).toMatchObject({ status: 403, json: { code: 'forbidden' } });
    expect(await patch({ issuer, client_secret: 'first-secret' })).toMatchObject({ status: 403 });
    const { meta: _, ...entry } = (await call('GET', '/identity-providers/acme')).json;
    expect(entry).toMatchObject({ issuer: acme.issuer });
    expect((await patch({ issuer, client_secret: 'second-secret' })).status).toBe(200);
    const back = await asOwner('PATCH', '/identity-providers/acme', { issuer: acme.issuer }, { 'if-match': '*' });
    expect(back.status).toBe(200);
  });

  it('a tenant can be created and changed', async () => {
    const made = await call('PUT', '/tenants/acme', { display_name: 'Acme' }, { 'if-none-match': '*' });
    expect(made).toMatchObject({ status: 201, json: { name: 'acme', theme: { mode: null } } });
    const answer = await call(
      'PATCH',
      '/tenants/acme',
      { login: 'identifier' },
      { 'if-match': String(made.headers.etag) },
    );
    expect(answer.json).toMatchObject({ login: 'identifier', display_name: 'Acme' });
    expect((await call('GET', '/tenants')).json).toMatchObject({ items: [{ name: 'acme' }], next: null });
  });
});

describe('a configuration document', () => {
  const document = { tenants: [{ name: 'doc', display_name: 'Doc' }], scopes: [{ name: 'new', type: 'resource' }] };

  it('can be planned, and is applied as one revision', async () => {
    const planned = await call('POST', '/configuration/plan', document);
    expect(planned).toMatchObject({ status: 200, json: { changes: [{ section: 'scopes' }, { section: 'tenants' }] } });
    expect((await call('GET', '/tenants/doc')).status).toBe(404);
    const applied = await call('POST', '/configuration/apply', document, { 'signet-reason': 'from git' });
    expect(applied.json).toEqual(planned.json);
    const { items } = (await call('GET', '/revisions?limit=1')).json;
    expect(items).toMatchObject([{ source: 'api', reason: 'from git', entries: 2, actor: { kind: 'client' } }]);
    expect((await call('POST', '/configuration/apply', document)).json).toEqual({ changes: [], warnings: [] });
  });

  it('says nothing of the IDs that groups and roles get, which only the history knows (decision 023)', async () => {
    const roles = [{ name: 'clerk' }];
    const made = { groups: [{ name: 'desk' }], apis: [{ name: 'desk-api', scopes: ['orders'], roles }] };
    const told = async (address: string, body: object) => {
      const { json } = await call('POST', `/configuration/${address}`, body);
      return [json.changes].flat().map((change) => (isJsonObject(change) ? change.differences : []));
    };
    const planned = await told('plan', made);
    expect(planned.flat()).toEqual(expect.arrayContaining([expect.objectContaining({ key: 'roles', after: roles })]));
    expect(await told('apply', made)).toEqual(planned);
    const removed = { apis: [{ name: 'desk-api', scopes: ['orders'] }] };
    expect(await told('apply', removed)).toEqual([[{ key: 'roles', before: roles, after: [] }]]);
  });

  it('is refused with the location of each problem in the document', async () => {
    const wrong = { clients: [{ client_id: 'a', grant_types: ['client_credentials'], scope: 'nothing' }] };
    const answer = await call('POST', '/configuration/plan', wrong);
    expect(answer.status).toBe(400);
    expect(answer.json.errors).toMatchObject([{ pointer: expect.stringMatching(/^\/clients\/0/) }]);
  });

  it.each([
    ['users', { users: [{ username: 'mallory', admin: true }] }, 400],
    ['the portal', { portal: { registration: 'on' } }, 403],
    [
      'a client that may administer',
      {
        clients: [
          {
            client_id: 'm',
            client_secrets: [{ value: 'x' }],
            grant_types: ['client_credentials'],
            scope: 'signet.admin',
          },
        ],
      },
      403,
    ],
  ])('does not let an editor change %s (security #161)', async (_, wrong, status) => {
    for (const verb of ['plan', 'apply'])
      expect((await call('POST', `/configuration/${verb}`, wrong)).status).toBe(status);
  });
});

describe('the history', () => {
  it('shows what a revision changed, and restores it', async () => {
    const numbers = async () => {
      const { items } = (await call('GET', '/revisions')).json;
      return Array.isArray(items) ? items.map(({ number }) => Number(number)) : [];
    };
    await call('PATCH', '/clients/web', { client_name: 'Before' }, { 'if-match': '*' });
    const [before = 0] = await numbers();
    await call('PATCH', '/clients/web', { client_name: 'After' }, { 'if-match': '*' });
    const [after = 0] = await numbers();
    const differences = [{ key: 'client_name', before: 'Before', after: 'After' }];
    expect((await call('GET', `/revisions/${after}`)).json.changes).toEqual([
      { section: 'clients', key: 'web', kind: 'updated', differences },
    ]);
    expect((await call('GET', `/revisions/${before}/restore`)).json).toEqual({
      changes: [{ section: 'clients', key: 'web', kind: 'update', risks: [] }],
      total: 1,
      problem: null,
      latest: after,
    });
    expect((await call('POST', `/revisions/${before}/restore`)).status).toBe(403);
    for (const headers of [{}, { 'if-match': '*' }]) {
      const refused = await asOwner('POST', `/revisions/${before}/restore`, { latest: before }, headers);
      expect([refused.status, refused.json.code], 'it takes no condition').toEqual([409, 'conflict']);
    }
    expect((await asOwner('POST', `/revisions/${before}/restore`, { latest: after })).status).toBe(204);
    expect((await call('GET', '/clients/web')).json.client_name).toBe('Before');
    for (const number of ['0', '999999', 'x', '-1'])
      expect((await call('GET', `/revisions/${number}`)).status).toBe(404);
  });

  it('undoes one revision, with a plan if something changed since', async () => {
    const latest = async () => {
      const { items } = (await call('GET', '/revisions?limit=1')).json;
      return Array.isArray(items) ? items[0] : undefined;
    };
    await call('PATCH', '/clients/web', { client_name: 'Second' }, { 'if-match': '*' });
    const { number, summary } = await latest();
    expect(summary).toBe('Changed name of Second');
    await call('PATCH', '/clients/web', { tos_uri: 'https://rp.test/terms' }, { 'if-match': '*' });
    const path = `/revisions/${number}/undo`;
    const plan = (await call('GET', path)).json;
    expect(plan).toMatchObject({ changed_since: ['web'], problem: null });
    expect((await call('POST', path)).status).toBe(409);
    expect((await call('POST', path, { seen: 'another' })).status).toBe(409);
    expect((await call('POST', path, { seen: plan.seen })).status).toBe(204);
    expect((await call('GET', '/clients/web')).json).toMatchObject({ tos_uri: 'https://rp.test/terms' });
    expect((await latest()).summary).toMatch(/^Changed name of /);
    expect((await call('GET', '/revisions/999999/undo')).status).toBe(404);
  });
});

describe('keys, settings and the portal', () => {
  it('keys can be rotated and revoked only by owners', async () => {
    const list = async () => {
      const { items } = (await call('GET', '/keys')).json;
      return Array.isArray(items) ? items : [];
    };
    const [first] = await list();
    expect((await call('POST', '/keys/rotate')).status).toBe(403);
    expect(await asOwner('POST', '/keys/rotate')).toMatchObject({ status: 200, json: { is_rotating: true } });
    expect((await asOwner('POST', '/keys/nothing/revoke')).status).toBe(404);
    const rs256 = (await list()).find(({ alg, phase }) => alg === 'RS256' && phase === 'active');
    expect((await asOwner('POST', `/keys/${rs256?.kid}/revoke`)).status).toBe(200);
    expect((await list()).map(({ kid }) => kid)).not.toContain(rs256?.kid);
    expect(first).toMatchObject({ kid: expect.any(String), activates_at: expect.any(String) });
  });

  it('the portal can be changed only by owners with its current version', async () => {
    const { json, headers } = await call('GET', '/portal');
    const ifMatch = { 'if-match': String(headers.etag) };
    expect((await call('PUT', '/portal', json, ifMatch)).status).toBe(403);
    const answer = await asOwner('PUT', '/portal', { ...json, login: 'identifier' }, ifMatch);
    expect(answer).toMatchObject({ status: 200, json: { ...json, login: 'identifier' } });
    expect((await asOwner('PUT', '/portal', json, ifMatch)).status).toBe(412);
  });

  it('the portal is as it is stored, because another process may have changed it a moment ago', async () => {
    const { db } = api.provider.context();
    const { json } = await call('GET', '/portal');
    const login = json.login === 'password' ? 'identifier' : 'password';
    const { settings } = await db.portal.findFirstOrThrow();
    await db.portal.updateMany({ data: { settings: JSON.stringify({ ...JSON.parse(settings), login }) } });
    expect((await call('GET', '/portal')).json).toEqual({ ...json, login });
    expect((await asOwner('PUT', '/portal', json, { 'if-match': '*' })).json).toEqual(json);
  });

  it('settings show of a secret only whether it is set', async () => {
    const { items } = (await call('GET', '/settings')).json;
    expect(items).toContainEqual({ name: 'SIGNET_SECRET', value: 'set', is_secret: true });
  });
});

describe('the audit log', () => {
  it('is listed in pages, filtered and exported as lines', async () => {
    const reader = await api.tokenOf('reader');
    const first = await api.call('GET', '/audit-events?limit=2&range=all', { token: reader });
    expect(first.json.items).toHaveLength(2);
    const second = await api.call('GET', String(first.json.next), { token: reader });
    expect(second.json.items).not.toEqual(first.json.items);
    const made = await api.call('GET', '/audit-events?group=key', { token: reader });
    expect(JSON.stringify(made.json.items)).toContain('key.rotated');
    const exported = await api.call('POST', '/audit-events/export', { token: reader, body: { group: 'key' } });
    expect(exported.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(
      exported.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).type),
    ).toContain('key.revoked');
    const after = await api.call('GET', '/audit-events?group=audit', { token: reader });
    expect(after.json.items).toMatchObject([{ type: 'audit.exported', actor: { kind: 'client', id: 'reader' } }]);
  });
});
