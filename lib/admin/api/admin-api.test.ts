import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tokenChallenge } from '#lib/protocol/dpop/challenge';
import { apiSecret, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { password } from '#lib/testing/person';
import { basic, bodyOf, issuer } from '#lib/testing/provider';

const withMetadata = (challenges: string[]) =>
  challenges.map((one) => `${one}, resource_metadata="${issuer}/.well-known/oauth-protected-resource/api/admin/v1"`);

let api: TestApi;
let owner: string;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.tokenOf('owner', 'signet.admin.owner');
});
afterAll(() => api.close());

describe('a caller of the admin API', () => {
  it('needs a token: 401 with a challenge, and no error attribute without one (RFC 6750 §3)', async () => {
    const answer = await api.call('GET', '/clients');
    expect(answer).toMatchObject({ status: 401, json: { code: 'unauthorized' } });
    expect(answer.headers).toMatchObject({
      'www-authenticate': withMetadata(tokenChallenge({}, api.provider.context())),
      'content-type': 'application/problem+json',
      'cache-control': expect.stringContaining('no-store'),
    });
  });

  it.each([
    ['nonsense', 'Bearer x'],
    ['another scheme', 'Basic eDp5'],
    ['two spaces', 'Bearer  x'],
  ])('is refused with %s (RFC 6750 §3.1, security #50)', async (_, authorization) => {
    const answer = await api.call('GET', '/clients', { headers: { authorization } });
    expect(answer.status).toBe(401);
    const expected = tokenChallenge({ error: 'invalid_token' }, api.provider.context());
    expect(answer.headers['www-authenticate']).toEqual(withMetadata(expected));
  });

  it('is never identified by a cookie, and is refused with both a session and a token (security #162)', async () => {
    const cookie = '__Host-signet=abc';
    expect((await api.call('GET', '/clients', { headers: { cookie } })).status).toBe(401);
    expect(await api.call('GET', '/clients', { token: owner, headers: { cookie } })).toMatchObject({
      status: 400,
      json: { code: 'ambiguous' },
    });
  });

  it('needs a scope of this API in a token that is only for this API (security #58, #162)', async () => {
    const other = await api.call('GET', '/clients', { token: await api.tokenOf('other') });
    expect(other.status).toBe(403);
    // Under both schemes, because the token may be bound (RFC 9449 §7.1).
    expect(other.headers['www-authenticate']).toEqual(
      ['Bearer', 'DPoP'].map((scheme) =>
        expect.stringContaining(`${scheme} realm="signet", error="insufficient_scope", scope="signet.admin.read"`),
      ),
    );
    const shared = await api.call('GET', '/clients', { token: await api.tokenOf('owner', 'signet.admin orders') });
    expect(shared).toMatchObject({ status: 401, json: { code: 'invalid_token' } });
    expect((await api.call('GET', '/clients', { token: owner })).status).toBe(200);
  });

  it('is refused with an ID token, a refresh token, or a truncated access token (security #50, #52)', async () => {
    const grant = { grant_type: 'password', username: 'root', password, scope: 'openid signet.admin' };
    const authorization = basic('console', apiSecret);
    const tokens = bodyOf(await api.provider.post('/connect/token', grant, { authorization }));
    const statusOf = async (token: unknown) => (await api.call('GET', '/clients', { token: String(token) })).status;
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect(await statusOf(tokens.id_token)).toBe(401);
    expect(await statusOf(String(tokens.access_token).slice(0, -1))).toBe(401);
    expect(await statusOf(`${tokens.access_token}A`)).toBe(401);
  });

  it.each([
    ['reader', undefined, 403],
    ['editor', undefined, 200],
    ['editor', 'signet.admin.read', 403],
    ['root', undefined, 200],
    ['root', 'signet.admin.read', 403],
    ['erin', undefined, 200],
    ['amos', undefined, 403],
    ['alice', undefined, 403],
  ])('may do only what both scope and role allow: %s with %s (security #161)', async (name, scope, status) => {
    const token = await api.tokenOf(name, scope);
    const etag = String((await api.call('GET', '/clients/web', { token: owner })).headers.etag);
    const headers = { 'if-match': etag };
    const answer = await api.call('PATCH', '/clients/web', { token, body: { client_name: 'Web shop' }, headers });
    expect(answer.status).toBe(status);
  });

  it('loses access at once with the role, the scope or the client (security #161, #162)', async () => {
    const { provider } = api;
    const editor = await api.tokenOf('editor');
    let erin = await api.tokenOf('erin');
    const statusOf = async (token: string) => (await api.call('GET', '/clients', { token })).status;
    expect([await statusOf(erin), await statusOf(editor)]).toEqual([200, 200]);
    const patch = async (client: string, body: object) => {
      const { headers } = await api.call('GET', `/clients/${client}`, { token: owner });
      const answer = await api.call('PATCH', `/clients/${client}`, {
        token: owner,
        body,
        headers: { 'if-match': String(headers.etag) },
      });
      expect(answer.status).toBe(200);
    };
    await provider.configure({ users: [{ username: 'erin', admin: false }] });
    expect(await statusOf(erin), 'a new role ends the tokens from before').toBe(401);
    expect(await statusOf(await api.tokenOf('erin'))).toBe(403);
    await provider.configure({ users: [{ username: 'erin', admin: 'editor' }] });
    erin = await api.tokenOf('erin');
    expect(await statusOf(erin)).toBe(200);
    await patch('console', { scope: 'openid' });
    expect(await statusOf(erin), 'nothing of the token may be released').toBe(401);
    await patch('console', { scope: 'openid signet.admin signet.admin.read' });
    await patch('editor', { enabled: false });
    expect(await statusOf(editor)).toBe(401);
    await patch('editor', { enabled: true });
    expect(await statusOf(editor)).toBe(200);
  });
});

