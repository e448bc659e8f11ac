import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiConfiguration, apiSecret, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { createProofMaker, type ProofMaker } from '#lib/testing/dpop';
import { password } from '#lib/testing/person';
import { basic, bodyOf } from '#lib/testing/provider';
import { dpopAlgs } from './read-proof';

const console = apiConfiguration.clients.find(({ client_id }) => client_id === 'console');

let api: TestApi;
let key: ProofMaker;
let other: ProofMaker;
beforeAll(async () => {
  const clients = [
    ...apiConfiguration.clients,
    { ...console, client_id: 'console-jwt', access_token_format: 'jwt' },
    { ...console, client_id: 'console-nonce', dpop_require_nonce: true },
  ];
  api = await createTestApi({ ...apiConfiguration, clients });
  [key, other] = await Promise.all([createProofMaker(api.provider), createProofMaker(api.provider)]);
});
afterAll(() => api.close());

/** A token of an administrator that all endpoints below accept. */
async function tokenOf(clientId: string, dpop?: string): Promise<string> {
  const fields = { grant_type: 'password', username: 'root', password, scope: 'openid signet.admin' };
  const headers = { authorization: basic(clientId, apiSecret), ...(dpop !== undefined && { dpop }) };
  return String(bodyOf(await api.provider.post('/connect/token', fields, headers)).access_token);
}

const boundToken = async (clientId: string) => tokenOf(clientId, await key.prove());

/** All endpoints of this server that accept access tokens. */
const endpoints = ['/connect/userinfo', '/api/admin/v1/clients'] as const;
const formats = ['console', 'console-jwt'] as const;
const places = endpoints.flatMap((path) => formats.map((clientId) => ({ path, clientId })));

type Headers = Readonly<Record<string, string | undefined>>;

async function present(path: string, headers: Headers) {
  if (path === '/connect/userinfo') return api.provider.send(path, { headers });
  const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return api.call('GET', path, { headers: Object.fromEntries(given) });
}

const seconds = () => Math.floor(api.provider.context().now.getTime() / 1000);

describe.each(places)('$path with a token of $clientId (RFC 9449 §7.1, security #60)', ({ path, clientId }) => {
  const proofOf = (maker: ProofMaker, accessToken: string, claims = {}) =>
    maker.prove({ path, method: 'GET', accessToken, claims });

  it('accepts a bound token with a proof by its key, once', async () => {
    const token = await boundToken(clientId);
    const dpop = await proofOf(key, token);
    expect((await present(path, { authorization: `dpop ${token}`, dpop })).status).toBe(200);
    const again = await present(path, { authorization: `DPoP ${token}`, dpop });
    expect(again.status).toBe(401);
    expect(String(again.headers['www-authenticate'])).toContain('DPoP realm="signet", error="invalid_dpop_proof"');
  });

  it.each<[string, 'Bearer' | 'DPoP', (token: string) => Promise<string | undefined>, string]>([
    ['as a bearer token', 'Bearer', async () => undefined, 'invalid_token'],
    ['as a bearer token with a proof', 'Bearer', (token) => proofOf(key, token), 'invalid_token'],
    ['without a proof', 'DPoP', async () => undefined, 'invalid_dpop_proof'],
    ['with a fresh key', 'DPoP', (token) => proofOf(other, token), 'invalid_token'],
    ['with a proof for no token', 'DPoP', () => key.prove({ path, method: 'GET' }), 'invalid_dpop_proof'],
    ['with a proof for another token', 'DPoP', () => proofOf(key, 'x'), 'invalid_dpop_proof'],
    ['with a proof for another method', 'DPoP', (token) => proofOf(key, token, { htm: 'POST' }), 'invalid_dpop_proof'],
    [
      'with a proof for the token endpoint',
      'DPoP',
      (accessToken) => key.prove({ method: 'GET', accessToken }),
      'invalid_dpop_proof',
    ],
    ['with an old proof', 'DPoP', (token) => proofOf(key, token, { iat: seconds() - 61 }), 'use_dpop_nonce'],
    ['with a foreign nonce', 'DPoP', (token) => proofOf(key, token, { nonce: 'A'.repeat(22) }), 'use_dpop_nonce'],
  ])('refuses a bound token %s', async (_, scheme, proof, error) => {
    const token = await boundToken(clientId);
    const response = await present(path, { authorization: `${scheme} ${token}`, dpop: await proof(token) });
    expect(response.status).toBe(401);
    const [bearer, dpop] = [response.headers['www-authenticate']].flat();
    expect(dpop).toMatch(
      new RegExp(`^DPoP realm="signet", error="${error}", .*algs="${dpopAlgs.join(' ')}", resource_metadata=`),
    );
    expect(bearer).toMatch(
      error === 'invalid_token' ? /^Bearer .*error="invalid_token"/ : /^Bearer realm="signet", resource_metadata=/,
    );
  });

  it('accepts an unbound token as a bearer token, as before', async () => {
    const token = await tokenOf(clientId);
    const response = await present(path, { authorization: `bearer ${token}` });
    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('dpop-nonce');
  });

  it('refuses an unbound token with the scheme DPoP', async () => {
    const token = await tokenOf(clientId);
    const response = await present(path, { authorization: `DPoP ${token}`, dpop: await proofOf(key, token) });
    expect(response.status).toBe(401);
    expect(String(response.headers['www-authenticate'])).toContain('error="invalid_token"');
  });

  it('does not use up a proof that it refuses', async () => {
    const [token, another] = [await boundToken(clientId), await tokenOf(clientId, await other.prove())];
    const dpop = await proofOf(key, token);
    expect((await present(path, { authorization: `DPoP ${another}`, dpop })).status).toBe(401);
    expect((await present(path, { authorization: `DPoP ${token}`, dpop })).status).toBe(200);
  });
});

describe.each(endpoints)('%s', (path) => {
  it('names both schemes and the algorithms in the challenge to a request without a token', async () => {
    const { headers } = await present(path, {});
    const algs = dpopAlgs.join(' ');
    const metadata = `resource_metadata="https://op.test/.well-known/oauth-protected-resource${path.split('/clients')[0]}"`;
    expect(headers['www-authenticate']).toEqual([
      `Bearer realm="signet", ${metadata}`,
      `DPoP realm="signet", algs="${algs}", ${metadata}`,
    ]);
  });

  it('demands a nonce from a client with dpop_require_nonce, which then continues with it (RFC 9449 §9)', async () => {
    const first = await api.provider.post('/connect/token', {}, { dpop: await key.prove() });
    const nonce = first.headers['dpop-nonce'];
    const token = await tokenOf('console-nonce', await key.prove({ claims: { nonce } }));
    const prove = (claims: object) => key.prove({ path, method: 'GET', accessToken: token, claims: { ...claims } });
    const refused = await present(path, { authorization: `DPoP ${token}`, dpop: await prove({}) });
    expect(String(refused.headers['www-authenticate'])).toContain('error="use_dpop_nonce"');
    const next = { nonce: refused.headers['dpop-nonce'] };
    const response = await present(path, { authorization: `DPoP ${token}`, dpop: await prove(next) });
    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('dpop-nonce');
  });
});

it('UserInfo refuses a bound token in the body, with a proof and without one (RFC 9449 §7.2)', async () => {
  const token = await boundToken('console-jwt');
  const path = '/connect/userinfo';
  for (const dpop of [undefined, await key.prove({ path, accessToken: token })]) {
    const response = await api.provider.post(path, { access_token: token }, { dpop });
    expect(response.status).toBe(401);
    expect(String(response.headers['www-authenticate'])).toContain('error="invalid_token"');
  }
});
