import { decodeJwt } from 'jose';
import * as oauth from 'oauth4webapi';
import * as rp from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchFrom } from '#lib/testing/fetch-from';
import { fixtureClient, fixtures, secrets } from '#lib/testing/fixtures';
import { createPerson, locationOf, redirectUri } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';

const bound = { dpop_bound_access_tokens: true, require_consent: false };
const spa = { ...fixtureClient('spa'), ...bound, redirect_uris: [redirectUri] };

let provider: TestProvider;
beforeAll(async () => {
  const web = { ...fixtureClient('web'), ...bound };
  const clients = [web, { ...web, client_id: 'nonce', dpop_require_nonce: true }, spa];
  provider = await createTestProvider({ ...fixtures, clients });
});
afterAll(() => provider.close());

/** The difference between the provider's clock and ours, in seconds. */
const skew = () => Math.round((provider.context().now.getTime() - Date.now()) / 1000);

const scope = 'openid profile offline_access';

/** Signs a person in. Returns the address with which the browser goes back to the client. */
async function signIn(url: URL): Promise<URL> {
  const person = createPerson(provider);
  return new URL(locationOf(await person.signIn(await person.get(url.href))));
}

describe('openid-client', () => {
  it.each([
    ['web', 'ES256'],
    ['nonce', 'ES256'],
    ['nonce', 'Ed25519'],
    ['web', 'PS256'],
  ])('as %s pushes its request, redeems, refreshes and asks UserInfo with %s (RFC 9449)', async (clientId, alg) => {
    const authentication = rp.ClientSecretBasic(secrets.web);
    const config = await rp.discovery(new URL(issuer), clientId, { [rp.clockSkew]: skew() }, authentication, {
      [rp.customFetch]: fetchFrom(provider),
    });
    const DPoP = rp.getDPoPHandle(config, await rp.randomDPoPKeyPair(alg));
    const jkt = await DPoP.calculateThumbprint();
    const pkceCodeVerifier = rp.randomPKCECodeVerifier();
    const parameters = {
      redirect_uri: redirectUri,
      scope,
      code_challenge: await rp.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    };
    const callback = await signIn(await rp.buildAuthorizationUrlWithPAR(config, parameters, { DPoP }));
    const tokens = await rp.authorizationCodeGrant(config, callback, { pkceCodeVerifier }, {}, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    expect(decodeJwt(tokens.access_token).cnf).toEqual({ jkt });
    const sub = tokens.claims()?.sub ?? '';
    expect(await rp.fetchUserInfo(config, tokens.access_token, sub, { DPoP })).toMatchObject({ name: 'Alice Smith' });
    const renewed = await rp.refreshTokenGrant(config, tokens.refresh_token ?? '', {}, { DPoP });
    expect(decodeJwt(renewed.access_token).cnf).toEqual({ jkt });
    const later = await rp.fetchUserInfo(config, renewed.access_token, sub, { DPoP });
    expect(later.sub).toBe(sub);
  });
});

describe('oauth4webapi', () => {
  it('as a public client with dpop_jkt redeems, refreshes and asks UserInfo (RFC 9449 §10)', async () => {
    const options = { [oauth.customFetch]: fetchFrom(provider) };
    const found = await oauth.discoveryRequest(new URL(issuer), options);
    const as = await oauth.processDiscoveryResponse(new URL(issuer), found);
    expect(as.dpop_signing_alg_values_supported).toContain('ES256');
    const client: oauth.Client = { client_id: 'spa', [oauth.clockSkew]: skew() };
    const DPoP = oauth.DPoP(client, await oauth.generateKeyPair('ES256'));
    const jkt = await DPoP.calculateThumbprint();
    const verifier = oauth.generateRandomCodeVerifier();
    const url = new URL(as.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      client_id: 'spa',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope,
      dpop_jkt: jkt,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const answer = oauth.validateAuthResponse(as, client, await signIn(url));
    const none = oauth.None();
    const proven = { ...options, DPoP };
    const redeemed = await oauth.authorizationCodeGrantRequest(as, client, none, answer, redirectUri, verifier, proven);
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, redeemed);
    expect(decodeJwt(tokens.access_token).cnf).toEqual({ jkt });
    const shown = await oauth.userInfoRequest(as, client, tokens.access_token, proven);
    const claims = await oauth.processUserInfoResponse(as, client, oauth.skipSubjectCheck, shown);
    expect(claims.name).toBe('Alice Smith');
    const used = await oauth.refreshTokenGrantRequest(as, client, none, tokens.refresh_token ?? '', proven);
    const renewed = await oauth.processRefreshTokenResponse(as, client, used);
    expect(decodeJwt(renewed.access_token).cnf).toEqual({ jkt });

    const thief = { ...options, DPoP: oauth.DPoP(client, await oauth.generateKeyPair('ES256')) };
    const stolen = await oauth.userInfoRequest(as, client, renewed.access_token, thief);
    expect(stolen.status).toBe(401);
    const taken = await oauth.refreshTokenGrantRequest(as, client, none, renewed.refresh_token ?? '', thief);
    await expect(oauth.processRefreshTokenResponse(as, client, taken)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('asks again with the nonce of the answer when its clock is an hour behind (RFC 9449 §8)', async () => {
    const options = { [oauth.customFetch]: fetchFrom(provider) };
    const as = await oauth.processDiscoveryResponse(
      new URL(issuer),
      await oauth.discoveryRequest(new URL(issuer), options),
    );
    const client: oauth.Client = { client_id: 'web', [oauth.clockSkew]: skew() - 3600 };
    const DPoP = oauth.DPoP(client, await oauth.generateKeyPair('ES256'));
    const secret = oauth.ClientSecretBasic(secrets.web);
    const ask = async () => {
      const response = await oauth.refreshTokenGrantRequest(as, client, secret, 'unknown', { ...options, DPoP });
      return oauth.processRefreshTokenResponse(as, client, response).catch((error: unknown) => error);
    };
    expect(oauth.isDPoPNonceError(await ask())).toBe(true);
    expect(await ask()).toMatchObject({ error: 'invalid_grant' });
  });
});
