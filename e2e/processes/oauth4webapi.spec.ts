import * as oauth from 'oauth4webapi';
import { expect, test } from 'playwright/test';
import {
  allowDeviceByForm,
  createHttpBrowser,
  formFields,
  type HttpBrowser,
  locationOf,
} from '#lib/testing/http-browser';
import {
  allScopes,
  type InteropServer,
  openSignedInBrowser,
  redirectUri,
  secrets,
  startInteropServer,
} from './interop-server';

/** A client library that checks every header and field of an answer. See oauth4webapi-tokens.spec.ts for tokens. */
test.describe('oauth4webapi', () => {
  const options = { [oauth.allowInsecureRequests]: true };
  const web = { client_id: 'web' };
  const strict = { client_id: 'strict' };
  const machine = { client_id: 'machine' };
  const tv = { client_id: 'tv' };
  const bySecret = oauth.ClientSecretBasic(secrets.web);
  let byKey: oauth.ClientAuth;
  let server: InteropServer;
  let as: oauth.AuthorizationServer;
  let browser: HttpBrowser;

  test.beforeAll(async () => {
    server = await startInteropServer();
    byKey = oauth.PrivateKeyJwt({ key: server.clientKey, kid: 'machine-key' });
    as = await discover('oidc');
    browser = await openSignedInBrowser(server);
  });
  test.afterAll(async () => {
    await server.stop();
  });

  const discover = async (algorithm: 'oidc' | 'oauth2') => {
    const issuer = new URL(server.issuer);
    return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { ...options, algorithm }));
  };

  /** An authorization request with state, nonce and PKCE. */
  const prepare = async (client: oauth.Client, more: Record<string, string> = {}) => {
    const checks = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
    };
    const parameters = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: allScopes,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      ...more,
    });
    return { parameters, checks };
  };
  type Checks = Awaited<ReturnType<typeof prepare>>['checks'];

  const visit = (parameters: URLSearchParams, through = browser) =>
    through.get(`${as.authorization_endpoint}?${parameters}`);

  /** Redeems a validated answer. */
  const redeem = async (client: oauth.Client, how: oauth.ClientAuth, answer: URLSearchParams, checks: Checks) => {
    const redirect = [answer, redirectUri, checks.verifier] as const;
    const response = await oauth.authorizationCodeGrantRequest(as, client, how, ...redirect, options);
    const expected = { expectedNonce: checks.nonce, requireIdToken: true, maxAge: 3600 };
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, expected);
    await oauth.validateApplicationLevelSignature(as, response, options);
    return tokens;
  };

  const signIn = async () => {
    const { parameters, checks } = await prepare(web, { max_age: '3600' });
    const answer = new URL(locationOf(await visit(parameters)));
    return redeem(web, bySecret, oauth.validateAuthResponse(as, web, answer, checks.state), checks);
  };

  test('accepts the issuer of both discovery documents (RFC 8414 §3.3)', async () => {
    expect(await discover('oauth2')).toEqual(as);
    expect(as).toMatchObject({ issuer: server.issuer, authorization_response_iss_parameter_supported: true });
  });

  test('redeems a code, calls UserInfo and an API, and refreshes (OpenID Connect Core §3.1, §5.3, §12, RFC 9068 §4)', async () => {
    const tokens = await signIn();
    const sub = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? '';
    const userinfo = await oauth.userInfoRequest(as, web, tokens.access_token, options);
    expect(await oauth.processUserInfoResponse(as, web, sub, userinfo)).toMatchObject({ name: 'Alice Smith' });

    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const call = new Request('https://orders.test/', { headers });
    expect(await oauth.validateJwtAccessToken(as, call, 'orders', options)).toMatchObject({ sub, client_id: 'web' });

    const asked = await oauth.refreshTokenGrantRequest(as, web, bySecret, tokens.refresh_token ?? '', options);
    const refreshed = await oauth.processRefreshTokenResponse(as, web, asked);
    await oauth.validateApplicationLevelSignature(as, asked, options);
    expect(oauth.getValidatedIdTokenClaims(refreshed)).toMatchObject({ sub, aud: 'web' });
  });

  for (const [name, validate] of [
    ['the code', oauth.validateCodeIdTokenResponse],
    ['code and state', oauth.validateDetachedSignatureResponse],
  ] as const) {
    test(`verifies that the ID token of the hybrid flow binds ${name}, in a fragment and in a form (OpenID Connect Core §3.3)`, async () => {
      const inFragment = await prepare(web, { response_type: 'code id_token' });
      const fragment = new URL(locationOf(await visit(inFragment.parameters)));
      const { state, nonce } = inFragment.checks;
      const answer = await validate(as, web, fragment, nonce, state, 3600, options);
      await redeem(web, bySecret, answer, inFragment.checks);

      const inForm = await prepare(web, { response_type: 'code id_token', response_mode: 'form_post' });
      const page = await (await visit(inForm.parameters)).text();
      const posted = new Request(redirectUri, { method: 'POST', body: new URLSearchParams(formFields(page)) });
      const { checks } = inForm;
      await redeem(web, bySecret, await validate(as, web, posted, checks.nonce, checks.state, 3600, options), checks);
    });
  }

  test('pushes a request (RFC 9126 §2)', async () => {
    const { parameters, checks } = await prepare(strict);
    const response = await oauth.pushedAuthorizationRequest(as, strict, byKey, parameters, options);
    const { request_uri, expires_in } = await oauth.processPushedAuthorizationResponse(as, strict, response);
    expect(expires_in).toBeGreaterThan(0);
    const answer = new URL(locationOf(await visit(new URLSearchParams({ client_id: 'strict', request_uri }))));
    await redeem(strict, byKey, oauth.validateAuthResponse(as, strict, answer, checks.state), checks);
  });

  test('gets a token of a client that authenticates with its key (RFC 6749 §4.4, RFC 7523 §2.2)', async () => {
    const asked = await oauth.clientCredentialsGrantRequest(as, machine, byKey, { scope: 'orders' }, options);
    const tokens = await oauth.processClientCredentialsResponse(as, machine, asked);
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'orders' });
  });

  const startDevice = async () => {
    const asked = { scope: 'openid profile offline_access' };
    const response = await oauth.deviceAuthorizationRequest(as, tv, oauth.None(), asked, options);
    return oauth.processDeviceAuthorizationResponse(as, tv, response);
  };
  const poll = async (deviceCode: string) => {
    const response = await oauth.deviceCodeGrantRequest(as, tv, oauth.None(), deviceCode, options);
    return oauth.processDeviceCodeResponse(as, tv, response);
  };

  test('polls as a device that waits, is too fast and then allowed (RFC 8628 §3.2, §3.5)', async () => {
    const waiting = await startDevice();
    await expect(poll(waiting.device_code)).rejects.toMatchObject(bodyError('authorization_pending'));
    await expect(poll(waiting.device_code)).rejects.toMatchObject(bodyError('slow_down'));

    const allowed = await startDevice();
    await allowDeviceByForm(browser, server.issuer, allowed.user_code);
    const tokens = await poll(allowed.device_code);
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ aud: 'tv' });
    const asked = await oauth.refreshTokenGrantRequest(as, tv, oauth.None(), tokens.refresh_token ?? '', options);
    expect(await oauth.processRefreshTokenResponse(as, tv, asked)).toMatchObject({ token_type: 'bearer' });
    await expect(poll(allowed.device_code)).rejects.toMatchObject(bodyError('invalid_grant'));
  });

  test('finds state and issuer in an error at the redirect URI (RFC 6749 §4.1.2.1, RFC 9207)', async () => {
    const { parameters, checks } = await prepare(web, { prompt: 'none' });
    const answer = new URL(locationOf(await visit(parameters, createHttpBrowser(server.issuer))));
    const refused = { code: oauth.AUTHORIZATION_RESPONSE_ERROR, error: 'login_required' };
    expect(() => oauth.validateAuthResponse(as, web, answer, checks.state)).toThrow(expect.objectContaining(refused));
    const foreign = { code: oauth.INVALID_RESPONSE };
    expect(() => oauth.validateAuthResponse(as, web, answer, 'another')).toThrow(expect.objectContaining(foreign));
  });

  test('reads the errors of the other endpoints as JSON (RFC 6749 §5.2, RFC 9126 §2.3, RFC 8628 §3.2)', async () => {
    const { parameters } = await prepare(web, { scope: 'openid unheard-of' });
    const pushed = await oauth.pushedAuthorizationRequest(as, web, bySecret, parameters, options);
    const push = oauth.processPushedAuthorizationResponse(as, web, pushed);
    await expect(push).rejects.toMatchObject(bodyError('invalid_scope'));

    const started = await oauth.deviceAuthorizationRequest(as, web, bySecret, {}, options);
    const start = oauth.processDeviceAuthorizationResponse(as, web, started);
    await expect(start).rejects.toMatchObject(bodyError('unauthorized_client'));

    const asked = await oauth.clientCredentialsGrantRequest(as, web, bySecret, {}, options);
    const ask = oauth.processClientCredentialsResponse(as, web, asked);
    await expect(ask).rejects.toMatchObject(bodyError('unauthorized_client'));

    const used = await oauth.refreshTokenGrantRequest(as, web, bySecret, 'unknown', options);
    const use = oauth.processRefreshTokenResponse(as, web, used);
    await expect(use).rejects.toMatchObject(bodyError('invalid_grant'));
  });

  test('finds a challenge with the scheme that was used in every 401 (RFC 6749 §5.2, RFC 6750 §3, RFC 9449 §7.1)', async () => {
    const wrong = oauth.ClientSecretBasic('wrong');
    const { parameters } = await prepare(web);
    const challenge = (scheme: string, more: object = {}) => ({
      code: oauth.WWW_AUTHENTICATE_CHALLENGE,
      status: 401,
      cause: [{ scheme, parameters: { realm: 'signet', ...more } }],
    });
    const basic = challenge('basic');

    const used = await oauth.refreshTokenGrantRequest(as, web, wrong, 'x', options);
    await expect(oauth.processRefreshTokenResponse(as, web, used)).rejects.toMatchObject(basic);
    const pushed = await oauth.pushedAuthorizationRequest(as, web, wrong, parameters, options);
    await expect(oauth.processPushedAuthorizationResponse(as, web, pushed)).rejects.toMatchObject(basic);
    const started = await oauth.deviceAuthorizationRequest(as, web, wrong, {}, options);
    await expect(oauth.processDeviceAuthorizationResponse(as, web, started)).rejects.toMatchObject(basic);
    const revoked = await oauth.revocationRequest(as, web, wrong, 'x', options);
    await expect(oauth.processRevocationResponse(revoked)).rejects.toMatchObject(basic);
    const shown = await oauth.userInfoRequest(as, web, 'unknown', options);
    const userinfo = oauth.processUserInfoResponse(as, web, oauth.skipSubjectCheck, shown);
    const [bearer] = challenge('bearer', { error: 'invalid_token' }).cause;
    const dpop = { scheme: 'dpop', parameters: { realm: 'signet', error: 'invalid_token' } };
    await expect(userinfo).rejects.toMatchObject({ status: 401, cause: [bearer, dpop] });
  });
});

/** The error that the library throws for an error in a JSON body. */
function bodyError(error: string): Record<string, unknown> {
  return { code: oauth.RESPONSE_BODY_ERROR, status: 400, error };
}
