import * as oauth from 'oauth4webapi';
import { expect, test } from 'playwright/test';
import { type HttpBrowser, locationOf } from '#lib/testing/http-browser';
import {
  allScopes,
  type InteropServer,
  openSignedInBrowser,
  redirectUri,
  secrets,
  startInteropServer,
} from './interop-server';

const insecure = { [oauth.allowInsecureRequests]: true };
const web: oauth.Client = { client_id: 'web' };
const basic = oauth.ClientSecretBasic(secrets.web);

// Every answer goes through the strict processing of oauth4webapi, which refuses what the specifications do not allow.
test.describe('oauth4webapi', () => {
  let server: InteropServer;
  let browser: HttpBrowser;
  let as: oauth.AuthorizationServer;

  const discover = async (algorithm: 'oidc' | 'oauth2') => {
    const issuer = new URL(server.issuer);
    return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm, ...insecure }));
  };

  test.beforeAll(async () => {
    server = await startInteropServer();
    browser = await openSignedInBrowser(server);
    as = await discover('oidc');
  });
  test.afterAll(() => server.stop());

  const authorizeUrl = (parameters: Record<string, string>) =>
    `${as.authorization_endpoint}?${new URLSearchParams(parameters)}`;

  /** The parameters of an authorization request, and what is needed to judge its answer. */
  const startRequest = async () => {
    const verifier = oauth.generateRandomCodeVerifier();
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
    const parameters = {
      client_id: 'web',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: allScopes,
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    return { parameters, verifier, state, nonce };
  };

  /** Follows an authorization request and redeems its code. */
  const redeem = async (url: string, { verifier, state, nonce }: Awaited<ReturnType<typeof startRequest>>) => {
    const callback = oauth.validateAuthResponse(as, web, new URL(locationOf(await browser.get(url))), state);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      web,
      basic,
      callback,
      redirectUri,
      verifier,
      insecure,
    );
    const expected = { expectedNonce: nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(as, web, response, expected);
    await oauth.validateApplicationLevelSignature(as, response, insecure);
    return tokens;
  };

  const signIn = async () => {
    const request = await startRequest();
    return redeem(authorizeUrl(request.parameters), request);
  };

  test('reads both discovery documents (OpenID Connect Discovery §4, RFC 8414 §3)', async () => {
    expect(await discover('oauth2')).toEqual(as);
    expect(as).toMatchObject({ issuer: server.issuer, authorization_response_iss_parameter_supported: true });
  });

  test('code with PKCE, iss, UserInfo and refresh (RFC 7636, RFC 9207, OpenID Connect Core §5.3, §12)', async () => {
    const tokens = await signIn();
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    const userinfo = await oauth.userInfoRequest(as, web, tokens.access_token, insecure);
    const person = await oauth.processUserInfoResponse(as, web, claims?.sub ?? '', userinfo);
    expect(person).toMatchObject({ sub: claims?.sub, name: 'Alice Smith' });

    const response = await oauth.refreshTokenGrantRequest(as, web, basic, tokens.refresh_token ?? '', insecure);
    const refreshed = await oauth.processRefreshTokenResponse(as, web, response);
    expect(oauth.getValidatedIdTokenClaims(refreshed)?.sub).toBe(claims?.sub);
  });

  test('errors arrive in the form of RFC 6749 §5.2', async () => {
    const response = await oauth.refreshTokenGrantRequest(as, web, basic, 'unknown', insecure);
    const refused = oauth.processRefreshTokenResponse(as, web, response);
    await expect(refused).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
    const stranger = oauth.ClientSecretBasic('wrong');
    const unauthorized = await oauth.refreshTokenGrantRequest(as, web, stranger, 'unknown', insecure);
    await expect(oauth.processRefreshTokenResponse(as, web, unauthorized)).rejects.toMatchObject({
      code: oauth.WWW_AUTHENTICATE_CHALLENGE,
    });
  });

  test('the access token is a JWT for its API (RFC 9068 §4)', async () => {
    const { access_token: token } = await signIn();
    const request = new Request('https://api.test/', { headers: { authorization: `Bearer ${token}` } });
    const claims = await oauth.validateJwtAccessToken(as, request, 'orders', insecure);
    expect(claims).toMatchObject({ client_id: 'web', iss: server.issuer });
  });

  test('client_credentials with private_key_jwt (RFC 6749 §4.4, RFC 7523 §2.2)', async () => {
    const machine = { client_id: 'machine' };
    const authentication = oauth.PrivateKeyJwt({ key: server.clientKey, kid: 'machine-key' });
    const scope = { scope: 'orders' };
    const response = await oauth.clientCredentialsGrantRequest(as, machine, authentication, scope, insecure);
    const tokens = await oauth.processClientCredentialsResponse(as, machine, response);
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'orders' });
  });

  test('introspection and revocation (RFC 7662, RFC 7009)', async () => {
    const { access_token: token } = await signIn();
    const orders = { client_id: 'orders' };
    const introspect = async () => {
      const secret = oauth.ClientSecretBasic(secrets.orders);
      const response = await oauth.introspectionRequest(as, orders, secret, token, insecure);
      return oauth.processIntrospectionResponse(as, orders, response);
    };
    expect(await introspect()).toMatchObject({ active: true, client_id: 'web', scope: 'orders' });
    await oauth.processRevocationResponse(await oauth.revocationRequest(as, web, basic, token, insecure));
    expect(await introspect()).toEqual({ active: false });
  });

  test('a pushed authorization request (RFC 9126)', async () => {
    const request = await startRequest();
    const pushed = await oauth.pushedAuthorizationRequest(as, web, basic, request.parameters, insecure);
    const { request_uri } = await oauth.processPushedAuthorizationResponse(as, web, pushed);
    const tokens = await redeem(authorizeUrl({ client_id: 'web', request_uri }), request);
    expect(tokens.access_token).toBeTruthy();
  });

  test('a device asks for its codes and polls (RFC 8628)', async () => {
    const tv = { client_id: 'tv' };
    const started = await oauth.deviceAuthorizationRequest(as, tv, oauth.None(), { scope: 'openid' }, insecure);
    const { device_code } = await oauth.processDeviceAuthorizationResponse(as, tv, started);
    const poll = await oauth.deviceCodeGrantRequest(as, tv, oauth.None(), device_code, insecure);
    await expect(oauth.processDeviceCodeResponse(as, tv, poll)).rejects.toMatchObject({
      error: 'authorization_pending',
    });
  });
});
