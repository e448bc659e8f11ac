import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#lib/http/types';
import { fixtures, secrets } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, type Person, redirectUri } from '#lib/testing/person';
import {
  basic,
  bodyOf,
  createTestProvider,
  encodeForm,
  type FormFields,
  issuer,
  type TestProvider,
} from '#lib/testing/provider';

const types = ['code', 'token', 'id_token', 'id_token token', 'code id_token', 'code token', 'code id_token token'];
const hybrid = {
  client_id: 'hybrid',
  client_secrets: [{ value: secrets.web }],
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'implicit'],
  response_types: types,
  scope: 'openid profile orders',
  require_consent: false,
  require_pkce: false,
};

let provider: TestProvider;
let person: Person;
beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    clients: [
      hybrid,
      { ...hybrid, client_id: 'es', authorization_signed_response_alg: 'ES256' },
      { ...hybrid, client_id: 'ed', authorization_signed_response_alg: 'Ed25519' },
      { ...hybrid, client_id: 'signed', response_modes: ['jwt', 'form_post.jwt'] },
      { ...hybrid, client_id: 'posted', response_modes: ['form_post.jwt'] },
      { ...hybrid, client_id: 'plain', response_modes: ['query', 'fragment'] },
    ],
  });
  person = createPerson(provider);
  await person.signIn(await person.get(ask({ response_type: 'code' })));
});
afterAll(() => provider.close());

const ask = (fields: FormFields) =>
  authorizeRequest({ client_id: 'hybrid', code_challenge: undefined, code_challenge_method: undefined, ...fields })
    .path;
const scopeOf = (type: string) => (type === 'token' ? 'orders' : 'openid profile');

/** The parameters that reach the redirect URI, and in which way. */
function received(response: HttpResponse): { way: string; parameters: Record<string, string> } {
  if (response.status === 200) {
    const inputs = [...response.body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    return {
      way: 'form_post',
      parameters: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value])),
    };
  }
  const { hash, search } = new URL(locationOf(response));
  const way = hash === '' ? 'query' : 'fragment';
  return { way, parameters: Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1))) };
}

async function open(jwt: string | undefined, audience = 'hybrid') {
  const keys = JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body);
  const options = { issuer, audience, currentDate: provider.context().now, requiredClaims: ['exp'] };
  return (await jwtVerify(jwt ?? '', createLocalJWKSet(keys), options)).payload;
}

const matrix = types.flatMap((type) => {
  const isFront = type !== 'code';
  const modes = ['jwt', 'fragment.jwt', 'form_post.jwt', ...(isFront ? [] : ['query.jwt'])];
  return modes.map((mode) => {
    const settled = mode === 'jwt' ? (isFront ? 'fragment' : 'query') : mode.replace('.jwt', '');
    return [type, mode, settled] as const;
  });
});

describe('a signed response (JARM §2)', () => {
  it.each(matrix)('of %s by %s: everything is in the JWT, success and error', async (type, mode, way) => {
    const fields = { response_type: type, response_mode: mode, scope: scopeOf(type) };
    const success = received(await person.get(ask(fields)));
    expect([success.way, Object.keys(success.parameters)]).toEqual([way, ['response']]);
    const payload = await open(success.parameters.response);
    expect(payload).toMatchObject({ iss: issuer, aud: 'hybrid', state: 's1' });
    const returned = { code: 'code', id_token: 'id_token', token: 'access_token' };
    for (const [word, name] of Object.entries(returned)) expect(name in payload).toBe(type.split(' ').includes(word));
    expect('session_state' in payload).toBe(type !== 'token');

    const failure = received(await createPerson(provider).get(ask({ ...fields, prompt: 'none' })));
    expect([failure.way, Object.keys(failure.parameters)]).toEqual([way, ['response']]);
    expect(await open(failure.parameters.response)).toMatchObject({ error: 'login_required', state: 's1' });
  });

  it('is valid for five minutes, and has no claim of an ID token', async () => {
    const { parameters } = received(await person.get(ask({ response_type: 'code', response_mode: 'jwt' })));
    const payload = await open(parameters.response);
    expect(payload.exp).toBe(Math.floor(provider.context().now.getTime() / 1000) + 300);
    expect(Object.keys(payload).sort()).toEqual(['aud', 'code', 'exp', 'iss', 'session_state', 'state']);
    expect(decodeProtectedHeader(parameters.response ?? '')).toMatchObject({ typ: 'JWT', alg: 'RS256' });
  });

  it.each([
    ['es', 'ES256'],
    ['ed', 'Ed25519'],
  ])('of the client %s is signed with %s', async (client_id, alg) => {
    const fields = { client_id, response_type: 'code', response_mode: 'jwt' };
    const { parameters } = received(await person.get(ask(fields)));
    expect(decodeProtectedHeader(parameters.response ?? '').alg).toBe(alg);
    expect(await open(parameters.response, client_id)).toHaveProperty('code');
  });

  it('is sent after the sign-in in the mode of the request, and after a cancellation', async () => {
    const login = await createPerson(provider).get(ask({ response_type: 'code', response_mode: 'form_post.jwt' }));
    expect(locationOf(login)).toContain('/login?');
    const answers = [{}, { decision: 'cancel' }].map(async (fields) => {
      const visitor = createPerson(provider);
      const page = await visitor.get(ask({ response_type: 'code', response_mode: 'form_post.jwt' }));
      return open(received(await visitor.signIn(page, 'alice', fields)).parameters.response);
    });
    expect(await Promise.all(answers)).toMatchObject([{ code: expect.any(String) }, { error: 'access_denied' }]);
  });

  it('goes only to a registered redirect URI, like its plain counterpart (security #5)', async () => {
    for (const response_mode of ['form_post', 'form_post.jwt']) {
      const fields = { response_type: 'code', response_mode, redirect_uri: 'https://evil.test/cb' };
      const response = await person.get(ask(fields));
      expect(response.status).toBe(400);
      expect(response.body).toContain('data-page="error"');
    }
  });
});

