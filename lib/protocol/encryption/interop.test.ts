import { exportJWK, generateKeyPair } from 'jose';
import * as rp from 'openid-client';
import { expect, it } from 'vitest';
import { fetchFrom } from '#lib/testing/fetch-from';
import { fixtureClient, fixtures, secrets } from '#lib/testing/fixtures';
import { createPerson, locationOf, redirectUri } from '#lib/testing/person';
import { createTestProvider, issuer } from '#lib/testing/provider';
import type { ContentEncryption, EncryptionAlg } from '#lib/vocabulary/encryption-algs';

const apiSecret = 'api-secret-0123456789abcdef';

it.each<[EncryptionAlg, ContentEncryption]>([
  ['RSA-OAEP', 'A128GCM'],
  ['RSA-OAEP-256', 'A256GCM'],
  ['ECDH-ES', 'A128CBC-HS256'],
  ['ECDH-ES+A128KW', 'A256CBC-HS512'],
  ['ECDH-ES+A256KW', 'A256GCM'],
])(
  'openid-client decrypts response, ID token, UserInfo and introspection with %s and %s (JARM, RFC 9701)',
  async (alg, enc) => {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'enc-1', use: 'enc', alg }] };
    const encrypted = (name: string) => ({
      [`${name}_encrypted_response_alg`]: alg,
      [`${name}_encrypted_response_enc`]: enc,
    });
    const web = {
      ...fixtureClient('silent'),
      jwks,
      userinfo_signed_response_alg: 'ES256',
      ...encrypted('id_token'),
      ...encrypted('userinfo'),
      ...encrypted('authorization'),
    };
    const orders = { name: 'orders', type: 'resource', jwks, secrets: [{ value: apiSecret }] };
    const api = { ...orders, introspection_signed_response_alg: 'ES256', ...encrypted('introspection') };
    const provider = await createTestProvider({
      ...fixtures,
      scopes: [api, ...fixtures.scopes.slice(1)],
      clients: [web],
    });
    const skew = Math.round((provider.context().now.getTime() - Date.now()) / 1000);
    const discover = async (id: string, secret: string, metadata: object) => {
      const settings = { [rp.clockSkew]: skew, client_secret: secret, ...metadata };
      const options = { [rp.customFetch]: fetchFrom(provider) };
      const config = await rp.discovery(new URL(issuer), id, settings, rp.ClientSecretBasic(secret), options);
      rp.enableDecryptingResponses(config, [enc], { key: privateKey, alg, kid: 'enc-1' });
      return config;
    };

    const config = await discover('silent', secrets.web, { userinfo_signed_response_alg: 'ES256' });
    rp.useJwtResponseMode(config);
    const pkceCodeVerifier = rp.randomPKCECodeVerifier();
    const url = rp.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid profile orders',
      state: 's1',
      code_challenge: await rp.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const person = createPerson(provider);
    const callback = new URL(locationOf(await person.signIn(await person.get(url.href))));
    expect(callback.searchParams.get('response')?.split('.')).toHaveLength(5);
    const tokens = await rp.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState: 's1' });
    expect(tokens.id_token?.split('.')).toHaveLength(5);
    const sub = tokens.claims()?.sub ?? '';
    expect(await rp.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({ sub, name: 'Alice Smith' });

    const resource = await discover('orders', apiSecret, { introspection_signed_response_alg: 'ES256' });
    expect(await rp.tokenIntrospection(resource, tokens.access_token)).toMatchObject({
      active: true,
      sub,
      aud: 'orders',
    });
    await provider.close();
  },
);