describe('a client that may administer (security #161)', () => {
  it('can be created, changed and given a secret only by owners', async () => {
    const token = await api.tokenOf('editor', 'signet.admin');
    const { headers } = await api.call('GET', '/clients/reader', { token });
    const ifMatch = { 'if-match': String(headers.etag) };
    const machine = { client_id: 'mine', grant_types: ['client_credentials'], scope: 'signet.admin.owner' };
    for (const answer of [
      await api.call('POST', '/clients', { token, body: machine }),
      await api.call('PATCH', '/clients/reader', { token, body: { client_name: 'x' }, headers: ifMatch }),
      await api.call('PATCH', '/clients/reader', { token, body: { scope: 'orders' }, headers: ifMatch }),
      await api.call('POST', '/clients/reader/secrets', { token, body: {} }),
    ]) {
      expect(answer).toMatchObject({ status: 403, json: { code: 'forbidden' } });
    }
    expect((await api.call('GET', '/clients/mine', { token })).status).toBe(404);
    expect((await api.call('POST', '/clients', { token: owner, body: machine })).status).toBe(201);
  });
});

describe('an invalid request', () => {
  const body = { client_name: 'x' };

  it.each([
    ['another media type', { text: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['no media type', { text: '{}', headers: { 'content-type': '' } }, 415],
    ['another charset', { text: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } }, 415],
    ['no JSON', { text: '{' }, 400],
    ['a byte order mark', { text: '\ufeff{}' }, 400],
    ['a repeated name', { text: '{"client_name":"a","client_name":"b"}' }, 400],
    ['a list', { text: '[]' }, 400],
    ['17 levels', { text: `${'['.repeat(17)}${']'.repeat(17)}` }, 400],
    ['4,000 levels', { text: `${'['.repeat(4000)}${']'.repeat(4000)}` }, 400],
    ['a deep nest', { text: `${'['.repeat(10_000)}${']'.repeat(10_000)}` }, 400],
    ['a prototype', { text: '{"__proto__":{"enabled":true}}' }, 400],
    ['a NUL', { text: '{"client_name":"a\\u0000b"}' }, 400],
    ['an unknown key', { body: { ...body, is_first_party: true } }, 400],
    ['an operator for text', { body: { client_name: { not: '' } } }, 400],
    ['a number out of range', { text: '{"access_token_lifetime_seconds":1e400}' }, 400],
    ['a secret of its own', { body: { ...body, client_secrets: [{ value: 'x' }] } }, 400],
    ['a hash of a registration token', { body: { ...body, registration_token_hash: null } }, 400],
  ])('is refused: %s (security #146, #148, #149, #159)', async (_, request, status) => {
    const headers = { 'if-match': '*', ...('headers' in request ? request.headers : {}) };
    const answer = await api.call('PATCH', '/clients/web', { token: owner, ...request, headers });
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ status, type: expect.stringMatching(/^urn:signet:problem:/) });
  });

  it('gets an error with the location of each wrong value (RFC 9457 §3, RFC 6901)', async () => {
    const answer = await api.call('POST', '/clients', {
      token: owner,
      body: { client_id: 'bad', redirect_uris: ['https://a.test/cb', 'javascript:alert(1)'], scope: 'openid nothing' },
    });
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid', reference: 'test-request' } });
    expect(answer.json.errors).toEqual(
      expect.arrayContaining([expect.objectContaining({ pointer: '/redirect_uris/1' })]),
    );
  });

  it.each([
    ['?limit=0', '?limit'],
    ['?limit=101', '?limit'],
    ['?limit=x', '?limit'],
    ['?cursor=%2B', '?cursor'],
    ['?kind=root', '?kind'],
    ['?limit[not]=1', '?'],
  ])('is refused with the parameters %s', async (query, pointer) => {
    const answer = await api.call('GET', `/clients${query}`, { token: owner });
    expect(answer.status).toBe(400);
    expect(answer.json.errors).toEqual([expect.objectContaining({ pointer: expect.stringContaining(pointer) })]);
  });

  it.each([
    ['POST', '/users', { usernam: 'x' }, '/usernam', 'did you mean username?'],
    ['POST', '/scopes', { name: 'x', type: 'resource', zzz: 1 }, '/zzz', /expected one of name, type, .*, meta$/],
    ['GET', '/clients?knd=web', undefined, '?knd', 'did you mean kind?'],
    ['GET', '/checks?zzz=1', undefined, '?zzz', 'expected one of limit, cursor'],
  ])('is told which keys there are: %s %s', async (method, address, body, pointer, hint) => {
    const { json } = await api.call(method, address, { token: owner, body });
    const problems = z.array(z.object({ pointer: z.string(), detail: z.string() })).parse(json.errors);
    expect(problems.find((problem) => problem.pointer === pointer)?.detail).toMatch(hint);
  });

  it('is not found at an unknown address, and a known address lists its methods', async () => {
    expect((await api.call('GET', '/nothing')).status).toBe(404);
    const answer = await api.call('DELETE', '/clients');
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, POST');
    for (const method of ['OPTIONS', 'TRACE']) expect((await api.call(method, '/clients')).status).toBe(405);
  });

  it('has the headers of a GET for a HEAD, and only there (RFC 9110 §9.1)', async () => {
    const [get, head] = [
      await api.call('GET', '/clients/web', { token: owner }),
      await api.call('HEAD', '/clients/web', { token: owner }),
    ];
    expect([head.status, head.headers]).toEqual([200, get.headers]);
    expect((await api.call('HEAD', '/clients/web')).status).toBe(401);
    const headers = { 'if-none-match': String(get.headers.etag) };
    expect((await api.call('HEAD', '/clients/web', { token: owner, headers })).status).toBe(304);
    expect((await api.call('HEAD', '/keys/rotate', { token: owner })).headers.allow).toBe('POST');
  });
});

it('a caller has a limit of changes per minute, and may still read after it (security #145)', async () => {
  const { db } = api.provider.context();
  const change = (token: string) => api.call('POST', '/configuration/plan', { token, body: {} });
  expect((await change(owner)).status).toBe(200);
  await db.rateLimit.updateMany({ where: { key: { startsWith: 'admin-api ' } }, data: { count: 1200 } });
  const refused = await change(owner);
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await api.call('GET', '/clients', { token: owner })).status).toBe(200);
  api.provider.advance(61);
  expect((await change(owner)).status).toBe(200);
});
