import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metrics } from '#lib/metrics/metrics';
import { fixtureClient, fixtures, issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { withoutReference } from '#lib/testing/without-reference';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

const machine = (
  fields: FormFields = {},
  headers: Record<string, string> = { authorization: basic('m2m', secrets.m2m) },
) => provider.post('/connect/token', { grant_type: 'client_credentials', ...fields }, headers);

async function verify(token: unknown, options: { audience: string }) {
  const keys = JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body);
  const { now } = provider.context();
  return jwtVerify(String(token), createLocalJWKSet(keys), { issuer, currentDate: now, ...options });
}

describe('HTTP and errors (semantics §2.1)', () => {
  it.each([
    ['JSON', 'application/json'],
    ['text', 'text/plain'],
    ['multipart', 'multipart/form-data; boundary=x'],
    ['another charset', 'application/x-www-form-urlencoded; charset=utf-16'],
    ['no type', undefined],
  ])('refuses a body of %s', async (_, type) => {
    const headers = { authorization: basic('m2m', secrets.m2m), 'content-type': type };
    const response = await provider.send('/connect/token', { body: 'grant_type=client_credentials', headers });
    expect(response.status).toBe(400);
    expect(bodyOf(response).error).toBe('invalid_request');
  });

  it.each(['; charset=UTF-8', ';', '; ', ';; charset="utf-8";', ';charset=utf-8 ;'])(
    'accepts a form with the parameters %j (RFC 9110 §5.6.6)',
    async (parameters) => {
      const type = { 'content-type': `application/x-www-form-urlencoded${parameters}` };
      expect((await machine({}, { authorization: basic('m2m', secrets.m2m), ...type })).status).toBe(200);
    },
  );

  it('accepts any number of spaces after the scheme (RFC 9110 §11.4)', async () => {
    const authorization = basic('m2m', secrets.m2m).replace(' ', '   ');
    const response = await machine({}, { authorization });
    expect(response.status).toBe(200);
  });

  it('forbids caching of answers and errors (RFC 6749 §5.1, security #61)', async () => {
    for (const response of [await machine(), await machine({ scope: 'nope' }), await machine({}, {})]) {
      expect(response.headers['cache-control']).toContain('no-store');
      expect(response.headers.pragma).toBe('no-cache');
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  it.each<[string, FormFields, string]>([
    ['grant_type missing', { grant_type: undefined }, 'invalid_request'],
    ['grant_type empty', { grant_type: '' }, 'invalid_request'],
    ['grant_type unknown', { grant_type: 'urn:example:other' }, 'unsupported_grant_type'],
    ['grant_type password, which the client may not use', { grant_type: 'password' }, 'unauthorized_client'],
    ['a grant the client may not use', { grant_type: 'refresh_token', refresh_token: 'x' }, 'unauthorized_client'],
    ['a repeated parameter (RFC 6749 §3.2)', { scope: ['orders', 'orders'] }, 'invalid_request'],
    ['a repeated grant_type', { grant_type: ['client_credentials', 'client_credentials'] }, 'invalid_request'],
  ])('%s', async (_, fields, error) => {
    const response = await machine(fields);
    expect(response.status).toBe(400);
    expect(bodyOf(response).error).toBe(error);
  });
});

describe('client authentication (semantics §2.2, RFC 6749 §2.3)', () => {
  const post = (fields: FormFields, headers: Record<string, string> = {}) => machine(fields, headers);

  it('accepts a client_id and a secret of 100 characters', async () => {
    const [id, secret] = ['c'.repeat(100), 's'.repeat(100)];
    const own = await createTestProvider({
      ...fixtures,
      clients: [{ ...fixtureClient('m2m'), client_id: id, client_secrets: [{ value: secret }] }],
    });
    const fields = { grant_type: 'client_credentials' };
    expect((await own.post('/connect/token', { ...fields, client_id: id, client_secret: secret })).status).toBe(200);
    expect((await own.post('/connect/token', fields, { authorization: basic(id, secret) })).status).toBe(200);
    await own.close();
  });

  it.each<[string, FormFields, Record<string, string>]>([
    ['nothing at all', {}, {}],
    ['no secret', { client_id: 'm2m' }, {}],
    ['a wrong secret', { client_id: 'm2m', client_secret: 'wrong' }, {}],
    ['an unknown client', { client_id: 'nope', client_secret: 'x' }, {}],
    ['a disabled client', { client_id: 'gone', client_secret: secrets.web }, {}],
    ['a secret too long', { client_id: 'm2m', client_secret: 'x'.repeat(257) }, {}],
    ['a client_id too long', { client_id: 'x'.repeat(101), client_secret: 'x' }, {}],
    ['a secret of a public client', { client_id: 'spa', client_secret: 'x' }, {}],
    ['Basic with a wrong secret', {}, { authorization: basic('m2m', 'wrong') }],
    ['Basic without a secret', {}, { authorization: basic('m2m', '') }],
    ['Basic without a colon', {}, { authorization: `Basic ${Buffer.from('m2m').toString('base64')}` }],
    ['Basic that is not base64', {}, { authorization: 'Basic m2m:secret!' }],
    ['Basic with spaces in base64', {}, { authorization: 'Basic bTJt OnNlY3JldA==' }],
    [
      'Basic with a broken percent-encoding',
      {},
      { authorization: `Basic ${Buffer.from('m2m:%zz').toString('base64')}` },
    ],
    ['Basic with NUL', {}, { authorization: `Basic ${Buffer.from('m2m:%00').toString('base64')}` }],
    ['Basic that is not UTF-8', {}, { authorization: `Basic ${Buffer.from([0x6d, 0x3a, 0xff]).toString('base64')}` }],
    ['another scheme', {}, { authorization: 'Digest username="m2m"' }],
  ])('%s is invalid_client with a challenge', async (_, fields, headers) => {
    const response = await post(fields, headers);
    expect(response.status).toBe(401);
    expect(bodyOf(response).error).toBe('invalid_client');
    expect(response.headers['www-authenticate']).toMatch(/^Basic realm=/);
  });

  it('does not distinguish unknown, disabled and wrong', async () => {
    const cases = [{ client_id: 'nope' }, { client_id: 'gone' }, { client_id: 'm2m' }];
    const bodies = await Promise.all(cases.map(async (fields) => (await post({ ...fields, client_secret: 'x' })).body));
    expect(new Set(bodies.map(withoutReference)).size).toBe(1);
  });

  it.each<[string, FormFields]>([
    ['a secret in header and body', { client_id: 'm2m', client_secret: secrets.m2m }],
    ['another client_id in the body', { client_id: 'web' }],
  ])('%s is invalid_request', async (_, fields) => {
    const response = await machine(fields);
    expect(response.status).toBe(400);
    expect(bodyOf(response).error).toBe('invalid_request');
  });

  it('accepts Basic, also with the same client_id in the body, and the secret in the body', async () => {
    expect((await machine({ client_id: 'm2m' })).status).toBe(200);
    expect((await post({ client_id: 'm2m', client_secret: secrets.m2m })).status).toBe(200);
    expect((await post({}, { authorization: basic('m2m', secrets.m2m).replace('Basic', 'bAsIc') })).status).toBe(200);
  });

  it('form-decodes both halves of Basic (security #63)', async () => {
    const secret = 'p:a%s+s wörd-0123456789';
    await provider.configure({
      clients: [{ ...fixtures.clients[5], client_id: 'odd:id%', client_secrets: [{ value: secret }] }],
    });
    expect((await machine({}, { authorization: basic('odd:id%', secret) })).status).toBe(200);
  });

  it('takes any of several secrets and skips expired ones', async () => {
    const expired = { value: 'old-secret-0123456789abcdef', expires_at: '2025-12-31T00:00:00Z' };
    const current = { value: 'new-secret-0123456789abcdef', expires_at: '2026-12-31T00:00:00Z' };
    await provider.configure({
      clients: [{ ...fixtures.clients[5], client_id: 'two', client_secrets: [expired, current] }],
    });
    expect((await machine({}, { authorization: basic('two', expired.value) })).status).toBe(401);
    expect((await machine({}, { authorization: basic('two', current.value) })).status).toBe(200);
  });

  it('never reads credentials from the query (security #62)', async () => {
    const response = await provider.send(`/connect/token?client_id=m2m&client_secret=${secrets.m2m}`, {
      body: 'grant_type=client_credentials',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(response.status).toBe(401);
  });
});

describe('client_credentials (semantics §2.3, §2.5)', () => {
  it('issues a JWT of RFC 9068 for the resource scopes asked for', async () => {
    const response = await machine({ scope: 'orders' });
    expect(bodyOf(response)).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'orders',
    });
    const { payload, protectedHeader } = await verify(bodyOf(response).access_token, { audience: 'orders' });
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(payload).toMatchObject({
      sub: 'm2m',
      client_id: 'm2m',
      scope: 'orders',
      aud: 'orders',
      jti: expect.any(String),
    });
  });

  it('is counted by its grant type, except refusals', async () => {
    const issued = async () => {
      const { values } = await metrics().tokensIssued.get();
      return values.find(({ labels }) => labels.grant === 'client_credentials')?.value ?? 0;
    };
    const before = await issued();
    await machine();
    await machine({ scope: 'nope' });
    expect(await issued()).toBe(before + 1);
  });

  it('issues all explicitly allowed resource scopes when none is requested (interface §4.2)', async () => {
    const response = await machine();
    expect(bodyOf(response).scope).toBe('orders invoices');
    const { payload } = await verify(bodyOf(response).access_token, { audience: 'invoices' });
    expect(payload.aud).toEqual(['orders', 'invoices']);
  });

  it.each([
    ['unknown', 'nope'],
    ['disabled', 'retired'],
    ['identity', 'openid'],
    ['offline_access', 'offline_access'],
    ['malformed', 'orders  invoices'],
    ['too long', 'x'.repeat(301)],
  ])('refuses a scope that is %s', async (_, scope) => {
    expect(bodyOf(await machine({ scope })).error).toBe('invalid_scope');
  });

  it('is refused for a public client (semantics §2.5)', async () => {
    const response = await machine({ client_id: 'spa' }, {});
    expect(bodyOf(response).error).toBe('unauthorized_client');
  });

  it('includes the claims of the client with a prefix, never in place of a protocol claim (semantics §7.2)', async () => {
    await provider.configure({
      clients: [
        {
          ...fixtures.clients[5],
          client_id: 'claims',
          client_secrets: [{ value: secrets.m2m }],
          claims: { tier: 'gold' },
        },
      ],
    });
    const response = await machine({}, { authorization: basic('claims', secrets.m2m) });
    const { payload } = await verify(bodyOf(response).access_token, { audience: 'orders' });
    expect(payload).toMatchObject({ client_tier: 'gold', client_id: 'claims', sub: 'claims' });
  });
});

const refusedPkce = {
  error: 'invalid_grant',
  error_description: expect.stringContaining('needs a PKCE method that the code was issued without'),
};

describe('authorization_code (semantics §2.4)', () => {
  it('answers with tokens that verify', async () => {
    const issued = await issueCode(provider, { scope: 'openid profile offline_access orders' });
    const response = await redeem(provider, issued);
    const body = bodyOf(response);
    expect(response.status).toBe(200);
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    const idToken = await verify(body.id_token, { audience: 'web' });
    expect(idToken.protectedHeader).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    expect(idToken.payload).toMatchObject({
      nonce: 'n1',
      amr: ['pwd'],
      at_hash: expect.any(String),
      sid: expect.any(String),
    });
    const access = await verify(body.access_token, { audience: 'orders' });
    expect(access.payload).toMatchObject({
      sub: idToken.payload.sub,
      role: ['buyer'],
      scope: 'openid profile offline_access orders',
    });
    expect(access.payload).not.toHaveProperty('name');
  });

  it.each<[string, FormFields, string]>([
    ['code missing', { code: undefined }, 'invalid_request'],
    ['code too long', { code: 'x'.repeat(101) }, 'invalid_grant'],
    ['code unknown', { code: 'x'.repeat(43) }, 'invalid_grant'],
    ['redirect_uri missing', { redirect_uri: undefined }, 'invalid_request'],
    ['redirect_uri different', { redirect_uri: `${redirectUri}/` }, 'invalid_grant'],
    ['code_verifier missing', { code_verifier: undefined }, 'invalid_grant'],
    ['code_verifier empty', { code_verifier: '' }, 'invalid_grant'],
    ['code_verifier wrong', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['code_verifier short', { code_verifier: 'x'.repeat(42) }, 'invalid_grant'],
    ['code_verifier long', { code_verifier: 'x'.repeat(129) }, 'invalid_grant'],
    ['code repeated', { code: ['a', 'b'] }, 'invalid_request'],
  ])('%s, and the code is not used up', async (_, overrides, error) => {
    const issued = await issueCode(provider);
    expect(bodyOf(await redeem(provider, issued, overrides)).error).toBe(error);
    expect((await redeem(provider, issued)).status).toBe(200);
  });

  it.each(['orders', 'nope', 'openid  profile'])('reads no scope: %s', async (scope) => {
    const body = bodyOf(await redeem(provider, await issueCode(provider), { scope }));
    expect(body.scope).toBe('openid profile');
  });

  it('is bound to its client: the attempt of another fails and does not use it up (security #36)', async () => {
    const issued = await issueCode(provider);
    const foreign = await redeem(provider, issued, {}, basic('web2', secrets.web2));
    expect(bodyOf(foreign).error).toBe('invalid_grant');
    expect((await redeem(provider, issued)).status).toBe(200);
  });

  it('lives 60 seconds (security #37)', async () => {
    const [early, late] = [await issueCode(provider), await issueCode(provider)];
    provider.advance(59);
    expect((await redeem(provider, early)).status).toBe(200);
    provider.advance(1);
    expect(bodyOf(await redeem(provider, late)).error).toBe('invalid_grant');
  });

  describe('is judged by its client of now (semantics §2.4)', () => {
    const loose = {
      ...fixtureClient('web'),
      require_pkce: false,
      allow_plain_pkce: true,
      authorization_code_lifetime_seconds: 600,
    };
    const bare = { code_challenge: undefined, code_challenge_method: undefined };
    const plain = { code_challenge: 'v'.repeat(43), code_challenge_method: 'plain' };
    const asked = { nothing: [bare, {}], plain: [plain, { code_verifier: 'v'.repeat(43) }], s256: [{}, {}] } as const;

    it.each<[string, keyof typeof asked, FormFields, object, object]>([
      ['a code without PKCE, of a client that needs none', 'nothing', {}, {}, { token_type: 'Bearer' }],
      ['a code without PKCE, of a client that needs it now', 'nothing', {}, { require_pkce: true }, refusedPkce],
      [
        'neither PKCE nor a nonce, of a client with credentials',
        'nothing',
        { nonce: undefined },
        { require_pkce: 'auto' },
        { token_type: 'Bearer' },
      ],
      ['the method plain, still allowed', 'plain', {}, {}, { token_type: 'Bearer' }],
      ['the method plain, not allowed any more', 'plain', {}, { allow_plain_pkce: false }, refusedPkce],
      [
        'S256, which is needed now',
        's256',
        {},
        { require_pkce: true, allow_plain_pkce: false },
        { token_type: 'Bearer' },
      ],
    ])('%s', async (_, way, fields, change, expected) => {
      const own = await createTestProvider({ ...fixtures, clients: [loose] });
      const [request, answer] = asked[way];
      const issued = await issueCode(own, { ...request, ...fields });
      await own.configure({ clients: [{ ...loose, ...change }] });
      const sent = way === 'nothing' ? { code_verifier: undefined } : answer;
      expect(bodyOf(await redeem(own, issued, sent))).toMatchObject(expected);
      await own.close();
    });

    it('a code that was redeemed before its client needed PKCE: a replay still ends the grant', async () => {
      const own = await createTestProvider({ ...fixtures, clients: [loose] });
      const issued = await issueCode(own, bare);
      const { access_token: token } = bodyOf(await redeem(own, issued, { code_verifier: undefined }));
      await own.configure({ clients: [{ ...loose, require_pkce: true }] });
      expect((await userinfo(own, token)).status).toBe(200);
      expect(bodyOf(await redeem(own, issued, { code_verifier: undefined })).error).toBe('invalid_grant');
      expect((await userinfo(own, token)).status).toBe(401);
      await own.close();
    });

    it.each([
      [59, { token_type: 'Bearer' }],
      [60, { error: 'invalid_grant' }],
    ])('a code of %i seconds, after its lifetime became 60', async (age, expected) => {
      const own = await createTestProvider({ ...fixtures, clients: [loose] });
      const issued = await issueCode(own);
      await own.configure({ clients: [{ ...loose, authorization_code_lifetime_seconds: 60 }] });
      own.advance(age);
      expect(bodyOf(await redeem(own, issued))).toMatchObject(expected);
      await own.close();
    });
  });

  it('revokes everything issued from a code that is redeemed twice (RFC 6749 §4.1.2, security #26)', async () => {
    const issued = await issueCode(provider, { scope: 'openid offline_access' });
    const tokens = bodyOf(await redeem(provider, issued));
    expect((await userinfo(provider, tokens.access_token)).status).toBe(200);
    expect(bodyOf(await redeem(provider, issued)).error).toBe('invalid_grant');
    expect((await userinfo(provider, tokens.access_token)).status).toBe(401);
    expect(bodyOf(await refresh(provider, tokens.refresh_token)).error).toBe('invalid_grant');
  });

  it('cannot be used to revoke: an invalid replay has no effect (security #27)', async () => {
    const issued = await issueCode(provider);
    const tokens = bodyOf(await redeem(provider, issued));
    await redeem(provider, issued, {}, basic('web', 'wrong'));
    await redeem(provider, issued, { code_verifier: 'x'.repeat(43) });
    await redeem(provider, issued, {}, basic('web2', secrets.web2));
    expect((await userinfo(provider, tokens.access_token)).status).toBe(200);
  });

  it('returns no refresh token without offline_access (security #47)', async () => {
    expect(bodyOf(await redeem(provider, await issueCode(provider)))).not.toHaveProperty('refresh_token');
  });

  it('respects a disabled user and a changed client between code and token (security #39)', async () => {
    const changed = await createTestProvider(fixtures);
    const [first, second] = [await issueCode(changed), await issueCode(changed)];
    const alice = { ...fixtures.users[0], enabled: false };
    await changed.configure({ users: [alice] });
    expect(bodyOf(await redeem(changed, first)).error).toBe('invalid_grant');
    await changed.configure({
      users: [{ ...alice, enabled: true }],
      clients: [{ ...fixtures.clients[0], grant_types: ['client_credentials'], redirect_uris: [] }],
    });
    expect(bodyOf(await redeem(changed, second)).error).toBe('unauthorized_client');
    await changed.close();
  });
});

describe('refresh_token (semantics §2.7)', () => {
  const offline = { scope: 'openid profile offline_access orders' };
  const start = async () => bodyOf(await redeem(provider, await issueCode(provider, offline)));

  it('rotates and keeps sub, auth_time and grant; no nonce (OpenID Connect Core §12.2)', async () => {
    const first = await start();
    provider.advance(100);
    const second = bodyOf(await refresh(provider, first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const [before, after] = await Promise.all(
      [first, second].map(({ id_token }) => verify(id_token, { audience: 'web' })),
    );
    const { iss, sub, aud, auth_time, sid, iat = 0 } = before?.payload ?? {};
    expect(after?.payload).toMatchObject({ iss, sub, aud, auth_time, sid, iat: iat + 100 });
    expect(after?.payload).not.toHaveProperty('nonce');
    const jtiOf = ({ access_token }: typeof first) => decodeJwt(String(access_token)).jti;
    expect(jtiOf(second)).not.toBe(jtiOf(first));
  });

  it.each<[string, FormFields, string]>([
    ['missing', { refresh_token: undefined }, 'invalid_request'],
    ['too long', { refresh_token: 'x'.repeat(101) }, 'invalid_grant'],
    ['unknown', { refresh_token: 'x'.repeat(43) }, 'invalid_grant'],
    ['with a wider scope', { scope: 'openid email' }, 'invalid_scope'],
    ['with a malformed scope', { scope: 'openid  orders' }, 'invalid_scope'],
  ])('%s', async (_, overrides, error) => {
    const { refresh_token } = await start();
    expect(bodyOf(await refresh(provider, refresh_token, overrides)).error).toBe(error);
    expect((await refresh(provider, refresh_token)).status, 'a failed attempt has no effect').toBe(200);
  });

  it('is bound to its client (security #45)', async () => {
    const { refresh_token } = await start();
    expect(bodyOf(await refresh(provider, refresh_token, {}, basic('web2', secrets.web2))).error).toBe('invalid_grant');
    expect(bodyOf(await refresh(provider, refresh_token, { client_id: 'web' }, null)).error).toBe('invalid_client');
    expect((await refresh(provider, refresh_token)).status).toBe(200);
  });

  it('narrows one access token, not the grant (RFC 6749 §6)', async () => {
    const narrowed = bodyOf(await refresh(provider, (await start()).refresh_token, { scope: 'openid' }));
    expect(narrowed.scope).toBe('openid');
    const without = bodyOf(await refresh(provider, narrowed.refresh_token, { scope: 'orders' }));
    expect(without, 'no ID token without openid').not.toHaveProperty('id_token');
    const whole = bodyOf(await refresh(provider, without.refresh_token));
    expect(whole).toMatchObject({ scope: offline.scope, id_token: expect.any(String) });
  });

  it('ends the family when a used token returns (RFC 9700 §4.14, security #40)', async () => {
    const first = await start();
    const second = bodyOf(await refresh(provider, first.refresh_token));
    const third = bodyOf(await refresh(provider, second.refresh_token));
    expect(bodyOf(await refresh(provider, first.refresh_token)).error).toBe('invalid_grant');
    expect(bodyOf(await refresh(provider, third.refresh_token)).error).toBe('invalid_grant');
    expect((await userinfo(provider, third.access_token)).status).toBe(401);
  });

  it('expires when idle and at its absolute end, which rotation does not extend (security #46)', async () => {
    const idle = await start();
    let { refresh_token } = await start();
    const day = 86_400;
    for (let days = 10; days < 30; days += 10) {
      provider.advance(10 * day);
      refresh_token = bodyOf(await refresh(provider, refresh_token)).refresh_token;
      expect(refresh_token).toBeDefined();
    }
    expect(bodyOf(await refresh(provider, idle.refresh_token)).error).toBe('invalid_grant');
    provider.advance(10 * day);
    expect(bodyOf(await refresh(provider, refresh_token)).error).toBe('invalid_grant');
  });

  it('answers a repeated use within the grace window with the same successor (security #42)', async () => {
    const graceful = await createTestProvider({
      ...fixtures,
      clients: [{ ...fixtures.clients[0], refresh_token_grace_seconds: 10 }],
    });
    const first = bodyOf(await redeem(graceful, await issueCode(graceful, offline)));
    const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(graceful, first.refresh_token)));
    const successors = answers.map((answer) => bodyOf(answer).refresh_token);
    expect(new Set(successors).size).toBe(1);
    expect(successors[0]).toMatch(/^[\w-]{43}$/);
    const foreign = await refresh(graceful, first.refresh_token, {}, basic('web', 'wrong'));
    expect(bodyOf(foreign).error).toBe('invalid_client');
    graceful.advance(11);
    expect(bodyOf(await refresh(graceful, first.refresh_token)).error).toBe('invalid_grant');
    expect(bodyOf(await refresh(graceful, successors[0])).error).toBe('invalid_grant');
    await graceful.close();
  });

  it('allows ten uses within the grace window, then ends the family', async () => {
    const graceful = await createTestProvider({
      ...fixtures,
      clients: [{ ...fixtures.clients[0], refresh_token_grace_seconds: 10 }],
    });
    const { refresh_token } = bodyOf(await redeem(graceful, await issueCode(graceful, offline)));
    for (let use = 0; use <= 10; use += 1) expect((await refresh(graceful, refresh_token)).status).toBe(200);
    expect(bodyOf(await refresh(graceful, refresh_token)).error).toBe('invalid_grant');
    await graceful.close();
  });

  it('returns the same token when the client does not rotate', async () => {
    const still = await createTestProvider({
      ...fixtures,
      clients: [{ ...fixtures.clients[0], refresh_token_rotation: false }],
    });
    const { refresh_token } = bodyOf(await redeem(still, await issueCode(still, offline)));
    expect(bodyOf(await refresh(still, refresh_token)).refresh_token).toBe(refresh_token);
    still.advance(16 * 86_400);
    expect(bodyOf(await refresh(still, refresh_token)).error).toBe('invalid_grant');
    await still.close();
  });

  it('stays valid after a sign-out, without the session (design: grant model)', async () => {
    const issued = await issueCode(provider, offline);
    const tokens = bodyOf(await redeem(provider, issued));
    const withoutOffline = bodyOf(await redeem(provider, await issueCode(provider, {}, issued.person)));
    await signOut(issued.person);
    expect((await userinfo(provider, tokens.access_token)).status).toBe(401);
    expect((await userinfo(provider, withoutOffline.access_token)).status).toBe(401);
    const next = bodyOf(await refresh(provider, tokens.refresh_token));
    expect((await verify(next.access_token, { audience: 'orders' })).payload).not.toHaveProperty('sid');
    expect((await userinfo(provider, next.access_token)).status).toBe(200);
  });

  async function signOut(person: Awaited<ReturnType<typeof issueCode>>['person']) {
    const { readLogoutPage } = await import('#lib/login/logout/read');
    const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    const { form } = await readLogoutPage(provider.context(), { cookieHeader });
    expect((await person.submit('logout', { csrf: form.csrf, decision: 'sign_out' })).status).toBe(303);
  }
});

describe('reference access tokens', () => {
  it('are opaque, stored as a hash, and work at UserInfo until their grant ends', async () => {
    const reference = await createTestProvider({
      ...fixtures,
      clients: [{ ...fixtures.clients[0], access_token_format: 'reference' }],
    });
    const issued = await issueCode(reference);
    const { access_token } = bodyOf(await redeem(reference, issued));
    expect(access_token).toMatch(/^[\w-]{43}$/);
    expect(await reference.context().db.accessToken.findUnique({ where: { hash: String(access_token) } })).toBeNull();
    expect((await userinfo(reference, access_token)).status).toBe(200);
    for (const altered of [String(access_token).slice(0, -1), `${access_token}x`, String(access_token).toLowerCase()]) {
      expect((await userinfo(reference, altered)).status).toBe(401);
    }
    await redeem(reference, issued);
    expect((await userinfo(reference, access_token)).status).toBe(401);
    await reference.close();
  });
});

it('names the key of every token (security #139)', async () => {
  const { kid } = decodeProtectedHeader(String(bodyOf(await machine()).access_token));
  const keys = JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body).keys;
  expect(keys.map((key: { kid: string }) => key.kid)).toContain(kid);
  for (const key of keys)
    for (const member of ['d', 'p', 'q', 'k', 'dp', 'dq', 'qi']) expect(key).not.toHaveProperty(member);
});
