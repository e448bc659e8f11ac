import { createPublicKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import * as oauth from 'oauth4webapi';
import * as rp from 'openid-client';
import { expect, test } from 'playwright/test';
import { commonName, createCertificate, type TestCertificate } from '#lib/testing/certificates';
import { createHttpBrowser, signInByForm } from '#lib/testing/http-browser';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { processPerson } from './configuration';

const secret = 'm2m-secret-0123456789abcdef';
const redirectUri = 'https://rp.test/cb';
const scope = 'openid profile offline_access orders';

const authority = createCertificate({ subject: [[[commonName, 'authority']]], isAuthority: true });
const client = createCertificate({ subject: [[[commonName, 'bank']]], issuer: authority });
const other = createCertificate();
const bound = { scope: 'orders', tls_client_certificate_bound_access_tokens: true };
const machine = { ...bound, grant_types: ['client_credentials'] };
const configuration = {
  scopes: [{ name: 'orders', type: 'resource' }],
  clients: [
    { ...machine, client_id: 'm2m', client_secrets: [{ value: secret }] },
    {
      ...machine,
      client_id: 'bank',
      token_endpoint_auth_method: 'tls_client_auth',
      tls_client_auth_subject_dn: 'CN=bank',
    },
    {
      ...bound,
      client_id: 'web',
      scope,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      require_consent: false,
      token_endpoint_auth_method: 'self_signed_tls_client_auth',
      jwks: { keys: [publishedKey(client)] },
    },
  ],
  users: [processPerson],
};

/** The key of a certificate, as a client registers it (RFC 8705 §2.2.2). */
function publishedKey({ privateKey, der }: TestCertificate) {
  return { ...createPublicKey(privateKey).export({ format: 'jwk' }), x5c: [der.toString('base64')] };
}

type Sent = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: { toString(): string } | null | undefined;
};

/** `fetch` for a client that presents a certificate if the server asks for one. */
function fetchWith(certificate: TestCertificate | null) {
  const identity = certificate === null ? {} : { cert: certificate.pem, key: certificate.privateKeyPem };
  return (address: string, { method, headers, body }: Sent): Promise<Response> => {
    const { protocol, host, port, pathname, search } = new URL(address);
    const text = body?.toString();
    if (protocol === 'http:') return fetch(address, { method, headers, ...(text !== undefined && { body: text }) });
    const to = { host: '127.0.0.1', port, path: pathname + search, headers: { ...headers, host } };
    return new Promise((resolve, reject) => {
      // The certificate of the server does not matter here.
      const sent = request(
        { method, ...to, ...identity, rejectUnauthorized: false, agent: false },
        async (response) => {
          let answer = '';
          for await (const chunk of response) answer += chunk;
          const { statusCode: status = 0, headersDistinct } = response;
          const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          );
          resolve(new Response(answer, { status, headers: pairs }));
        },
      );
      sent.on('error', reject).end(text);
    });
  };
}

let folder: string;
let server: RunningServer;
let origin: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signet-mtls-'));
  const own = createCertificate();
  const files = { cert: join(folder, 'tls.pem'), key: join(folder, 'tls.key'), ca: join(folder, 'ca.pem') };
  await Promise.all([
    writeFile(files.cert, own.pem),
    writeFile(files.key, own.privateKeyPem),
    writeFile(files.ca, authority.pem),
  ]);
  const port = await freePort();
  origin = `https://localhost:${port}`;
  server = await startServer({
    configuration,
    env: {
      SIGNET_MTLS_ORIGIN: origin,
      SIGNET_MTLS_PORT: String(port),
      SIGNET_MTLS_CERT_FILE: files.cert,
      SIGNET_MTLS_KEY_FILE: files.key,
      SIGNET_MTLS_CA_FILE: files.ca,
    },
  });
});
test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The confirmation in a token. */
const confirmationOf = (token: string) => decodeJwt(token).cnf;
const confirmation = { 'x5t#S256': client.thumbprint };

test('a token is bound to the certificate of its TLS connection (RFC 8705 §3)', async () => {
  const ask = (certificate: TestCertificate | null, path = '/connect/token') =>
    fetchWith(certificate)(origin + path, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`m2m:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'orders' }),
    });
  const answer = await ask(client);
  expect(answer.status).toBe(200);
  expect(confirmationOf((await answer.json()).access_token)).toEqual(confirmation);
  const without = await ask(null);
  expect([without.status, (await without.json()).error]).toEqual([400, 'invalid_request']);
  expect((await ask(client, '/login')).status, 'pages never live there').toBe(404);
});

test('openid-client signs a person in with a self-signed certificate and bound tokens (RFC 8705 §2.2)', async () => {
  const discover = (certificate: TestCertificate) =>
    rp.discovery(new URL(server.issuer), 'web', { use_mtls_endpoint_aliases: true }, rp.TlsClientAuth(), {
      [rp.customFetch]: fetchWith(certificate),
      execute: [rp.allowInsecureRequests],
    });
  const config = await discover(client);
  const pkceCodeVerifier = rp.randomPKCECodeVerifier();
  const url = await rp.buildAuthorizationUrlWithPAR(config, {
    redirect_uri: redirectUri,
    scope,
    code_challenge: await rp.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const callback = new URL(await signInByForm(createHttpBrowser(server.issuer), url.href, processPerson));
  const tokens = await rp.authorizationCodeGrant(config, callback, { pkceCodeVerifier });
  expect(confirmationOf(tokens.access_token)).toEqual(confirmation);
  const sub = tokens.claims()?.sub ?? '';
  expect(await rp.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({ sub });
  const thief = await discover(other);
  await expect(rp.fetchUserInfo(thief, tokens.access_token, sub)).rejects.toMatchObject({ status: 401 });
  await expect(rp.refreshTokenGrant(thief, tokens.refresh_token ?? '')).rejects.toMatchObject({ status: 401 });
  const refreshed = await rp.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(confirmationOf(refreshed.access_token)).toEqual(confirmation);
});

test('oauth4webapi gets a bound token with the certificate of an authority (RFC 8705 §2.1)', async () => {
  const options = (certificate: TestCertificate) => ({
    [oauth.customFetch]: fetchWith(certificate),
    [oauth.allowInsecureRequests]: true as const,
  });
  const issuer = new URL(server.issuer);
  const discovered = await oauth.discoveryRequest(issuer, { ...options(client), algorithm: 'oidc' });
  const as = await oauth.processDiscoveryResponse(issuer, discovered);
  const bank = { client_id: 'bank', use_mtls_endpoint_aliases: true };
  const ask = (certificate: TestCertificate) =>
    oauth.clientCredentialsGrantRequest(as, bank, oauth.TlsClientAuth(), { scope: 'orders' }, options(certificate));
  const tokens = await oauth.processClientCredentialsResponse(as, bank, await ask(client));
  expect(confirmationOf(tokens.access_token)).toEqual(confirmation);
  const refused = await ask(createCertificate({ subject: [[[commonName, 'bank']]] }));
  expect([refused.status, (await refused.json()).error], 'nobody that we know issued it').toEqual([
    401,
    'invalid_client',
  ]);
});
