import { decodeJwt, exportJWK, generateKeyPair } from 'jose';
import * as rp from 'openid-client';
import { expect, it } from 'vitest';
import { fetchFrom } from '#lib/testing/fetch-from';
import { fixtures } from '#lib/testing/fixtures';
import { createPerson, locationOf, redirectUri } from '#lib/testing/person';
import { createTestProvider, issuer } from '#lib/testing/provider';

const orders = 'https://orders.test/api';

it.each(['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'])(
  'openid-client pushes its request, authenticates with its %s key and asks for a resource (RFC 9126, 7523, 8707)',
  async (alg) => {
    const { publicKey, privateKey } = await generateKeyPair(alg);
    const [web] = fixtures.clients;
    const provider = await createTestProvider({
      ...fixtures,
      scopes: [...fixtures.scopes, { name: 'orders', type: 'resource', resource: orders }].slice(1),
      clients: [
        {
          ...web,
          client_secrets: [],
          token_endpoint_auth_method: 'private_key_jwt',
          jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1' }] },
          require_pushed_authorization_requests: true,
          require_consent: false,
        },
      ],
    });
    const skew = Math.round((provider.context().now.getTime() - Date.now()) / 1000);
    const authentication = rp.PrivateKeyJwt({ key: privateKey, kid: 'k1' });
    const config = await rp.discovery(new URL(issuer), 'web', { [rp.clockSkew]: skew }, authentication, {
      [rp.customFetch]: fetchFrom(provider),
    });
    const pkceCodeVerifier = rp.randomPKCECodeVerifier();
    const url = await rp.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: redirectUri,
      scope: 'openid orders offline_access',
      resource: orders,
      state: 's1',
      code_challenge: await rp.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri']);
    const person = createPerson(provider);
    const callback = await person.signIn(await person.get(url.href));
    const checks = { pkceCodeVerifier, expectedState: 's1' };
    const tokens = await rp.authorizationCodeGrant(config, new URL(locationOf(callback)), checks, { resource: orders });
    expect(decodeJwt(tokens.access_token).aud).toBe('orders');
    const refreshed = await rp.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: orders });
    expect(decodeJwt(refreshed.access_token)).toMatchObject({ aud: 'orders', sub: tokens.claims()?.sub });
    await provider.close();
  },
);

it.each(['ES256', 'PS256', 'Ed25519'])(
  'openid-client signs its pushed request, and verifies the signed response, with DPoP and %s (RFC 9101, 9126, 9449, JARM)',
  async (alg) => {
    const { publicKey, privateKey } = await generateKeyPair(alg);
    const [web] = fixtures.clients;
    const provider = await createTestProvider({
      ...fixtures,
      clients: [
        {
          ...web,
          client_secrets: [],
          token_endpoint_auth_method: 'private_key_jwt',
          jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1' }] },
          require_pushed_authorization_requests: true,
          require_signed_request_object: true,
          dpop_bound_access_tokens: true,
          response_modes: ['jwt'],
          authorization_signed_response_alg: alg,
          require_consent: false,
        },
      ],
    });
    const skew = Math.round((provider.context().now.getTime() - Date.now()) / 1000);
    const metadata = { [rp.clockSkew]: skew, authorization_signed_response_alg: alg };
    const key = { key: privateKey, kid: 'k1' };
    const config = await rp.discovery(new URL(issuer), 'web', metadata, rp.PrivateKeyJwt(key), {
      [rp.customFetch]: fetchFrom(provider),
    });
    rp.useJwtResponseMode(config);
    const DPoP = rp.getDPoPHandle(config, await rp.randomDPoPKeyPair(alg));
    const pkceCodeVerifier = rp.randomPKCECodeVerifier();
    const parameters = {
      redirect_uri: redirectUri,
      scope: 'openid profile',
      state: 's1',
      code_challenge: await rp.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    };
    const signed = await rp.buildAuthorizationUrlWithJAR(config, parameters, key);
    const url = await rp.buildAuthorizationUrlWithPAR(config, signed.searchParams, { DPoP });
    const person = createPerson(provider);
    const callback = new URL(locationOf(await person.signIn(await person.get(url.href))));
    expect([...callback.searchParams.keys()]).toEqual(['response']);
    const checks = { pkceCodeVerifier, expectedState: 's1' };
    const tokens = await rp.authorizationCodeGrant(config, callback, checks, {}, { DPoP });
    expect(decodeJwt(tokens.access_token).cnf).toEqual({ jkt: await DPoP.calculateThumbprint() });
    await provider.close();
  },
);
