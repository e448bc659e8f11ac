import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as oauth from 'oauth4webapi';
import * as rp from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFapiClient, type FapiClient } from '#lib/testing/fapi';
import { fetchFrom } from '#lib/testing/fetch-from';
import { fixtures } from '#lib/testing/fixtures';
import { createPerson, locationOf, redirectUri } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';

const profiles = ['fapi2', 'fapi2_message_signing'] as const;
const algs = ['PS256', 'ES256', 'Ed25519'] as const;

let provider: TestProvider;
const clients = new Map<string, FapiClient>();
beforeAll(async () => {
  for (const profile of profiles) {
    for (const alg of algs)
      clients.set(`${profile} ${alg}`, await createFapiClient(`${profile}-${alg}`, profile, [alg]));
  }
  provider = await createTestProvider({ ...fixtures, clients: [...clients.values()].map(({ entry }) => entry) });
});
afterAll(() => provider.close());

function clientOf(profile: string, alg: string): FapiClient {
  return clients.get(`${profile} ${alg}`) ?? expect.fail('it is configured');
}

/** The difference between the provider's clock and ours, in seconds. */
const skew = () => Math.round((provider.context().now.getTime() - Date.now()) / 1000);

/** The profiles of the clients and their requests: plain and signed, with and without OpenID Connect. */
const flows = profiles.flatMap((profile) =>
  algs.flatMap((alg) =>
    ['openid profile offline_access', 'orders offline_access'].map((scope) => [profile, alg, scope] as const),
  ),
);

/** Signs a person in. Returns the address with which the browser goes back to the client. */
async function signIn(url: URL): Promise<URL> {
  const person = createPerson(provider);
  return new URL(locationOf(await person.signIn(await person.get(url.href))));
}

describe('openid-client with private_key_jwt and DPoP', () => {
  it.each(flows)('as a client of %s with %s gets, uses and refreshes tokens for %s', async (profile, alg, scope) => {
    const { clientId, privateKey } = clientOf(profile, alg);
    const isSigned = profile === 'fapi2_message_signing';
    const isOpenid = scope.includes('openid');
    const key = { key: privateKey, kid: alg };
    const metadata = {
      [rp.clockSkew]: skew(),
      id_token_signed_response_alg: 'PS256',
      authorization_signed_response_alg: 'PS256',
    };
    const config = await rp.discovery(new URL(issuer), clientId, metadata, rp.PrivateKeyJwt(key), {
      [rp.customFetch]: fetchFrom(provider),
    });
    const { useJwtResponseMode: expectSignedResponses } = rp;
    if (isSigned) expectSignedResponses(config);
    const DPoP = rp.getDPoPHandle(config, await rp.randomDPoPKeyPair(alg));
    const jkt = await DPoP.calculateThumbprint();
    const pkceCodeVerifier = rp.randomPKCECodeVerifier();
    const parameters = {
      redirect_uri: redirectUri,
      scope,
      state: 's1',
      code_challenge: await rp.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    };
    const asked = isSigned ? (await rp.buildAuthorizationUrlWithJAR(config, parameters, key)).searchParams : parameters;
    const callback = await signIn(await rp.buildAuthorizationUrlWithPAR(config, asked, { DPoP }));
    expect([...callback.searchParams.keys()].includes('response')).toBe(isSigned);
    const checks = { pkceCodeVerifier, expectedState: 's1', idTokenExpected: isOpenid };
    const tokens = await rp.authorizationCodeGrant(config, callback, checks, {}, { DPoP });
    expect(decodeJwt(tokens.access_token).cnf).toEqual({ jkt });
    if (isOpenid) {
      expect(decodeProtectedHeader(tokens.id_token ?? '').alg).toBe('PS256');
      const sub = tokens.claims()?.sub ?? '';
      expect(await rp.fetchUserInfo(config, tokens.access_token, sub, { DPoP })).toMatchObject({ name: 'Alice Smith' });
    }
    const renewed = await rp.refreshTokenGrant(config, tokens.refresh_token ?? '', {}, { DPoP });
    expect(decodeJwt(renewed.access_token).cnf).toEqual({ jkt });
    expect(renewed.refresh_token ?? tokens.refresh_token).toBe(tokens.refresh_token);
  });

  it.each(algs)('as a machine with %s gets a token of its own', async (alg) => {
    const { clientId, privateKey } = clientOf('fapi2', alg);
    const authentication = rp.PrivateKeyJwt({ key: privateKey, kid: alg });
    const config = await rp.discovery(new URL(issuer), clientId, { [rp.clockSkew]: skew() }, authentication, {
      [rp.customFetch]: fetchFrom(provider),
    });
    const DPoP = rp.getDPoPHandle(config, await rp.randomDPoPKeyPair(alg));
    const { token_type: type } = await rp.clientCredentialsGrant(config, { scope: 'orders' }, { DPoP });
    expect(type).toBe('dpop');
  });
});

