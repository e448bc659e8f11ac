import { createHash } from 'node:crypto';
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeClients } from '#lib/testing/change-clients';
import { fixtures, redeem, secrets, userinfo } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { getResponseType } from './response-types';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    clients: [
      ...fixtures.clients,
      {
        client_id: 'hybrid',
        client_secrets: [{ value: secrets.web }],
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'implicit', 'refresh_token'],
        response_types: [
          'code',
          'token',
          'id_token',
          'id_token token',
          'code id_token',
          'token code',
          'code id_token token',
        ],
        scope: 'openid profile email offline_access orders',
        require_consent: false,
        require_pkce: false,
      },
    ],
  });
});
afterAll(() => provider.close());

const hybrid = (overrides: FormFields) =>
  authorizeRequest({
    client_id: 'hybrid',
    code_challenge: undefined,
    code_challenge_method: undefined,
    scope: 'openid profile',
    ...overrides,
  }).path;

const front = { defaultMode: 'fragment', modes: ['fragment', 'form_post', 'fragment.jwt', 'form_post.jwt'] };
const codeModes = ['query', 'fragment', 'form_post', 'query.jwt', 'fragment.jwt', 'form_post.jwt'];

it.each([
  ['code', { grantTypes: ['authorization_code'], defaultMode: 'query', modes: codeModes }],
  ['token', { grantTypes: ['implicit'], ...front }],
  ['id_token', { grantTypes: ['implicit'], ...front }],
  ['id_token token', { grantTypes: ['implicit'], ...front }],
  ['code id_token', { grantTypes: ['authorization_code', 'implicit'], ...front }],
  ['code token', { grantTypes: ['authorization_code', 'implicit'], ...front }],
  ['code id_token token', { grantTypes: ['authorization_code', 'implicit'], ...front }],
])('%s needs its grants, and tokens never travel in a query (Multiple Response Types §3, §5)', (value, expected) => {
  expect(getResponseType(value)).toMatchObject(expected);
});

it('issues a working reference token through the browser (OAuth 2.0 Multiple Response Types §5)', async () => {
  const setFormat = async (accessTokenFormat: string) => {
    const where = { clientId: 'hybrid' };
    await changeClients(provider.context().db, where, { accessTokenFormat });
    await provider.configure({});
  };
  await setFormat('reference');
  const { access_token: token } = await answer({ response_type: 'token id_token', nonce: 'n' });
  expect(token).not.toContain('.');
  expect((await userinfo(provider, token)).status).toBe(200);
  await setFormat('jwt');
});

/** The parameters in the fragment of a redirect. */
function fragmentOf(response: Awaited<ReturnType<TestProvider['send']>>): Record<string, string> {
  const url = new URL(locationOf(response));
  expect(url.search).toBe('');
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}

async function answer(overrides: FormFields): Promise<Record<string, string>> {
  const person = createPerson(provider);
  return fragmentOf(await person.signIn(await person.get(hybrid(overrides))));
}

async function claimsOf(idToken: unknown): Promise<JWTPayload> {
  const keys = JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body);
  const options = { issuer, audience: 'hybrid', currentDate: provider.context().now };
  return (await jwtVerify(String(idToken), createLocalJWKSet(keys), options)).payload;
}

const leftHalf = (value: string | undefined) =>
  createHash('sha256').update(String(value)).digest().subarray(0, 16).toString('base64url');

