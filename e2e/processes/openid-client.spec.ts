import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import { expect, test } from 'playwright/test';
import { type HttpBrowser, locationOf } from '#lib/testing/http-browser';
import { testSecret } from '#lib/testing/running-server';
import {
  allScopes,
  type InteropServer,
  openSignedInBrowser,
  redirectUri,
  secrets,
  startInteropServer,
} from './interop-server';

const run = promisify(execFile);

test.describe('openid-client', () => {
  let folder: string;
  let server: InteropServer;
  let browser: HttpBrowser;

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signet-openid-client-'));
    server = await startInteropServer(folder);
    browser = await openSignedInBrowser(server);
  });
  test.afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A client of its own, which also checks the signature of ID tokens that came over TLS. */
  const discover = (authentication: client.ClientAuth, ...more: ((config: client.Configuration) => void)[]) =>
    client.discovery(new URL(server.issuer), 'web', undefined, authentication, {
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks, ...more],
    });

  /** Sends an authorization request with everything that protects it. @returns the answer's address and the checks */
  const authorize = async (config: client.Configuration, parameters: Record<string, string> = {}) => {
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const checks = { pkceCodeVerifier, expectedState: client.randomState(), expectedNonce: client.randomNonce() };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: allScopes,
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      ...parameters,
    });
    return { answer: new URL(locationOf(await browser.get(url.href))), checks };
  };

  const signIn = async (config: client.Configuration) => {
    const { answer, checks } = await authorize(config);
    return client.authorizationCodeGrant(config, answer, { ...checks, idTokenExpected: true });
  };

  for (const [name, authentication] of [
    ['client_secret_basic', client.ClientSecretBasic(secrets.web)],
    ['client_secret_post', client.ClientSecretPost(secrets.web)],
  ] as const) {
    test(`code, UserInfo and refresh with ${name} (OpenID Connect Core §3.1, §12)`, async () => {
      const config = await discover(authentication);
      const tokens = await signIn(config);
      const subject = tokens.claims()?.sub ?? '';
      expect(await client.fetchUserInfo(config, tokens.access_token, subject)).toMatchObject({ name: 'Alice Smith' });
      const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
      expect(refreshed.claims()?.sub).toBe(subject);
      expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    });
  }

  test('the ID token of the implicit flow arrives in the fragment (OpenID Connect Core §3.2)', async () => {
    const config = await discover(client.None(), client.useIdTokenResponseType);
    const { answer, checks } = await authorize(config, { scope: 'openid profile' });
    const { expectedNonce, expectedState } = checks;
    const claims = await client.implicitAuthentication(config, answer, expectedNonce, { expectedState });
    expect(claims).toMatchObject({ iss: server.issuer, aud: 'web', nonce: expectedNonce });
  });

  test('the hybrid flow binds the code to the ID token (OpenID Connect Core §3.3)', async () => {
    const config = await discover(client.ClientSecretBasic(secrets.web), client.useCodeIdTokenResponseType);
    const { answer, checks } = await authorize(config);
    const tokens = await client.authorizationCodeGrant(config, answer, checks);
    expect(tokens.claims()?.nonce).toBe(checks.expectedNonce);
  });

  test('a rotation of the keys interrupts nobody (OpenID Connect Core §10.1.1)', async () => {
    const config = await discover(client.ClientSecretPost(secrets.web));
    const before = await signIn(config);
    const env = {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production' as const,
      SIGNET_ISSUER: server.issuer,
      SIGNET_SECRET: testSecret,
      DATABASE_URL: `file:${join(folder, 'signet.db')}`,
    };
    await run(process.execPath, ['dist/signet.js', 'keys', 'rotate'], { env });

    const announced = async () => {
      const answer = await fetch(`${server.issuer}/.well-known/openid-configuration/jwks`);
      const { keys }: { keys: { alg: string; kid: string }[] } = await answer.json();
      return keys;
    };
    await expect.poll(async () => (await announced()).filter(({ alg }) => alg === 'RS256').length).toBe(2);
    const { kid } = decodeProtectedHeader(before.id_token ?? '');
    expect((await announced()).map((key) => key.kid)).toContain(kid);

    const known = await discover(client.ClientSecretPost(secrets.web));
    expect((await signIn(known)).claims()?.sub, 'a client that sees the new keys').toBe(before.claims()?.sub);
    const after = await client.refreshTokenGrant(config, before.refresh_token ?? '');
    expect(after.claims()?.sub, 'a client that still has the old ones').toBe(before.claims()?.sub);
    await client.fetchUserInfo(config, before.access_token, before.claims()?.sub ?? '');
  });
});