describe('oauth4webapi with private_key_jwt and DPoP', () => {
  it.each(flows.filter(([, alg]) => alg === 'ES256'))(
    'as a client of %s with %s gets, uses and refreshes tokens for %s',
    async (profile, alg, scope) => {
      const { clientId, privateKey } = clientOf(profile, alg);
      const isSigned = profile === 'fapi2_message_signing';
      const isOpenid = scope.includes('openid');
      const options = { [oauth.customFetch]: fetchFrom(provider) };
      const found = await oauth.discoveryRequest(new URL(issuer), options);
      const as = await oauth.processDiscoveryResponse(new URL(issuer), found);
      const client: oauth.Client = {
        client_id: clientId,
        id_token_signed_response_alg: 'PS256',
        authorization_signed_response_alg: 'PS256',
        [oauth.clockSkew]: skew(),
      };
      const key = { key: privateKey, kid: alg };
      const authentication = oauth.PrivateKeyJwt(key);
      const DPoP = oauth.DPoP(client, await oauth.generateKeyPair(alg));
      const jkt = await DPoP.calculateThumbprint();
      const proven = { ...options, DPoP };
      const verifier = oauth.generateRandomCodeVerifier();
      const parameters = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope,
        state: 's1',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const asked = isSigned
        ? new URLSearchParams({ request: await oauth.issueRequestObject(as, client, parameters, key) })
        : parameters;
      const pushed = await oauth.pushedAuthorizationRequest(as, client, authentication, asked, proven);
      const { request_uri: uri } = await oauth.processPushedAuthorizationResponse(as, client, pushed);
      const url = new URL(as.authorization_endpoint ?? '');
      url.search = new URLSearchParams({ client_id: clientId, request_uri: uri }).toString();
      const callback = await signIn(url);
      const answer = isSigned
        ? await oauth.validateJwtAuthResponse(as, client, callback, 's1', options)
        : oauth.validateAuthResponse(as, client, callback, 's1');
      const redeemed = await oauth.authorizationCodeGrantRequest(
        as,
        client,
        authentication,
        answer,
        redirectUri,
        verifier,
        proven,
      );
      const tokens = await oauth.processAuthorizationCodeResponse(as, client, redeemed, { requireIdToken: isOpenid });
      expect(decodeJwt(tokens.access_token).cnf).toEqual({ jkt });
      if (isOpenid) {
        const shown = await oauth.userInfoRequest(as, client, tokens.access_token, proven);
        expect(await oauth.processUserInfoResponse(as, client, oauth.skipSubjectCheck, shown)).toMatchObject({
          name: 'Alice Smith',
        });
      }
      const { refresh_token: refreshToken = '' } = tokens;
      const used = await oauth.refreshTokenGrantRequest(as, client, authentication, refreshToken, proven);
      const renewed = await oauth.processRefreshTokenResponse(as, client, used);
      expect(decodeJwt(renewed.access_token).cnf).toEqual({ jkt });
    },
  );
});
