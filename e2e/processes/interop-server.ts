import { exportJWK } from 'jose';
import { generateKeyPair } from 'oauth4webapi';
import { codeRequest, createHttpBrowser, type HttpBrowser, signInByForm } from '#lib/testing/http-browser';
import { type RunningServer, startServer } from '#lib/testing/running-server';

export const redirectUri = 'https://rp.test/cb';
export const signedOutUri = 'https://rp.test/bye';
export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
export const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
export const secrets = { web: 'web-secret-of-the-interop-tests', orders: 'orders-secret-of-the-interop-tests' };
export const person = { username: 'alice', password: 'correct horse battery staple' };
export const configuredPerson = { ...person, claims: { name: 'Alice Smith' }, groups: ['staff'] };
export const allScopes = 'openid profile offline_access orders';

export type InteropServer = RunningServer & { readonly clientKey: CryptoKey };

/**
 * A server with the clients that the libraries need: `web` with a secret, `strict` and `machine` with a key, `tv`
 * without either, and the API `orders`, which calls the API `invoices`.
 */
export async function startInteropServer(folder?: string): Promise<InteropServer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'machine-key', alg: 'ES256', use: 'sig' };
  const server = await startServer({ configuration: configuration(jwk), ...(folder === undefined ? {} : { folder }) });
  return { ...server, clientKey: privateKey };
}

/** A browser in which the person is signed in, so that authorization requests are answered immediately. */
export async function openSignedInBrowser({ issuer }: RunningServer): Promise<HttpBrowser> {
  const browser = createHttpBrowser(issuer);
  const request = codeRequest(issuer, { client_id: 'web', redirect_uri: redirectUri, scope: 'openid' });
  await signInByForm(browser, request.url, person);
  return browser;
}

function configuration(machineKey: object): object {
  const flows = {
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token', 'implicit'],
    response_types: ['code', 'id_token', 'id_token token', 'code id_token'],
    scope: allScopes,
    require_consent: false,
    refresh_token_rotation: true,
  };
  const byKey = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [machineKey] } };
  return {
    scopes: ['orders', 'invoices'].map((name) => ({ name, type: 'resource', secrets: [{ value: secrets.orders }] })),
    groups: [{ name: 'staff' }],
    clients: [
      {
        ...flows,
        client_id: 'web',
        access: 'assigned',
        access_groups: ['staff'],
        client_secrets: [{ value: secrets.web }],
        post_logout_redirect_uris: [signedOutUri],
      },
      { ...flows, ...byKey, client_id: 'strict', require_pushed_authorization_requests: true },
      { ...byKey, client_id: 'machine', grant_types: ['client_credentials'], scope: 'orders' },
      {
        client_id: 'tv',
        token_endpoint_auth_method: 'none',
        grant_types: [deviceGrant, 'refresh_token'],
        scope: 'openid profile offline_access',
      },
      {
        client_id: 'orders',
        client_secrets: [{ value: secrets.orders }],
        grant_types: [exchangeGrant],
        scope: 'invoices',
        token_exchange: { subjects: ['web'], delegation: true },
      },
    ],
    users: [configuredPerson],
  };
}
