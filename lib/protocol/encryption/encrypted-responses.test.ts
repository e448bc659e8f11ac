import { createServer } from 'node:http';
import { compactDecrypt, createLocalJWKSet, decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvedDevice, deviceClient, pollDevice } from '#lib/testing/device';
import { fixtures, issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';

const alg = 'ECDH-ES+A128KW';
const enc = 'A256GCM';
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const encrypted = {
  id_token_encrypted_response_alg: alg,
  id_token_encrypted_response_enc: enc,
  userinfo_signed_response_alg: 'ES256',
  userinfo_encrypted_response_alg: alg,
  authorization_encrypted_response_alg: alg,
};

let provider: TestProvider;
let person: Person;
let site: Awaited<ReturnType<typeof publish>>;
let keys: Awaited<ReturnType<typeof makeKeys>>;
beforeAll(async () => {
  keys = await makeKeys();
  site = await publish();
  const client = {
    client_secrets: [{ value: secrets.web }],
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token', 'implicit'],
    response_types: ['code', 'code id_token'],
    scope: 'openid profile offline_access orders',
    require_consent: false,
    require_pkce: false,
    refresh_token_rotation: true,
    ...encrypted,
  };
  const clients = [
    { ...client, client_id: 'inline', jwks: { keys: [keys.publicJwk] } },
    { ...client, client_id: 'published', jwks_uri: site.uri },
    {
      ...{ client_id: 'orders', client_secrets: client.client_secrets, scope: 'openid profile' },
      ...{ userinfo_signed_response_alg: 'ES256', userinfo_encrypted_response_alg: alg },
      grant_types: [exchangeGrant],
      token_exchange: { subjects: ['inline'], delegation: false },
      jwks: { keys: [{ ...keys.publicJwk, kid: 'enc-orders' }] },
    },
    { ...deviceClient, jwks_uri: site.uri, id_token_encrypted_response_alg: alg },
  ];
  provider = await createTestProvider({ ...fixtures, clients }, { SIGNET_OUTBOUND_ALLOW: '127.0.0.1' });
  person = createPerson(provider);
  await person.signIn(await person.get(authorizeRequest({ client_id: 'inline' }).path));
});
afterAll(async () => {
  site.close();
  await provider.close();
});

async function makeKeys() {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid: 'enc-1', use: 'enc' };
  return { publicJwk, privateKey };
}

