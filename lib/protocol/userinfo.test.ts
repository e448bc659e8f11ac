import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyOwnJwt } from '#lib/keys/verify-own-jwt';
import { fixtureClient, fixtures, issueCode, redeem, secrets, userinfo } from '#lib/testing/fixtures';
import { basic, bodyOf, createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';

let provider: TestProvider;
let tokens: Record<string, unknown>;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
  tokens = bodyOf(await redeem(provider, await issueCode(provider, { scope: 'openid profile email offline_access' })));
});
afterAll(() => provider.close());

const send = (request: Parameters<TestProvider['send']>[1]) => provider.send('/connect/userinfo', request);
const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('UserInfo gives the claims of the granted scopes (semantics §3)', () => {
  it('with typed values, sub equal to the ID token, and no store', async () => {
    const response = await userinfo(provider, tokens.access_token);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['cache-control']).toContain('no-store');
    expect(bodyOf(response)).toEqual({
      sub: expect.any(String),
      name: 'Alice Smith',
      given_name: 'Alice',
      family_name: 'Smith',
      preferred_username: 'alice',
      email: 'alice@example.com',
      email_verified: true,
    });
  });

  it('with only openid, just sub (security #51)', async () => {
    const narrow = bodyOf(await redeem(provider, await issueCode(provider, { scope: 'openid' })));
    expect(Object.keys(bodyOf(await userinfo(provider, narrow.access_token)))).toEqual(['sub']);
  });

  it('with role always as an array (interface §2)', async () => {
    await provider.configure({
      clients: [
        { ...fixtures.clients[0], client_id: 'roles', scope: 'openid roles', client_secrets: [{ value: secrets.web }] },
      ],
    });
    const issued = await issueCode(provider, { client_id: 'roles', scope: 'openid roles' });
    const { access_token } = bodyOf(await redeem(provider, issued, {}, basic('roles', secrets.web)));
    expect(bodyOf(await userinfo(provider, access_token)).role).toEqual(['buyer']);
  });

  it('accepts the token from a form POST and any spelling of the scheme (RFC 6750 §2)', async () => {
    const token = String(tokens.access_token);
    expect((await send({ body: `access_token=${token}`, headers: form })).status).toBe(200);
    expect((await send({ headers: { authorization: `bEARER ${token}` } })).status).toBe(200);
    expect((await send({ method: 'POST', headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  });
});

describe('UserInfo for a client with userinfo_signed_response_alg (OpenID Connect Core §5.3.2)', () => {
  const algs = ['RS256', 'ES384', 'Ed25519'] as const;
  const answers = new Map<string, string>();
  beforeAll(async () => {
    const signed = algs.map((alg) => ({ ...fixtures.clients[0], client_id: alg, userinfo_signed_response_alg: alg }));
    await provider.configure({ clients: signed });
    for (const alg of algs) {
      const code = await issueCode(provider, { client_id: alg, scope: 'openid profile' });
      const { access_token } = bodyOf(await redeem(provider, code, {}, basic(alg, secrets.web)));
      for (const accept of ['application/json', 'application/jwt']) {
        const response = await send({ headers: { authorization: `Bearer ${access_token}`, accept } });
        expect([response.status, response.headers['content-type']]).toEqual([200, 'application/jwt']);
        expect(response.headers['cache-control']).toContain('no-store');
        answers.set(alg, response.body);
      }
    }
  });

  it.each(algs)('is a JWT signed with %s: the claims, the issuer and the client, and no time', async (alg) => {
    const keys = createLocalJWKSet(JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body));
    const { payload, protectedHeader } = await jwtVerify(answers.get(alg) ?? '', keys, { issuer, audience: alg });
    expect(protectedHeader).toMatchObject({ alg, typ: 'JWT' });
    expect(payload).toEqual({
      iss: issuer,
      aud: alg,
      sub: expect.any(String),
      name: 'Alice Smith',
      given_name: 'Alice',
      family_name: 'Smith',
      preferred_username: 'alice',
    });
  });

  it('is announced, along with RS256', async () => {
    const discovery = bodyOf(await provider.send('/.well-known/openid-configuration'));
    expect(discovery.userinfo_signing_alg_values_supported).toEqual(expect.arrayContaining([...algs]));
  });

  it('is not accepted as access token or ID token', async () => {
    const answer = answers.get('RS256') ?? '';
    expect((await userinfo(provider, answer)).status).toBe(401);
    const { keys } = provider.context().snapshot;
    const now = provider.context().now;
    expect(verifyOwnJwt(keys, answer, { kind: 'id_token', issuer, now, ignoreExpiry: true })).toBeNull();
  });
});

describe('UserInfo refuses (semantics §3, RFC 6750 §3)', () => {
  it('a request without a token: a bare challenge', async () => {
    const response = await send({});
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toEqual([
      `Bearer realm="signet", resource_metadata="https://op.test/.well-known/oauth-protected-resource/connect/userinfo"`,
      expect.stringMatching(/^DPoP realm="signet", algs="ES256 .*, resource_metadata=/),
    ]);
    expect(response.body).toBe('');
  });

  it('a token in the query (security #49)', async () => {
    const response = await provider.send(`/connect/userinfo?access_token=${tokens.access_token}`);
    expect(response.status).toBe(401);
  });

  it('two methods at once with 400', async () => {
    const body = `access_token=${tokens.access_token}`;
    const response = await send({ body, headers: { ...form, authorization: `Bearer ${tokens.access_token}` } });
    expect(response.status).toBe(400);
  });

  it('anything but an access token of ours (security #50, #52)', async () => {
    const token = String(tokens.access_token);
    const [head = '', payload = '', signature = ''] = token.split('.');
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`;
    const hostile = [
      tokens.id_token,
      tokens.refresh_token,
      'x',
      '.',
      `${token}x`,
      token.slice(0, -1),
      none,
      `${head}.${Buffer.from('{"sub":"bob","scope":"openid"}').toString('base64url')}.${signature}`,
      'a.'.repeat(10_000),
    ];
    for (const value of hostile) {
      const response = await userinfo(provider, value);
      expect(response.status, String(value).slice(0, 40)).toBe(401);
      expect(String(response.headers['www-authenticate'])).toContain('error="invalid_token"');
      expect(String(response.headers['www-authenticate']), 'RFC 6750 §3').not.toContain('scope=');
    }
  });

  it('but accepts two spaces after the scheme (RFC 6750 §2.1)', async () => {
    expect((await send({ headers: { authorization: `Bearer  ${tokens.access_token}` } })).status).toBe(200);
  });

  it('a space in the token', async () => {
    expect((await send({ headers: { authorization: `Bearer x ${tokens.access_token}` } })).status).toBe(401);
  });

  it('a token of a client without a person: 403 insufficient_scope', async () => {
    const headers = { authorization: basic('m2m', secrets.m2m) };
    const { access_token } = bodyOf(
      await provider.post('/connect/token', { grant_type: 'client_credentials' }, headers),
    );
    const response = await userinfo(provider, access_token);
    expect(response.status).toBe(403);
    expect(String(response.headers['www-authenticate'])).toContain('error="insufficient_scope"');
    expect(String(response.headers['www-authenticate']), 'RFC 6750 §3.1').toContain('scope="openid"');
  });

  it('a token of a client that lost all of its scopes: 401', async () => {
    const own = await createTestProvider(fixtures);
    const headers = { authorization: basic('m2m', secrets.m2m) };
    const fields = { grant_type: 'client_credentials', scope: 'orders' };
    const { access_token } = bodyOf(await own.post('/connect/token', fields, headers));
    expect((await userinfo(own, access_token)).status).toBe(403);
    await own.configure({ clients: [{ ...fixtureClient('m2m'), scope: 'invoices' }] });
    expect((await userinfo(own, access_token)).status).toBe(401);
    await own.close();
  });

  it.each(['jwt', 'reference'])('a %s token past its hour: 401, which says so (RFC 6750 §3.1)', async (format) => {
    const own = await createTestProvider({
      ...fixtures,
      clients: [{ ...fixtureClient('web'), access_token_format: format }],
    });
    const old = bodyOf(await redeem(own, await issueCode(own)));
    own.advance(3599);
    expect((await userinfo(own, old.access_token)).status).toBe(200);
    own.advance(1);
    const { status, headers } = await userinfo(own, old.access_token);
    expect(status).toBe(401);
    const said = 'error="invalid_token", error_description="The access token expired';
    expect(String(headers['www-authenticate'])).toContain(said);
    const other = await userinfo(own, `${old.access_token}x`);
    expect(String(other.headers['www-authenticate'])).not.toContain('expired');
    await own.close();
  });

  it('a person who was disabled, and a client that was disabled, at once (security #104)', async () => {
    const own = await createTestProvider(fixtures);
    const { access_token } = bodyOf(await redeem(own, await issueCode(own)));
    const [alice] = fixtures.users;
    await own.configure({ clients: [{ ...fixtures.clients[0], enabled: false }] });
    expect((await userinfo(own, access_token)).status).toBe(401);
    await own.configure({ clients: [fixtures.clients[0]] });
    expect((await userinfo(own, access_token)).status).toBe(200);
    for (const user of [{ ...alice, enabled: false }, alice]) {
      await own.configure({ users: [user] });
      expect((await userinfo(own, access_token)).status, 'whoever was shut out signs in anew').toBe(401);
    }
    await own.close();
  });
});
