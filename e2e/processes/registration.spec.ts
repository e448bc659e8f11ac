import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { expect, test } from 'playwright/test';
import { allowByForm, createHttpBrowser, signInByForm } from '#lib/testing/http-browser';
import { type RunningServer, startServer } from '#lib/testing/running-server';

const person = { username: 'alice', password: 'correct horse battery staple' };
const redirectUri = 'https://rp.example/cb';
const insecure = { [oauth.allowInsecureRequests]: true };

test.describe('dynamic registration with real clients', () => {
  let server: RunningServer;

  test.beforeAll(async () => {
    server = await startServer({
      configuration: { portal: { dynamic_registration: 'open' }, users: [{ ...person, claims: { name: 'Alice' } }] },
    });
  });
  test.afterAll(() => server.stop());

  test('oauth4webapi registers, and reads, changes and deletes what it registered (RFC 7591, RFC 7592)', async () => {
    const issuer = new URL(server.issuer);
    const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
    const metadata = { redirect_uris: [redirectUri], client_name: 'Interop' };
    const response = await oauth.dynamicClientRegistrationRequest(as, metadata, insecure);
    const registered = await oauth.processDynamicClientRegistrationResponse(response);
    expect(registered).toMatchObject({ ...metadata, client_secret_expires_at: 0 });
    const uri = String(registered.registration_client_uri);
    const headers = { authorization: `Bearer ${registered.registration_access_token}` };
    const read = await fetch(uri, { headers });
    const { client_secret: _, ...shown } = registered;
    expect(await read.json()).toEqual(shown);
    const changed = await fetch(uri, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...metadata, client_id: registered.client_id, client_name: 'Changed' }),
    });
    expect(await changed.json()).toMatchObject({ client_name: 'Changed' });
    expect((await fetch(uri, { method: 'DELETE', headers })).status).toBe(204);
    expect((await fetch(uri, { headers })).status).toBe(401);
  });

  for (const method of ['client_secret_basic', 'client_secret_post', 'none']) {
    test(`openid-client registers with ${method} and signs a person in at once`, async () => {
      const config = await client.dynamicClientRegistration(
        new URL(server.issuer),
        { redirect_uris: [redirectUri], token_endpoint_auth_method: method, client_name: 'Interop' },
        method === 'none' ? client.None() : undefined,
        { execute: [client.allowInsecureRequests] },
      );
      const pkceCodeVerifier = client.randomPKCECodeVerifier();
      const checks = { pkceCodeVerifier, expectedState: client.randomState(), expectedNonce: client.randomNonce() };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid profile',
        state: checks.expectedState,
        nonce: checks.expectedNonce,
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const browser = createHttpBrowser(server.issuer);
      const consent = await signInByForm(browser, url.href, person);
      expect(await (await browser.get(consent)).text()).toContain('hasn’t been reviewed here');
      const callback = await allowByForm(browser, consent);
      const tokens = await client.authorizationCodeGrant(config, new URL(callback), checks);
      expect(tokens.claims()).toMatchObject({ iss: server.issuer, aud: config.clientMetadata().client_id });
      const userinfo = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
      expect(userinfo.name).toBe('Alice');
    });
  }
});
