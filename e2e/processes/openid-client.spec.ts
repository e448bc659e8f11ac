import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import { expect, test } from 'playwright/test';
import { allowDeviceByForm, type HttpBrowser, locationOf } from '#lib/testing/http-browser';
import { testSecret } from '#lib/testing/running-server';
import {
  accessTokenType,
  allScopes,
  configuredPerson,
  exchangeGrant,
  type InteropServer,
  openSignedInBrowser,
  redirectUri,
  secrets,
  signedOutUri,
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
  });
  test.beforeEach(async () => {
    browser = await openSignedInBrowser(server);
  });
  test.afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  type Feature = (config: client.Configuration) => void;

  /** A separate configuration that also checks the signature of ID tokens that were received over TLS. */
  const discoverAs = (clientId: string, authentication: client.ClientAuth, ...more: Feature[]) =>
    client.discovery(new URL(server.issuer), clientId, undefined, authentication, {
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks, ...more],
    });
  const discover = (authentication: client.ClientAuth, ...more: Feature[]) =>
    discoverAs('web', authentication, ...more);

  /** The parameters of an authorization request with state, nonce and PKCE, and the values to check in the answer. */
  const prepare = async () => {
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const checks = { pkceCodeVerifier, expectedState: client.randomState(), expectedNonce: client.randomNonce() };
    const parameters = {
      redirect_uri: redirectUri,
      scope: allScopes,
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    };
    return { parameters, checks };
  };

  const visit = async (url: URL) => new URL(locationOf(await browser.get(url.href)));

  /**
   * Sends an authorization request through the browser.
   * @returns the answer's address and the values to check
   */
  const authorize = async (config: client.Configuration, more: Record<string, string> = {}) => {
    const { parameters, checks } = await prepare();
    return { answer: await visit(client.buildAuthorizationUrl(config, { ...parameters, ...more })), checks };
  };

  const signIn = async (config: client.Configuration) => {
    const { answer, checks } = await authorize(config);
    return client.authorizationCodeGrant(config, answer, { ...checks, idTokenExpected: true });
  };

  /** Runs a command of the server beside it. */
  const signet = (...command: string[]) => {
    const env = {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production' as const,
      SIGNET_ISSUER: server.issuer,
      SIGNET_SECRET: testSecret,
      DATABASE_URL: `file:${join(folder, 'signet.db')}`,
    };
    return run(process.execPath, ['dist/signet.js', ...command], { env });
  };

  for (const [name, authentication] of [
    ['client_secret_basic', client.ClientSecretBasic(secrets.web)],
    ['client_secret_post', client.ClientSecretPost(secrets.web)],
  ] as const) {
    test(`redeems a code, calls UserInfo and refreshes with ${name} (OpenID Connect Core §3.1, §12)`, async () => {
      const config = await discover(authentication);
      const tokens = await signIn(config);
      const subject = tokens.claims()?.sub ?? '';
      expect(await client.fetchUserInfo(config, tokens.access_token, subject)).toMatchObject({ name: 'Alice Smith' });
      const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
      expect(refreshed.claims()?.sub).toBe(subject);
      expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    });
  }

  test('gets the ID token of the implicit flow in the fragment (OpenID Connect Core §3.2)', async () => {
    const config = await discover(client.None(), client.useIdTokenResponseType);
    const { answer, checks } = await authorize(config, { scope: 'openid profile' });
    const { expectedNonce, expectedState } = checks;
    const claims = await client.implicitAuthentication(config, answer, expectedNonce, { expectedState });
    expect(claims).toMatchObject({ iss: server.issuer, aud: 'web', nonce: expectedNonce });
  });

  test('verifies that the hybrid flow binds the code to the ID token (OpenID Connect Core §3.3)', async () => {
    const config = await discover(client.ClientSecretBasic(secrets.web), client.useCodeIdTokenResponseType);
    const { answer, checks } = await authorize(config);
    const tokens = await client.authorizationCodeGrant(config, answer, checks);
    expect(tokens.claims()?.nonce).toBe(checks.expectedNonce);
  });

  test('pushes a request as a client that authenticates with its key (RFC 9126, RFC 7523)', async () => {
    const config = await discoverAs('strict', client.PrivateKeyJwt({ key: server.clientKey, kid: 'machine-key' }));
    const { parameters, checks } = await prepare();
    const pushed = await client.buildAuthorizationUrlWithPAR(config, parameters);
    expect([...pushed.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri']);
    const tokens = await client.authorizationCodeGrant(config, await visit(pushed), checks);
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(refreshed.claims()).toMatchObject({ sub: tokens.claims()?.sub, aud: 'strict' });

    const unpushed = await authorize(config);
    await expect(client.authorizationCodeGrant(config, unpushed.answer, unpushed.checks)).rejects.toMatchObject({
      code: 'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
      error: 'invalid_request',
    });
  });

  test('gets a token with a key, introspects it as the API and revokes it (RFC 7523, 7662, 7009)', async () => {
    const machine = await discoverAs('machine', client.PrivateKeyJwt({ key: server.clientKey, kid: 'machine-key' }));
    const { access_token } = await client.clientCredentialsGrant(machine, { scope: 'orders' });
    const api = await discoverAs('orders', client.ClientSecretBasic(secrets.orders));
    const token = { active: true, sub: 'machine', aud: 'orders' };
    expect(await client.tokenIntrospection(api, access_token)).toMatchObject(token);
    await client.tokenRevocation(machine, access_token);
    expect(await client.tokenIntrospection(api, access_token)).toEqual({ active: false });
  });

  test('polls as a device until a person allows it (RFC 8628)', async () => {
    const config = await discoverAs('tv', client.None());
    const started = await client.initiateDeviceAuthorization(config, { scope: 'openid profile offline_access' });
    const [tokens] = await Promise.all([
      client.pollDeviceAuthorizationGrant(config, started),
      allowDeviceByForm(browser, server.issuer, started.user_code),
    ]);
    const subject = tokens.claims()?.sub ?? '';
    expect(await client.fetchUserInfo(config, tokens.access_token, subject)).toMatchObject({ name: 'Alice Smith' });
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(refreshed.claims()).toMatchObject({ sub: subject, aud: 'tv' });
  });

  test('exchanges the token of one API for a token of the next one (RFC 8693)', async () => {
    const tokens = await signIn(await discover(client.ClientSecretBasic(secrets.web)));
    const api = await discoverAs('orders', client.ClientSecretBasic(secrets.orders));
    const exchanged = await client.genericGrantRequest(api, exchangeGrant, {
      subject_token: tokens.access_token,
      subject_token_type: accessTokenType,
      scope: 'invoices',
    });
    expect(exchanged).toMatchObject({ issued_token_type: accessTokenType, scope: 'invoices' });
    const next = await discoverAs('invoices', client.ClientSecretBasic(secrets.orders));
    expect(await client.tokenIntrospection(next, exchanged.access_token)).toMatchObject({
      active: true,
      sub: tokens.claims()?.sub,
      act: { client_id: 'orders' },
    });
  });

  test('loses its tokens by a revocation and by a sign-out (RFC 7009, RP-Initiated Logout §2)', async () => {
    const config = await discover(client.ClientSecretBasic(secrets.web));
    const { refresh_token = '' } = await signIn(config);
    await client.tokenRevocation(config, refresh_token);
    await expect(client.refreshTokenGrant(config, refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });

    const tokens = await signIn(config);
    const bye = { post_logout_redirect_uri: signedOutUri, state: 'from-app', id_token_hint: tokens.id_token ?? '' };
    const answer = await visit(client.buildEndSessionUrl(config, bye));
    expect(answer.href).toBe(`${signedOutUri}?state=from-app`);
    const userinfo = client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
    await expect(userinfo).rejects.toMatchObject({ code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE', status: 401 });
  });

  test('refuses a live session whose person lost access, and works again with it', async () => {
    const config = await discover(client.ClientSecretPost(secrets.web));
    const api = await discoverAs('orders', client.ClientSecretPost(secrets.orders));
    const tokens = await signIn(config);
    const { access_token: token, refresh_token: kept = '' } = tokens;
    const sub = tokens.claims()?.sub ?? '';
    const exchange = () =>
      client.genericGrantRequest(api, exchangeGrant, {
        subject_token: token,
        subject_token_type: accessTokenType,
        scope: 'invoices',
      });
    const silent = async () => {
      const { answer, checks } = await authorize(config, { prompt: 'none' });
      return client.authorizationCodeGrant(config, answer, checks);
    };
    const setGroups = async (groups: readonly string[]) => {
      const file = join(folder, 'groups.json');
      await writeFile(file, JSON.stringify({ users: [{ ...configuredPerson, groups }] }));
      await signet('apply', file);
    };
    await exchange();
    await silent();

    await setGroups([]);
    await expect.poll(() => client.fetchUserInfo(config, token, sub).catch(({ status }) => status)).toBe(401);
    await expect(client.refreshTokenGrant(config, kept)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(exchange()).rejects.toMatchObject({ error: 'invalid_request' });
    expect(await client.tokenIntrospection(api, token)).toEqual({ active: false });
    await expect(silent()).rejects.toMatchObject({ error: 'access_denied' });

    await setGroups(['staff']);
    await expect.poll(() => client.fetchUserInfo(config, token, sub).catch(() => null)).toMatchObject({ sub });
    expect((await client.refreshTokenGrant(config, kept)).claims()?.sub).toBe(sub);
    await silent();
  });

  test('works throughout a rotation of the keys (OpenID Connect Core §10.1.1)', async () => {
    const config = await discover(client.ClientSecretPost(secrets.web));
    const before = await signIn(config);
    await signet('keys', 'rotate');

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
