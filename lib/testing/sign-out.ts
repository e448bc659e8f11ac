import type { HttpResponse } from '#lib/http/types';
import { readLogoutPage } from '#lib/login/logout/read';
import { fixtures, issueCode, redeem, secrets } from './fixtures';
import { locationOf, type Person } from './person';
import { basic, bodyOf, encodeForm, type FormFields, type TestProvider } from './provider';

const signOutClient = {
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid profile offline_access orders',
  require_consent: false,
  client_secrets: [{ value: secrets.web }],
};

/**
 * Clients that take part in sign-out: `shop` and `news` are notified through the browser, `bank` and `mail` by the
 * server.
 */
export function signOutFixtures(backChannelUri = 'https://mail.test/logout') {
  const client = (name: string, more: object = {}) => ({
    ...signOutClient,
    client_id: name,
    client_name: `The ${name}`,
    redirect_uris: [`https://${name}.test/cb`],
    post_logout_redirect_uris: [`https://${name}.test/bye`, `https://${name}.test/bye?from=op`],
    ...more,
  });
  return {
    scopes: fixtures.scopes,
    clients: [
      client('app'),
      client('evil'),
      client('gone', { enabled: false }),
      client('shop', { frontchannel_logout_uri: 'https://shop.test/out?a=b' }),
      client('news', {
        frontchannel_logout_uri: 'https://news.test:8443/out',
        frontchannel_logout_session_required: false,
      }),
      client('bank', { backchannel_logout_uri: 'https://bank.test/logout', id_token_signed_response_alg: 'ES256' }),
      client('mail', { backchannel_logout_uri: backChannelUri }),
    ],
    users: fixtures.users,
  };
}

/**
 * Signs a person in at one of the clients.
 * @returns the browser and the ID token
 */
export async function signInAt(
  provider: TestProvider,
  client: string,
  person?: Person,
  overrides: FormFields = {},
): Promise<{ person: Person; idToken: string; tokens: Record<string, unknown> }> {
  const redirectUri = `https://${client}.test/cb`;
  const issued = await issueCode(provider, { client_id: client, redirect_uri: redirectUri, ...overrides }, person);
  const response = await redeem(provider, issued, { redirect_uri: redirectUri }, basic(client, secrets.web));
  const tokens = bodyOf(response);
  return { person: issued.person, idToken: String(tokens.id_token), tokens };
}

/** Opens the end session endpoint in a person's browser. */
export function endSession(person: Person, parameters: FormFields): Promise<HttpResponse> {
  return person.get(`/connect/endsession?${encodeForm(parameters)}`);
}

/** Confirms the sign-out page that a response leads to. */
export async function confirm(provider: TestProvider, person: Person, response: HttpResponse): Promise<HttpResponse> {
  const request = new URL(locationOf(response)).searchParams.get('request');
  const page = await readLogoutPage(provider.context(), { cookieHeader: cookieHeaderOf(person), request });
  const { csrf } = page.form;
  return person.submit('logout', { csrf, request: page.request ?? undefined, decision: 'sign_out' });
}

export function cookieHeaderOf({ cookies }: Person): string {
  return [...cookies].map((pair) => pair.join('=')).join('; ');
}