/** Publishes the keys in `published.keys`. */
async function publish() {
  const published = { keys: [] as object[] };
  const server = createServer((_, response) => response.end(JSON.stringify(published)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { published, uri: `http://127.0.0.1:${port}/jwks`, close: () => server.close() };
}

/** Decrypts the signed JWT in a JWE. */
async function decrypt(jwe: unknown): Promise<string> {
  const { plaintext } = await compactDecrypt(String(jwe), keys.privateKey);
  return Buffer.from(plaintext).toString();
}

async function verify(jwt: string, audience = 'inline') {
  const set = createLocalJWKSet(JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body));
  return (await jwtVerify(jwt, set, { issuer, audience, currentDate: provider.context().now })).payload;
}

const issue = async (clientId = 'inline', scope = 'openid profile offline_access') =>
  issueCode(provider, { client_id: clientId, scope }, person);
const exchange = (code: Awaited<ReturnType<typeof issue>>, clientId = 'inline') =>
  redeem(provider, code, {}, basic(clientId, secrets.web));

describe('the answers to a client that registered encryption (OpenID Connect Core §10.2)', () => {
  it('an ID token, with a code and by a refresh', async () => {
    const tokens = bodyOf(await exchange(await issue()));
    const renewed = bodyOf(await refresh(provider, tokens.refresh_token, {}, basic('inline', secrets.web)));
    for (const { id_token: jwe } of [tokens, renewed]) {
      expect(decodeProtectedHeader(String(jwe))).toMatchObject({ alg, enc, cty: 'JWT', kid: 'enc-1' });
      expect(await verify(await decrypt(jwe))).toMatchObject({ sub: expect.any(String), aud: 'inline' });
    }
    expect(String(tokens.access_token).split('.')).toHaveLength(3);
  });

  it('an ID token from the authorization endpoint', async () => {
    const { path } = authorizeRequest({ client_id: 'inline', response_type: 'code id_token' });
    const answer = new URLSearchParams(new URL(locationOf(await person.get(path))).hash.slice(1));
    expect(await verify(await decrypt(answer.get('id_token')))).toMatchObject({ nonce: 'n1' });
  });

  it('UserInfo, as application/jwt', async () => {
    const { access_token: token } = bodyOf(await exchange(await issue()));
    const response = await userinfo(provider, token);
    expect([response.status, response.headers['content-type']]).toEqual([200, 'application/jwt']);
    expect(decodeProtectedHeader(response.body)).toMatchObject({ alg, enc: 'A128CBC-HS256', cty: 'JWT' });
    expect(await verify(await decrypt(response.body))).toMatchObject({ name: 'Alice Smith' });
  });

  it('UserInfo of an exchanged token, for the client that exchanged it (RFC 8693)', async () => {
    const { access_token } = bodyOf(await exchange(await issue('inline', 'openid profile orders')));
    const type = 'urn:ietf:params:oauth:token-type:access_token';
    const fields = { grant_type: exchangeGrant, subject_token: String(access_token), subject_token_type: type };
    const headers = { authorization: basic('orders', secrets.web) };
    const exchanged = bodyOf(await provider.post('/connect/token', fields, headers));
    const response = await userinfo(provider, exchanged.access_token);
    expect([response.status, response.headers['content-type']]).toEqual([200, 'application/jwt']);
    expect(decodeProtectedHeader(response.body).kid).toBe('enc-orders');
    expect(await verify(await decrypt(response.body), 'orders')).toMatchObject({ name: 'Alice Smith' });
  });

  it.each(['none', undefined])('an authorization response with prompt %s (JARM §2.2)', async (prompt) => {
    const fields = { client_id: 'inline', response_mode: 'jwt' };
    const { response } = answerOf(await person.get(authorizeRequest({ ...fields, prompt }).path));
    expect(await verify(await decrypt(response))).toMatchObject({ state: 's1', code: expect.any(String) });
    const stranger = await provider.send(authorizeRequest({ ...fields, prompt: 'none' }).path);
    expect(await verify(await decrypt(answerOf(stranger).response))).toMatchObject({ error: 'login_required' });
  });

  it('no ID token without openid, and no key is needed then', async () => {
    site.published.keys = [];
    const answer = bodyOf(await exchange(await issue('published', 'orders'), 'published'));
    expect(answer).toMatchObject({ scope: 'orders' });
    expect(answer).not.toHaveProperty('id_token');
  });
});

describe('a client without its key gets 503, and may try again (encryption_key_missing)', () => {
  it('with a code and a refresh token, which stay valid', async () => {
    site.published.keys = [{ ...keys.publicJwk, use: 'sig' }];
    const code = await issue('published');
    const refused = await exchange(code, 'published');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '30']);
    expect(bodyOf(refused).error).toBe('temporarily_unavailable');
    site.published.keys = [keys.publicJwk];
    expect((await exchange(code, 'published')).status, 'not asked for again within 30 seconds').toBe(503);
    provider.advance(31);
    const tokens = bodyOf(await exchange(code, 'published'));
    expect(await verify(await decrypt(tokens.id_token), 'published')).toMatchObject({ aud: 'published' });

    site.published.keys = [];
    provider.advance(601);
    const renew = () => refresh(provider, tokens.refresh_token, {}, basic('published', secrets.web));
    expect((await renew()).status).toBe(503);
    site.published.keys = [{ ...keys.publicJwk, kid: 'rotated' }];
    provider.advance(31);
    const renewed = bodyOf(await renew());
    expect(decodeProtectedHeader(String(renewed.id_token)).kid).toBe('rotated');

    site.published.keys = [];
    provider.advance(601);
    const answer = await userinfo(provider, renewed.access_token);
    expect([answer.status, bodyOf(answer).error]).toEqual([503, 'temporarily_unavailable']);
  });

  it('with a device code, which stays valid (decision 012)', async () => {
    site.published.keys = [];
    provider.advance(601);
    const { deviceCode } = await approvedDevice(provider);
    const refused = await pollDevice(provider, deviceCode);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '30']);
    site.published.keys = [keys.publicJwk];
    provider.advance(31);
    const tokens = bodyOf(await pollDevice(provider, deviceCode));
    expect(await verify(await decrypt(tokens.id_token), 'tv')).toMatchObject({ aud: 'tv' });
  });

  it('with a code, where encrypting with the key fails (decision 012)', async () => {
    const lowOrder = { kty: 'OKP', crv: 'X25519', x: Buffer.alloc(32).toString('base64url'), use: 'enc' };
    site.published.keys = [lowOrder];
    provider.advance(601);
    const code = await issue('published');
    expect((await exchange(code, 'published')).status).toBe(503);
    site.published.keys = [lowOrder, keys.publicJwk];
    provider.advance(31);
    const tokens = bodyOf(await exchange(code, 'published'));
    expect(await verify(await decrypt(tokens.id_token), 'published')).toMatchObject({ aud: 'published' });
  });

  it('in the signed mode at the authorization endpoint, and nothing is granted', async () => {
    site.published.keys = [];
    provider.advance(601);
    const { db } = provider.context();
    const before = await db.grant.count();
    for (const fields of [{}, { scope: 'openid unknown' }, { response_mode: 'form_post.jwt' }]) {
      const asked = authorizeRequest({ client_id: 'published', response_mode: 'jwt', ...fields });
      const response = await person.get(asked.path);
      const [, posted = ''] = /name="response" value="([^"]*)"/.exec(response.body) ?? [];
      const jwt = posted === '' ? String(answerOf(response).response) : posted;
      const payload = await verify(jwt, 'published');
      expect(payload).toMatchObject({ error: 'temporarily_unavailable', state: 's1' });
      expect(payload).not.toHaveProperty('code');
    }
    expect(await db.grant.count()).toBe(before);
  });

  it('and the record names the algorithm without a key', async () => {
    const response = await exchange(await issue('published'), 'published');
    expect(bodyOf(response).error_description).toContain('The recipient has no key for the registered encryption');
  });
});

describe('an id_token_hint has three parts', () => {
  it('and is accepted after decryption, and otherwise invalid_request', async () => {
    const { id_token: jwe } = bodyOf(await exchange(await issue()));
    const ask = (hint: string) =>
      person.get(authorizeRequest({ client_id: 'inline', prompt: 'none', id_token_hint: hint }).path);
    expect(answerOf(await ask(await decrypt(jwe)))).toHaveProperty('code');
    expect(answerOf(await ask(String(jwe))).error).toBe('invalid_request');
  });
});

describe('discovery', () => {
  it('announces the algorithms that clients use', async () => {
    const document = bodyOf(await provider.send('/.well-known/openid-configuration'));
    const algs = ['RSA-OAEP', 'RSA-OAEP-256', 'ECDH-ES', 'ECDH-ES+A128KW', 'ECDH-ES+A256KW'];
    for (const name of ['id_token', 'userinfo', 'authorization']) {
      expect(document[`${name}_encryption_alg_values_supported`]).toEqual(algs);
      expect(document[`${name}_encryption_enc_values_supported`]).toHaveLength(4);
    }
  });
});