describe('the mode of a response', () => {
  it.each(types.slice(1))('is never query.jwt for %s, and the error goes in the plain default mode', async (type) => {
    const fields = { response_type: type, response_mode: 'query.jwt', scope: scopeOf(type) };
    const { way, parameters } = received(await person.get(ask(fields)));
    expect([way, parameters.error]).toEqual(['fragment', 'invalid_request']);
  });

  it.each<[string, string | undefined, string, string]>([
    ['signed', undefined, 'query', 'response'],
    ['signed', 'jwt', 'query', 'response'],
    ['signed', 'query.jwt', 'query', 'response'],
    ['signed', 'form_post.jwt', 'form_post', 'response'],
    ['posted', undefined, 'form_post', 'response'],
    ['plain', undefined, 'query', 'code'],
    ['plain', 'fragment', 'fragment', 'code'],
  ])('of %s, asked for %s, is %s with %s', async (client_id, response_mode, way, name) => {
    const answer = received(await person.get(ask({ client_id, response_type: 'code', response_mode })));
    expect(answer.way).toBe(way);
    expect(answer.parameters).toHaveProperty(name);
  });

  it.each([
    ['signed', 'query'],
    ['signed', 'fragment.jwt'],
    ['posted', 'jwt'],
    ['plain', 'jwt'],
    ['plain', 'form_post'],
  ])(
    'of %s is not %s: invalid_request in the plain default mode (response_modes)',
    async (client_id, response_mode) => {
      const { way, parameters } = received(await person.get(ask({ client_id, response_type: 'code', response_mode })));
      expect([way, parameters.error]).toEqual(['query', 'invalid_request']);
    },
  );

  it('is announced with its algorithms', async () => {
    const modes = ['query', 'fragment', 'form_post', 'jwt', 'query.jwt', 'fragment.jwt', 'form_post.jwt'];
    const document = bodyOf(await provider.send('/.well-known/openid-configuration'));
    expect(document.response_modes_supported).toEqual(modes);
    expect(document.authorization_signing_alg_values_supported).toEqual(['RS256', 'Ed25519', 'ES256']);
  });
});

describe('a signed response is not accepted as another token (RFC 8725 §3.11)', () => {
  it('as ID token hint, access token or subject token', async () => {
    const { parameters } = received(await person.get(ask({ response_type: 'code', response_mode: 'jwt' })));
    const jwt = parameters.response ?? '';
    const hinted = received(await person.get(ask({ response_type: 'code', id_token_hint: jwt, prompt: 'none' })));
    expect(hinted.parameters.error).toBe('invalid_request');
    const signOut = await provider.send(`/connect/endsession?${encodeForm({ id_token_hint: jwt })}`);
    expect(signOut.headers.location ?? signOut.body).not.toContain(redirectUri);
    const userinfo = await provider.send('/connect/userinfo', { headers: { authorization: `Bearer ${jwt}` } });
    expect(userinfo.status).toBe(401);
    const revoked = await provider.post(
      '/connect/revocation',
      { token: jwt },
      { authorization: basic('hybrid', secrets.web) },
    );
    expect(revoked.status).toBe(200);
  });
});
