import { createHash } from 'node:crypto';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signingAlgs } from '#lib/keys/algorithms';
import { fixtures, issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { password } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';

const [web] = fixtures.clients;
/** All claims that the protocol sets itself, as claims of a person. A file cannot contain them, but a row might. */
const forged = {
  sub: 'root',
  iss: 'https://evil.test',
  aud: 'evil',
  exp: 9_999_999_999,
  nonce: 'forged',
  acr: 'gold',
  amr: ['hwk'],
  sid: 'forged',
  client_id: 'evil',
  scope: 'admin',
  grant_id: 'forged',
  auth_time: 1,
};

const configuration = {
  scopes: [
    ...fixtures.scopes,
    { name: 'everything', type: 'identity', claims: [...Object.keys(forged), 'name'] },
    { name: 'api', type: 'resource', claims: [...Object.keys(forged), 'name'] },
  ],
  clients: signingAlgs.map((alg) => ({
    ...web,
    client_id: alg,
    scope: 'openid everything api offline_access',
    id_token_signed_response_alg: alg,
    access_token_signing_alg: alg,
    always_include_user_claims_in_id_token: true,
  })),
  users: [{ username: 'alice', password }],
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(configuration);
  const claims = JSON.stringify({ ...forged, name: 'Alice' });
  await provider.context().db.user.updateMany({ data: { claims } });
});
afterAll(() => provider.close());

const scope = 'openid everything api offline_access';
const state = 'state-1';

async function verify(token: unknown, audience: string) {
  const keys = JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body);
  const options = { issuer, audience, currentDate: provider.context().now };
  return jwtVerify(String(token), createLocalJWKSet(keys), options);
}

/** OpenID Connect Core §3.1.3.6; RFC 8032 §5.1 for Ed25519. */
function leftHalf(alg: string, value: string): string {
  const size = alg.startsWith('Ed') ? '512' : alg.slice(2);
  const digest = createHash(`sha${size}`).update(value).digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

describe.each(signingAlgs)('tokens signed with %s (OpenID Connect Core §2, security #138)', (alg) => {
  const issue = async () => {
    const issued = await issueCode(provider, { client_id: alg, scope, state });
    return bodyOf(await redeem(provider, issued, {}, basic(alg, secrets.web)));
  };

  it('contain the protocol claims, regardless of the claims of the person', async () => {
    const tokens = await issue();
    const { payload, protectedHeader } = await verify(tokens.id_token, alg);
    const seconds = Math.floor(provider.context().now.getTime() / 1000);
    expect(protectedHeader).toEqual({ alg, kid: expect.any(String), typ: 'JWT' });
    expect(payload).toEqual({
      iss: issuer,
      sub: expect.stringMatching(/^[\w-]{22,}$/),
      aud: alg,
      nbf: seconds,
      iat: seconds,
      exp: seconds + 300,
      auth_time: seconds,
      nonce: 'n1',
      amr: ['pwd'],
      acr: 'urn:signet:acr:1',
      sid: expect.stringMatching(/^[\w-]{22}$/),
      at_hash: leftHalf(alg, String(tokens.access_token)),
      s_hash: leftHalf(alg, state),
      name: 'Alice',
    });
  });

  it('have the same person, session and grant as the access token, with its own type', async () => {
    const tokens = await issue();
    const id = (await verify(tokens.id_token, alg)).payload;
    const { payload, protectedHeader } = await verify(tokens.access_token, 'api');
    expect(protectedHeader).toEqual({ alg, kid: expect.any(String), typ: 'at+jwt' });
    expect(payload).toMatchObject({ sub: id.sub, sid: id.sid, client_id: alg, scope, aud: 'api', name: 'Alice' });
    expect(payload).not.toHaveProperty('nonce');
    expect(payload.jti).not.toBe((await verify((await issue()).access_token, 'api')).payload.jti);
    expect(bodyOf(await userinfo(provider, tokens.access_token))).toEqual({ sub: id.sub, name: 'Alice' });
  });

  it('contain the same after a refresh, without nonce and state', async () => {
    const tokens = await issue();
    const before = (await verify(tokens.id_token, alg)).payload;
    provider.advance(30);
    const next = bodyOf(await refresh(provider, tokens.refresh_token, {}, basic(alg, secrets.web)));
    const after = (await verify(next.id_token, alg)).payload;
    expect(after).toMatchObject({ sub: before.sub, sid: before.sid, auth_time: before.auth_time, aud: alg });
    expect(after).toMatchObject({ iat: Number(before.iat) + 30, at_hash: leftHalf(alg, String(next.access_token)) });
    expect(after).not.toHaveProperty('nonce');
    expect(after).not.toHaveProperty('s_hash');
  });
});

it('a client switches its algorithms while its tokens live (OpenID Connect Core §10.1)', async () => {
  const own = await createTestProvider(configuration);
  const issue = async () => {
    const issued = await issueCode(own, { client_id: 'RS256', scope });
    return bodyOf(await redeem(own, issued, {}, basic('RS256', secrets.web)));
  };
  const before = await issue();
  const clients = configuration.clients.map((client) =>
    client.client_id === 'RS256'
      ? { ...client, id_token_signed_response_alg: 'ES512', access_token_signing_alg: 'Ed25519' }
      : client,
  );
  await own.configure({ ...configuration, clients });
  const after = await issue();
  const algOf = (token: unknown) => decodeProtectedHeader(String(token)).alg;
  expect([before.id_token, before.access_token, after.id_token, after.access_token].map(algOf)).toEqual([
    'RS256',
    'RS256',
    'ES512',
    'Ed25519',
  ]);
  for (const { access_token } of [before, after]) expect((await userinfo(own, access_token)).status).toBe(200);
  const renewed = bodyOf(await refresh(own, before.refresh_token, {}, basic('RS256', secrets.web)));
  expect(algOf(renewed.access_token)).toBe('Ed25519');
  const hint = await own.send(`/connect/endsession?id_token_hint=${before.id_token}`);
  expect(hint.status, 'the former ID token still is a hint').toBe(303);
  await own.close();
});
