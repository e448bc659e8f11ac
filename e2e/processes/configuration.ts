import { codeIn, codeRequest, createHttpBrowser, locationOf, signInByForm } from '#lib/testing/http-browser';

const redirectUri = 'https://rp.test/cb';
const person = { username: 'alice', password: 'correct horse battery staple' };
const scope = 'openid offline_access';

/** A public client that needs no consent, so that a signed-in browser gets a code for each request. */
export const processConfiguration = {
  clients: [
    {
      client_id: 'app',
      token_endpoint_auth_method: 'none',
      application_type: 'web',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      scope,
      require_consent: false,
      authorization_code_lifetime_seconds: 600,
    },
  ],
  users: [{ ...person, claims: { name: 'Alice' } }],
};

/** A form body that redeems one code. */
export type Redemption = { readonly body: string };

/** Signs in once and gets `count` codes. */
export async function issueCodes(issuer: string, count: number): Promise<Redemption[]> {
  const browser = createHttpBrowser(issuer);
  const parameters = { client_id: 'app', redirect_uri: redirectUri, scope };
  await signInByForm(browser, codeRequest(issuer, parameters).url, person);
  const redemptions: Redemption[] = [];
  for (let index = 0; index < count; index += 1) {
    const { url, verifier } = codeRequest(issuer, parameters);
    const code = codeIn(locationOf(await browser.get(url)));
    const fields = { grant_type: 'authorization_code', client_id: 'app', redirect_uri: redirectUri, code };
    redemptions.push({ body: new URLSearchParams({ ...fields, code_verifier: verifier }).toString() });
  }
  return redemptions;
}

/** The form body that uses a refresh token. */
export function refreshBody(refreshToken: string): string {
  return new URLSearchParams({ grant_type: 'refresh_token', client_id: 'app', refresh_token: refreshToken }).toString();
}

export type TokenAnswer = { readonly status: number; readonly body: Record<string, unknown> };

/** Sends a form to the token endpoint. */
export async function postToken(issuer: string, body: string): Promise<TokenAnswer> {
  const response = await fetch(`${issuer}/connect/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
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