describe('what each response type returns (interface §4.1, semantics §1.4, §1.6)', () => {
  it.each<[string, string[], string]>([
    ['token', ['access_token', 'token_type', 'expires_in', 'scope', 'state', 'iss'], 'orders'],
    ['id_token', ['id_token', 'state', 'iss'], 'openid profile'],
    [
      'id_token token',
      ['id_token', 'access_token', 'token_type', 'expires_in', 'scope', 'state', 'iss'],
      'openid orders',
    ],
    ['token id_token', ['id_token', 'access_token', 'token_type', 'expires_in', 'scope', 'state', 'iss'], 'openid'],
    ['code id_token', ['code', 'id_token', 'state', 'iss'], 'openid profile orders'],
    ['code token', ['code', 'access_token', 'token_type', 'expires_in', 'scope', 'state', 'iss'], 'openid'],
    [
      'id_token code token',
      ['code', 'id_token', 'access_token', 'token_type', 'expires_in', 'scope', 'state', 'iss'],
      'openid',
    ],
  ])('%s', async (response_type, names, scope) => {
    const parameters = await answer({ response_type, scope });
    expect(Object.keys(parameters).filter((name) => name !== 'session_state')).toEqual(names);
    expect(parameters).not.toHaveProperty('refresh_token');
  });

  it('binds the ID token to the other values: at_hash, c_hash, s_hash and nonce (semantics §1.7)', async () => {
    const parameters = await answer({ response_type: 'code id_token token' });
    const claims = await claimsOf(parameters.id_token);
    expect(claims).toMatchObject({
      nonce: 'n1',
      at_hash: leftHalf(parameters.access_token),
      c_hash: leftHalf(parameters.code),
      s_hash: leftHalf('s1'),
    });
  });

  it('leaves out the hashes of absent values', async () => {
    const alone = await claimsOf((await answer({ response_type: 'id_token' })).id_token);
    expect(alone).not.toHaveProperty('at_hash');
    expect(alone).not.toHaveProperty('c_hash');
    const withToken = await claimsOf((await answer({ response_type: 'id_token token' })).id_token);
    expect(withToken).not.toHaveProperty('c_hash');
  });

  it('puts the claims of the person into the ID token only when it comes alone (OpenID Connect Core §5.4)', async () => {
    expect(await claimsOf((await answer({ response_type: 'id_token' })).id_token)).toHaveProperty(
      'name',
      'Alice Smith',
    );
    for (const response_type of ['id_token token', 'code id_token']) {
      expect(await claimsOf((await answer({ response_type })).id_token)).not.toHaveProperty('name');
    }
  });

  it('gives a code that redeems to tokens of the same grant, with the same nonce', async () => {
    const parameters = await answer({ response_type: 'code id_token token', scope: 'openid offline_access' });
    const issued = { code: parameters.code ?? '', verifier: '' };
    const tokens = bodyOf(await redeem(provider, issued, { code_verifier: undefined }, basic('hybrid', secrets.web)));
    expect(await claimsOf(tokens.id_token)).toMatchObject({
      nonce: 'n1',
      at_hash: leftHalf(String(tokens.access_token)),
    });
    expect(tokens).toHaveProperty('refresh_token');
    for (const token of [parameters.access_token, tokens.access_token]) {
      expect((await userinfo(provider, token)).status).toBe(200);
    }
    await redeem(provider, issued, { code_verifier: undefined }, basic('hybrid', secrets.web));
    for (const token of [parameters.access_token, tokens.access_token]) {
      expect((await userinfo(provider, token)).status).toBe(401);
    }
  });

  it('drops offline_access where no code is returned (OpenID Connect Core §11)', async () => {
    const { scope } = await answer({ response_type: 'id_token token', scope: 'openid offline_access' });
    expect(scope).toBe('openid');
  });

  it('can come by form_post', async () => {
    const person = createPerson(provider);
    const response = await person.signIn(
      await person.get(hybrid({ response_type: 'code id_token', response_mode: 'form_post' })),
    );
    expect(response.status).toBe(200);
    expect(response.body).toMatch(/name="code"[^>]*>.*name="id_token"/s);
  });
});

describe('what each response type refuses, in the fragment (semantics §1.2)', () => {
  it.each<[string, FormFields, string]>([
    ['row 15: query', { response_type: 'id_token', response_mode: 'query' }, 'invalid_request'],
    ['row 19: id_token without openid', { response_type: 'id_token', scope: 'orders' }, 'invalid_request'],
    ['row 19: code token without openid', { response_type: 'code token', scope: 'orders' }, 'invalid_request'],
    ['row 23: token with openid', { response_type: 'token', scope: 'openid orders' }, 'invalid_scope'],
    ['row 23: token with an identity scope', { response_type: 'token', scope: 'profile orders' }, 'invalid_scope'],
    ['row 23: token without a resource', { response_type: 'token', scope: 'offline_access' }, 'invalid_scope'],
    ['row 23: id_token with a resource', { response_type: 'id_token', scope: 'openid orders' }, 'invalid_scope'],
    ['row 24: id_token without nonce', { response_type: 'id_token', nonce: undefined }, 'invalid_request'],
    ['row 24: code id_token without nonce', { response_type: 'code id_token', nonce: undefined }, 'invalid_request'],
  ])('%s', async (_, overrides, error) => {
    const parameters = fragmentOf(await provider.send(hybrid(overrides)));
    expect(parameters).toMatchObject({ error, state: 's1', iss: issuer });
    expect(parameters).not.toHaveProperty('access_token');
    expect(parameters).not.toHaveProperty('id_token');
  });

  it('code token works without a nonce (semantics §1.5)', async () => {
    expect(await answer({ response_type: 'code token', scope: 'openid', nonce: undefined })).toHaveProperty('code');
  });

  it('unauthorized_client where the client did not register the type (security #14)', async () => {
    for (const response_type of [
      'token',
      'id_token',
      'id_token token',
      'code id_token',
      'code token',
      'code id_token token',
    ]) {
      const parameters = fragmentOf(await provider.send(authorizeRequest({ response_type }).path));
      expect(parameters.error).toBe('unauthorized_client');
    }
  });

  it('still requires PKCE where a code is returned', async () => {
    await provider.configure({
      clients: [
        {
          client_id: 'strict',
          token_endpoint_auth_method: 'none',
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'implicit'],
          response_types: ['code id_token', 'id_token'],
          scope: 'openid',
        },
      ],
    });
    const withCode = await provider.send(
      hybrid({ client_id: 'strict', scope: 'openid', response_type: 'code id_token' }),
    );
    expect(fragmentOf(withCode).error).toBe('invalid_request');
    const without = await provider.send(hybrid({ client_id: 'strict', scope: 'openid', response_type: 'id_token' }));
    expect(locationOf(without)).toMatch(/\/login\?/);
  });
});
