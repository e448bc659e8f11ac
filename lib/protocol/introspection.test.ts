import { compactDecrypt, createLocalJWKSet, decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyOwnJwt } from '#lib/keys/verify-own-jwt';
import { readLogoutPage } from '#lib/login/logout/read';
import { countStatements } from '#lib/testing/count-statements';
import { fixtureClient, fixtures, issueCode, redeem, secrets, userinfo } from '#lib/testing/fixtures';
import { authorizeRequest } from '#lib/testing/person';
import {
  basic,
  bodyOf,
  createTestProvider,
  encodeForm,
  type FormFields,
  issuer,
  type TestProvider,
} from '#lib/testing/provider';
import { asksForJwt, handleIntrospection, namesType, qualityOf } from './introspection';
import { handleUserinfo } from './userinfo';

describe('the introspection endpoint', () => {
  const api = { orders: 'orders-api-secret-0123456789', invoices: 'invoices-api-secret-0123456789' };
  const web = fixtureClient('web');
  const m2m = fixtureClient('m2m');
  const configuration = {
    ...fixtures,
    scopes: [
      { name: 'orders', type: 'resource', claims: ['role', 'grant_id'], secrets: [{ value: api.orders }] },
      { name: 'invoices', type: 'resource', secrets: [{ value: api.invoices }] },
      { name: 'retired', type: 'resource', enabled: false, secrets: [{ value: api.orders }] },
    ],
    clients: [
      { ...web, scope: 'openid profile offline_access orders invoices', require_consent: false },
      { ...web, client_id: 'ref', access_token_format: 'reference', require_consent: false },
      fixtureClient('spa'),
      { ...m2m, claims: { tier: 'gold' } },
      { ...m2m, client_id: 'm2m-ref', access_token_format: 'reference' },
    ],
  };

  let provider: TestProvider;
  beforeAll(async () => {
    provider = await createTestProvider(configuration);
  });
  afterAll(() => provider.close());

  const introspect = (
    token: unknown,
    fields: FormFields = {},
    authorization: string | null = basic('orders', api.orders),
  ) =>
    provider.post(
      '/connect/introspect',
      { token: token === undefined ? undefined : String(token), ...fields },
      authorization === null ? {} : { authorization },
    );

  const issue = async (clientId = 'web', scope = 'openid profile offline_access orders') => {
    const issued = await issueCode(provider, { client_id: clientId, scope });
    const tokens = bodyOf(await redeem(provider, issued, {}, basic(clientId, secrets.web)));
    return { tokens, person: issued.person };
  };

  const machine = async (clientId = 'm2m') => {
    const headers = { authorization: basic(clientId, secrets.m2m) };
    const response = await provider.post('/connect/token', { grant_type: 'client_credentials' }, headers);
    return bodyOf(response).access_token;
  };

  const inactive = '{"active":false}';

  describe('the caller is an API (semantics §5, interface §4.5)', () => {
    it('that proves itself by name and secret of its scope, in Basic or in the body', async () => {
      const token = await machine();
      expect(bodyOf(await introspect(token)).active).toBe(true);
      const inBody = { client_id: 'orders', client_secret: api.orders };
      expect(bodyOf(await introspect(token, inBody, null)).active).toBe(true);
    });

    it.each<[string, FormFields, string | null]>([
      ['nobody (security #53)', {}, null],
      ['a client with its secret', {}, basic('web', secrets.web)],
      ['a client with its secret in the body', { client_id: 'web', client_secret: secrets.web }, null],
      ['a public client', { client_id: 'spa' }, null],
      ['an API with a wrong secret', {}, basic('orders', api.invoices)],
      ['an API without its secret', {}, basic('orders', '')],
      ['an API that only says its name', { client_id: 'orders' }, null],
      ['an unknown API', {}, basic('nope', api.orders)],
      ['a disabled API', {}, basic('retired', api.orders)],
      ['an identity scope', {}, basic('openid', api.orders)],
      ['an API in another case', {}, basic('Orders', api.orders)],
      ['an access token', {}, 'Bearer abc'],
      ['broken Basic', {}, 'Basic %%%'],
    ])('not %s: 401 with a challenge, before any parameter is looked at', async (_, fields, authorization) => {
      for (const token of ['x', undefined]) {
        const response = await introspect(token, fields, authorization);
        expect(response.status).toBe(401);
        expect(response.headers['www-authenticate']).toMatch(/^Basic realm=/);
        expect(response.headers['cache-control']).toContain('no-store');
        expect(bodyOf(response).error).toBe('invalid_client');
      }
    });

    it('not a scope without an API, even with a secret', async () => {
      const context = provider.context();
      const orders = context.snapshot.scopes.get('orders');
      if (orders === undefined) throw new Error('no scope');
      const ask = (type: 'identity' | 'resource') => {
        const scopes = new Map([...context.snapshot.scopes, ['orders', { ...orders, type }]]);
        const headers = {
          authorization: basic('orders', api.orders),
          'content-type': 'application/x-www-form-urlencoded',
        };
        const request = { method: 'POST', path: '/connect/introspect', query: '', clientAddress: '192.0.2.1' };
        const snapshot = { ...context.snapshot, scopes };
        return handleIntrospection({ ...request, headers, body: 'token=x' }, { ...context, snapshot });
      };
      expect((await ask('resource')).status).toBe(200);
      expect((await ask('identity')).status).toBe(401);
    });

    it('takes any of several secrets and skips expired ones', async () => {
      const scope = {
        name: 'rotating',
        type: 'resource',
        secrets: [
          { value: 'old-secret-0123456789abcdef', expires_at: '2025-12-31T00:00:00Z' },
          { value: 'new-secret-0123456789abcdef', expires_at: '2026-12-31T00:00:00Z' },
        ],
      };
      await provider.configure({ scopes: [scope] });
      expect((await introspect('x', {}, basic('rotating', 'old-secret-0123456789abcdef'))).status).toBe(401);
      expect((await introspect('x', {}, basic('rotating', 'new-secret-0123456789abcdef'))).status).toBe(200);
    });
  });

  describe('a malformed request (semantics §5, interface §7)', () => {
    it.each<[string, FormFields]>([
      ['without a token', { token: undefined }],
      ['with an empty token', { token: '' }],
      ['with two tokens', { token: ['a', 'b'] }],
      ['with a repeated hint', { token_type_hint: ['access_token', 'access_token'] }],
      ['with two ways to authenticate', { client_secret: api.orders }],
      ['with another client_id', { client_id: 'invoices' }],
    ])('%s: 400 invalid_request', async (_, fields) => {
      const response = await introspect('x', fields);
      expect(response.status).toBe(400);
      expect(bodyOf(response).error).toBe('invalid_request');
    });

    it.each(['application/json', 'text/plain', undefined])('of the type %s: 415', async (type) => {
      const headers = { authorization: basic('orders', api.orders), 'content-type': type };
      const response = await provider.send('/connect/introspect', { body: 'token=x', headers });
      expect(response.status).toBe(415);
      expect(response.headers['cache-control']).toContain('no-store');
    });

    it('is answered with no-store (security #61)', async () => {
      for (const response of [await introspect('x'), await introspect(undefined), await introspect('x', {}, null)]) {
        expect(response.headers['cache-control']).toContain('no-store');
        expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      }
    });
  });

  describe('an active token (semantics §5, RFC 7662 §2.2)', () => {
    it.each([
      ['JWT', 'web'],
      ['reference', 'ref'],
    ])('of a person as %s: what belongs to the caller and nothing else', async (_, clientId) => {
      const { tokens } = await issue(clientId);
      const { sub } = bodyOf(await userinfo(provider, tokens.access_token));
      const seconds = provider.context().now.getTime() / 1000;
      expect(bodyOf(await introspect(tokens.access_token))).toEqual({
        active: true,
        token_type: 'Bearer',
        iss: issuer,
        aud: 'orders',
        scope: 'orders',
        client_id: clientId,
        sub,
        username: 'alice',
        iat: seconds,
        nbf: seconds,
        exp: seconds + 3600,
        auth_time: seconds,
        jti: expect.any(String),
        sid: expect.any(String),
        idp: 'local',
        amr: ['pwd'],
        acr: 'urn:signet:acr:1',
        role: ['buyer'],
      });
    });

    it.each(['m2m', 'm2m-ref'])('of the client %s for itself: its sub is its id (interface §3)', async (clientId) => {
      const body = bodyOf(await introspect(await machine(clientId)));
      expect(body).toMatchObject({ active: true, sub: clientId, client_id: clientId, aud: 'orders', scope: 'orders' });
      for (const name of ['username', 'sid', 'auth_time', 'grant_id', 'role']) expect(body).not.toHaveProperty(name);
      expect(body.client_tier).toBe(clientId === 'm2m' ? 'gold' : undefined);
    });

    it('shows each API its own scope, audience and claims (semantics §5)', async () => {
      const { tokens } = await issue('web', 'openid orders invoices');
      const body = bodyOf(await introspect(tokens.access_token, {}, basic('invoices', api.invoices)));
      expect(body).toMatchObject({ active: true, aud: 'invoices', scope: 'invoices' });
      expect(body).not.toHaveProperty('role');
    });

    it.each(['access_token', 'refresh_token', 'nonsense'])('with any token_type_hint: %s', async (hint) => {
      expect(bodyOf(await introspect(await machine(), { token_type_hint: hint })).active).toBe(true);
    });
  });

  describe('any other token gets {"active":false} and nothing more (semantics §5, security #50, #52, #53)', () => {
    it('unknown, malformed, altered and too long tokens', async () => {
      const { tokens } = await issue('ref');
      const reference = String(tokens.access_token);
      const jwt = String(await machine());
      const [head = '', payload = '', signature = ''] = jwt.split('.');
      const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`;
      const hostile = [
        'x',
        '.',
        '..',
        'x'.repeat(43),
        'x'.repeat(60_000),
        'a.'.repeat(20_000),
        reference.slice(0, -1),
        `${reference}x`,
        `${reference}=`,
        `${reference} `,
        encodeURIComponent(`${reference}%`),
        swapCase(reference),
        jwt.slice(0, -1),
        `${jwt}x`,
        none,
        `${head}.${Buffer.from('{"scope":"orders","client_id":"web"}').toString('base64url')}.${signature}`,
      ];
      for (const value of hostile) {
        const response = await introspect(value);
        expect(response.status, value.slice(0, 60)).toBe(200);
        expect(response.body, value.slice(0, 60)).toBe(inactive);
      }
    });

    it('ID tokens, refresh tokens and codes', async () => {
      const issued = await issueCode(provider, { scope: 'openid offline_access orders' });
      expect((await introspect(issued.code)).body).toBe(inactive);
      const tokens = bodyOf(await redeem(provider, issued));
      expect((await introspect(tokens.id_token)).body).toBe(inactive);
      expect((await introspect(tokens.refresh_token)).body).toBe(inactive);
      expect((await introspect(tokens.refresh_token, { token_type_hint: 'refresh_token' })).body).toBe(inactive);
    });

    it.each(['web', 'ref'])('a token of %s without the scope of the caller', async (clientId) => {
      const { tokens } = await issue(clientId, 'openid profile');
      expect((await introspect(tokens.access_token)).body).toBe(inactive);
      const orders = await issue(clientId);
      const response = await introspect(orders.tokens.access_token, {}, basic('invoices', api.invoices));
      expect(response.body).toBe(inactive);
    });

    it.each(['web', 'ref'])('a token of %s past its hour', async (clientId) => {
      const own = await createTestProvider(configuration);
      const issued = await issueCode(own, { client_id: clientId, scope: 'openid orders' });
      const { access_token: token } = bodyOf(await redeem(own, issued, {}, basic(clientId, secrets.web)));
      const ask = () =>
        own.post('/connect/introspect', { token: String(token) }, { authorization: basic('orders', api.orders) });
      own.advance(3599);
      expect(bodyOf(await ask()).active).toBe(true);
      own.advance(1);
      expect((await ask()).body).toBe(inactive);
      await own.close();
    });

    it.each(['web', 'ref'])('a token of %s after the sign-out', async (clientId) => {
      const { tokens, person } = await issue(clientId, 'openid orders');
      const offline = await issue(clientId);
      expect(bodyOf(await introspect(tokens.access_token)).active).toBe(true);
      const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
      const { form } = await readLogoutPage(provider.context(), { cookieHeader });
      await person.submit('logout', { csrf: form.csrf, decision: 'sign_out' });
      expect((await introspect(tokens.access_token)).body).toBe(inactive);
      expect(bodyOf(await introspect(offline.tokens.access_token)).active, 'of another session').toBe(true);
    });

    it.each(['web', 'ref', 'm2m', 'm2m-ref'])(
      'a token of %s while its client or person is disabled',
      async (clientId) => {
        const own = await createTestProvider(configuration);
        const isMachine = clientId.startsWith('m2m');
        const fields = { grant_type: 'client_credentials' };
        const response = isMachine
          ? await own.post('/connect/token', fields, { authorization: basic(clientId, secrets.m2m) })
          : await redeem(
              own,
              await issueCode(own, { client_id: clientId, scope: 'openid orders' }),
              {},
              basic(clientId, secrets.web),
            );
        const token = String(bodyOf(response).access_token);
        const ask = () => own.post('/connect/introspect', { token }, { authorization: basic('orders', api.orders) });
        expect(bodyOf(await ask()).active).toBe(true);
        const client = configuration.clients.find((one) => one.client_id === clientId);
        await own.configure({ clients: [{ ...client, enabled: false }] });
        expect((await ask()).body).toBe(inactive);
        await own.configure({ clients: [client] });
        expect(bodyOf(await ask()).active).toBe(true);
        await own.configure({ users: [{ ...fixtures.users[0], enabled: false }] });
        expect(bodyOf(await ask()).active).toBe(isMachine);
        await own.close();
      },
    );
  });

  describe('one database statement answers (design: grant model)', () => {
    it.each<[string, number]>([
      ['web', 1],
      ['ref', 1],
      ['m2m', 1],
      ['m2m-ref', 1],
      ['nobody', 1],
    ])('for a token of %s', async (clientId, expected) => {
      const isMachine = clientId.startsWith('m2m');
      const known = isMachine
        ? await machine(clientId)
        : (await issue(clientId === 'nobody' ? 'ref' : clientId)).tokens.access_token;
      const token = clientId === 'nobody' ? 'x'.repeat(43) : String(known);
      const context = provider.context();
      const { db, count } = countStatements(context.db);
      const headers = {
        authorization: basic('orders', api.orders),
        'content-type': 'application/x-www-form-urlencoded',
      };
      const request = { method: 'POST', path: '/connect/introspect', query: '', clientAddress: '192.0.2.1' };
      await handleIntrospection({ ...request, headers, body: encodeForm({ token }) }, { ...context, db });
      expect(count()).toBe(expected);
    });

    it.each(['web', 'ref'])('at UserInfo as well, for a token of %s', async (clientId) => {
      const { tokens } = await issue(clientId);
      const context = provider.context();
      const { db, count } = countStatements(context.db);
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const request = {
        method: 'GET',
        path: '/connect/userinfo',
        query: '',
        headers,
        body: '',
        clientAddress: '192.0.2.1',
      };
      expect((await handleUserinfo(request, { ...context, db })).status).toBe(200);
      expect(count()).toBe(1);
    });
  });

  describe('discovery (RFC 8414 §2)', () => {
    it('announces introspection and revocation', async () => {
      expect(bodyOf(await provider.send('/.well-known/openid-configuration'))).toMatchObject({
        introspection_endpoint: `${issuer}/connect/introspect`,
        introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
        revocation_endpoint: `${issuer}/connect/revocation`,
        revocation_endpoint_auth_methods_supported: expect.arrayContaining(['client_secret_basic', 'none']),
      });
    });
  });

  function swapCase(text: string): string {
    return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
  }
});

describe('the form of the answer', () => {
  const signedType = 'application/token-introspection+jwt';
  const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
  const secret = 'api-secret-0123456789abcdef';
  const api = { type: 'resource', claims: ['role'], secrets: [{ value: secret }] };
  const named = { ES384: 'signed', PS256: 'by-uri' } as const;
  const configuration = {
    users: fixtures.users,
    scopes: [
      { ...api, name: 'orders' },
      { ...api, name: named.ES384, introspection_signed_response_alg: 'ES384' },
      {
        ...api,
        name: named.PS256,
        introspection_signed_response_alg: 'PS256',
        resource: 'https://api.test/',
        audience: 'resource',
      },
    ],
    clients: [
      { ...fixtureClient('silent'), scope: 'openid profile orders signed by-uri' },
      {
        client_id: 'orders',
        client_secrets: [{ value: secret }],
        grant_types: [exchangeGrant],
        scope: 'signed',
        token_exchange: { subjects: ['silent'], delegation: false },
      },
    ],
  };

  let provider: TestProvider;
  let token: string;
  beforeAll(async () => {
    provider = await createTestProvider(configuration);
    const asked = { client_id: 'silent', scope: 'openid orders signed by-uri' };
    const tokens = bodyOf(await redeem(provider, await issueCode(provider, asked), {}, basic('silent', secrets.web)));
    token = String(tokens.access_token);
  });
  afterAll(() => provider.close());

  const introspect = (value: string, accept?: string, name = 'orders') =>
    provider.post(
      '/connect/introspect',
      { token: value },
      { authorization: basic(name, secret), ...(accept !== undefined && { accept }) },
    );

  async function verify(jwt: string, audience: string) {
    const keys = createLocalJWKSet(JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body));
    const currentDate = provider.context().now;
    return jwtVerify(jwt, keys, { issuer, audience, typ: 'token-introspection+jwt', currentDate });
  }

  describe('an API asks for a signed answer by Accept (RFC 9701 §4)', () => {
    it.each<[string | undefined, boolean]>([
      [undefined, false],
      ['', false],
      ['*/*', false],
      ['application/*', false],
      ['application/json', false],
      ['application/jwt', false],
      [signedType, true],
      [signedType.toUpperCase(), true],
      [`${signedType};q=0.1`, true],
      [`${signedType};q=0`, false],
      [`${signedType}, application/json`, true],
      [`application/json;q=0.9, ${signedType}`, true],
      [`application/json, ${signedType};q=0.9`, false],
      [`${signedType};q=0.5, */*`, false],
      [`${signedType}, */*;q=0.1`, true],
      [`text/html, ${signedType};q=0.5`, true],
    ])('%s: %s', (accept, expected) => {
      expect(asksForJwt(accept)).toBe(expected);
    });
  });

  describe('a signed answer (RFC 9701 §5)', () => {
    it.each([
      ['RS256, without an algorithm of its own', 'orders', 'RS256', 'orders'],
      ['the algorithm of the API', named.ES384, 'ES384', named.ES384],
      ['the URI of the API as audience', named.PS256, 'PS256', 'https://api.test/'],
    ])('has %s', async (_, name, alg, audience) => {
      const response = await introspect(token, signedType, name);
      expect([response.status, response.headers['content-type']]).toEqual([200, signedType]);
      expect(response.headers['cache-control']).toContain('no-store');
      const { payload, protectedHeader } = await verify(response.body, audience);
      expect(protectedHeader).toEqual({ alg, kid: expect.any(String), typ: 'token-introspection+jwt' });
      const plain = await introspect(token, 'application/json', name);
      expect(plain.headers['content-type']).toContain('application/json');
      const iat = provider.context().now.getTime() / 1000;
      expect(payload).toEqual({ iss: issuer, aud: audience, iat, token_introspection: bodyOf(plain) });
      expect(payload.token_introspection).toMatchObject({ active: true, aud: audience, role: ['buyer'] });
    });

    it.each([
      ['an unknown token', () => 'unknown'],
      ['a token without the scope of the API', () => exchangedToken()],
    ])('says only active: false of %s (§5)', async (_, find) => {
      const { payload } = await verify((await introspect(await find(), signedType)).body, 'orders');
      expect(payload.token_introspection).toEqual({ active: false });
      expect(Object.keys(payload).toSorted()).toEqual(['aud', 'iat', 'iss', 'token_introspection']);
    });

    it('is not returned to an unauthenticated API: 401 as JSON', async () => {
      const headers = { authorization: basic('orders', 'wrong'), accept: signedType };
      const response = await provider.post('/connect/introspect', { token }, headers);
      expect([response.status, bodyOf(response).error]).toEqual([401, 'invalid_client']);
    });
  });

  describe('an encrypted answer (RFC 9701 §5)', () => {
    it('is the signed one, encrypted to a key of the API; JSON stays unencrypted', async () => {
      const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { extractable: true });
      const encrypted = {
        ...api,
        name: 'signed',
        introspection_signed_response_alg: 'ES384',
        introspection_encrypted_response_alg: 'ECDH-ES+A256KW',
        jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'api-1' }] },
      };
      await provider.configure({ scopes: [encrypted] });
      const response = await introspect(token, signedType, 'signed');
      expect([response.status, response.headers['content-type']]).toEqual([200, signedType]);
      const header = { alg: 'ECDH-ES+A256KW', enc: 'A128CBC-HS256', cty: 'JWT', kid: 'api-1' };
      expect(decodeProtectedHeader(response.body)).toMatchObject(header);
      const { plaintext } = await compactDecrypt(response.body, privateKey);
      const { payload } = await verify(Buffer.from(plaintext).toString(), 'signed');
      expect(payload.token_introspection).toEqual(bodyOf(await introspect(token, 'application/json', 'signed')));
      const document = bodyOf(await provider.send('/.well-known/openid-configuration'));
      expect(document.introspection_encryption_alg_values_supported).toContain('ECDH-ES+A256KW');
      expect(document.introspection_encryption_enc_values_supported).toContain('A128CBC-HS256');
    });

    it('is 503 while the API publishes no suitable key', async () => {
      const keyless = { ...api, introspection_encrypted_response_alg: 'ECDH-ES', jwks_uri: 'https://api.test/jwks' };
      await provider.configure({
        scopes: [{ ...keyless, name: 'signed', introspection_signed_response_alg: 'ES384' }],
      });
      const response = await introspect(token, signedType, 'signed');
      expect([response.status, bodyOf(response).error]).toEqual([503, 'temporarily_unavailable']);
      expect((await introspect(token, undefined, 'signed')).status).toBe(200);
    });
  });

  describe('a signed answer is not accepted as a token (RFC 9701 §8.1)', () => {
    let answer: string;
    beforeAll(async () => {
      answer = (await introspect(token, signedType)).body;
    });

    it.each(['access_token', 'id_token'] as const)('not for an %s', (kind) => {
      const { snapshot, now } = provider.context();
      expect(verifyOwnJwt(snapshot.keys, answer, { kind, issuer, now, ignoreExpiry: true })).toBeNull();
    });

    it('at UserInfo: 401', async () => {
      expect((await userinfo(provider, answer)).status).toBe(401);
    });

    it('at introspection: inactive', async () => {
      expect((await introspect(answer)).body).toBe('{"active":false}');
    });

    it('as id_token_hint: invalid_request', async () => {
      const { path } = authorizeRequest({ client_id: 'silent', prompt: 'none', id_token_hint: answer });
      expect(String((await provider.send(path)).headers.location)).toContain('error=invalid_request');
    });

    it('as subject token: invalid_request (RFC 8693 §2.2.2)', async () => {
      expect(bodyOf(await exchange(answer)).error).toBe('invalid_request');
    });
  });

  const exchange = (subject: string) => {
    const type = 'urn:ietf:params:oauth:token-type:access_token';
    const fields = { grant_type: exchangeGrant, subject_token: subject, subject_token_type: type };
    return provider.post('/connect/token', fields, { authorization: basic('orders', secret) });
  };

  async function exchangedToken(): Promise<string> {
    return String(bodyOf(await exchange(token)).access_token);
  }

  describe('discovery (RFC 9701 §7)', () => {
    it('announces RS256 and the algorithms of the APIs', async () => {
      const { introspection_signing_alg_values_supported: algs } = bodyOf(
        await provider.send('/.well-known/openid-configuration'),
      );
      expect(algs).toEqual(['RS256', 'PS256', 'ES384']);
    });
  });
});

describe('qualityOf (RFC 9110 §12.5.1)', () => {
  it.each<[string | undefined, number]>([
    [undefined, 1],
    ['', 0],
    ['application/json', 1],
    ['APPLICATION/JSON', 1],
    ['application/json; charset=utf-8', 1],
    ['application/json;q=0.5', 0.5],
    ['application/json ; Q=0.5', 0.5],
    ['application/json;q=0', 0],
    ['application/json;q=1.000', 1],
    ['application/json;q=2', 0],
    ['application/json;q=-1', 0],
    ['application/json;q=0.1234', 0],
    ['application/json;q=', 0],
    ['text/html', 0],
    ['application/*', 1],
    ['*/*;q=0.1', 0.1],
    ['*/*, application/*;q=0.4, application/json;q=0.2', 0.2],
    ['*/*, application/*;q=0.4', 0.4],
    ['text/html, application/json;q=0.9', 0.9],
  ])('of JSON in %s is %d', (accept, quality) => {
    expect(qualityOf(accept, 'application/json')).toBe(quality);
  });
});

describe('names', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['*/*', false],
    ['application/*', false],
    ['text/html, application/json;q=0.1', true],
  ])('a range does not: %s', (accept, expected) => {
    expect(namesType(accept, 'application/json')).toBe(expected);
  });
});
