import { secrets } from './fixtures';
import { createFlowParty, type Flow, type FlowParty } from './flow-party';
import { password, redirectUri } from './person';
import type { TestProvider } from './provider';

/** One claim of each identity scope of OpenID Connect Core §5.4. */
export const claimOfScope = { profile: 'name', email: 'email', address: 'address', phone: 'phone_number' };

/** All of these scopes, in the format of a request. */
export const allScopes = `openid ${Object.keys(claimOfScope).join(' ')}`;

const client = {
  client_secrets: [{ value: secrets.web }],
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'implicit', 'refresh_token'],
  response_types: ['code', 'id_token', 'id_token token', 'code id_token', 'code token', 'code id_token token'],
  scope: `${allScopes} offline_access`,
  // The certification suite sends PKCE in only one module, and one module has no nonce.
  require_pkce: false,
  require_consent: false,
};

/** The configuration for the certification profiles: two clients that may use every flow. */
export const conformanceFile = {
  clients: ['party', 'other'].map((client_id) => ({ ...client, client_id })),
  users: [
    {
      username: 'alice',
      password,
      claims: {
        name: 'Alice Smith',
        email: 'alice@example.com',
        email_verified: true,
        address: { formatted: '1 Main Street', country: 'DE' },
        phone_number: '+49 30 1234',
        phone_number_verified: false,
      },
    },
  ],
};

type Parts = { readonly code: boolean; readonly idToken: boolean; readonly accessToken: boolean };

/** The flows of the profiles Basic, Implicit and Hybrid, each also for Form Post, whose answer has these parts. */
export function flowsWith(wanted: Partial<Parts> = {}): [string, Flow][] {
  return client.response_types
    .filter((responseType) => {
      const parts = partsOf(responseType);
      return (['code', 'idToken', 'accessToken'] as const).every(
        (part) => (wanted[part] ?? parts[part]) === parts[part],
      );
    })
    .flatMap((responseType): [string, Flow][] => [
      [responseType, { responseType, responseMode: undefined }],
      [`${responseType}, form_post`, { responseType, responseMode: 'form_post' }],
    ]);
}

/** The parameters received at the redirect URI. */
export function partsOf(responseType: string): Parts {
  const values = responseType.split(' ');
  return { code: values.includes('code'), idToken: values.includes('id_token'), accessToken: values.includes('token') };
}

/** A relying party of one of the clients. */
export function partyOf(provider: TestProvider, flow: Flow, clientId = 'party'): FlowParty {
  return createFlowParty(provider, { clientId, secret: secrets.web }, flow);
}
