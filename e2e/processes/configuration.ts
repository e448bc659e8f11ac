import {
  allowDeviceByForm,
  codeIn,
  codeRequest,
  createHttpBrowser,
  type HttpBrowser,
  locationOf,
  signInAtLogin,
  signInByForm,
} from '#lib/testing/http-browser';

const redirectUri = 'https://rp.test/cb';
export const processPerson = { username: 'alice', password: 'correct horse battery staple' };
const scope = 'openid offline_access';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** A public client that needs no consent, so that a signed-in browser gets a code for each request. */
const app = {
  client_id: 'app',
  token_endpoint_auth_method: 'none',
  application_type: 'web',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  scope,
  require_consent: false,
  // Without the grace window that `auto` implies.
  refresh_token_rotation: true,
  authorization_code_lifetime_seconds: 600,
};

/** That client, the same client with a grace window for refresh tokens, and a device. */
export const processConfiguration = {
  clients: [
    app,
    { ...app, client_id: 'patient', refresh_token_grace_seconds: 600 },
    { client_id: 'tv', token_endpoint_auth_method: 'none', grant_types: [deviceGrant], scope },
  ],
  users: [{ ...processPerson, claims: { name: 'Alice' } }],
};

/** A form body that redeems one code, and the browser that got the code. */
export type Redemption = { readonly body: string; readonly browser: HttpBrowser };

type CodeOptions = { readonly clientId?: 'app' | 'patient'; readonly scope?: string };

/** Signs in once and gets `count` codes. */
export async function issueCodes(issuer: string, count: number, request: CodeOptions = {}): Promise<Redemption[]> {
  const browser = createHttpBrowser(issuer);
  const clientId = request.clientId ?? 'app';
  const parameters = { client_id: clientId, redirect_uri: redirectUri, scope: request.scope ?? scope };
  await signInByForm(browser, codeRequest(issuer, parameters).url, processPerson);
  const redemptions: Redemption[] = [];
  for (let index = 0; index < count; index += 1) {
    const { url, verifier } = codeRequest(issuer, parameters);
    const code = codeIn(locationOf(await browser.get(url)));
    const fields = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri, code };
    redemptions.push({ body: new URLSearchParams({ ...fields, code_verifier: verifier }).toString(), browser });
  }
  return redemptions;
}

/** A browser in which the person is signed in. */
export async function openSignedInBrowser(issuer: string): Promise<HttpBrowser> {
  const browser = createHttpBrowser(issuer);
  await signInAt(browser, await startSignIn(browser, issuer));
  return browser;
}

/**
 * Requests a code for the client `app`.
 * @returns the page that this redirects to
 */
export async function startSignIn(
  browser: HttpBrowser,
  issuer: string,
  parameters: Record<string, string> = {},
): Promise<string> {
  const request = codeRequest(issuer, { client_id: 'app', redirect_uri: redirectUri, scope, ...parameters });
  return locationOf(await browser.get(request.url));
}

/**
 * Signs in on a sign-in page.
 * @returns the address that the form redirects to
 */
export function signInAt(browser: HttpBrowser, login: string, person = processPerson): Promise<string> {
  return signInAtLogin(browser, login, person);
}

/**
 * Pushes an authorization request of the client `app`.
 * @returns the query that uses it, and how to redeem its code
 */
export async function pushRequest(
  issuer: string,
): Promise<{ query: URLSearchParams; redemption: (code: string) => string }> {
  const { url, verifier } = codeRequest(issuer, { client_id: 'app', redirect_uri: redirectUri, scope });
  const body = new URL(url).searchParams;
  const pushed = await fetch(`${issuer}/connect/par`, { method: 'POST', body });
  const { request_uri: requestUri } = await pushed.json();
  const fields = { grant_type: 'authorization_code', client_id: 'app', redirect_uri: redirectUri };
  return {
    query: new URLSearchParams({ client_id: 'app', request_uri: requestUri }),
    redemption: (code) => new URLSearchParams({ ...fields, code, code_verifier: verifier }).toString(),
  };
}

/**
 * Signs in once and allows `count` devices.
 * @returns the form bodies that poll for their tokens
 */
export async function allowDevices(issuer: string, count: number): Promise<string[]> {
  const browser = await openSignedInBrowser(issuer);
  const polls: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = new URLSearchParams({ client_id: 'tv' });
    const started = await fetch(`${issuer}/connect/deviceauthorization`, { method: 'POST', body });
    const { device_code: deviceCode, user_code: userCode } = await started.json();
    await allowDeviceByForm(browser, issuer, userCode);
    polls.push(new URLSearchParams({ grant_type: deviceGrant, client_id: 'tv', device_code: deviceCode }).toString());
  }
  return polls;
}

/** The form body that uses a refresh token. */
export function refreshBody(refreshToken: string, clientId = 'app'): string {
  const fields = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken };
  return new URLSearchParams(fields).toString();
}

export type TokenAnswer = { readonly status: number; readonly body: Record<string, unknown> };

/** Sends a form to the token endpoint, with a proof of possession if there is one. */
export async function postToken(issuer: string, body: string, dpop?: string): Promise<TokenAnswer> {
  const response = await fetch(`${issuer}/connect/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(dpop !== undefined && { dpop }) },
    body,
  });
  return { status: response.status, body: await response.json() };
}

/** The status of UserInfo with this access token. */
export async function userinfoStatus(issuer: string, accessToken: unknown): Promise<number> {
  const response = await fetch(`${issuer}/connect/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } });
  await response.text();
  return response.status;
}
