import { createInitialToken } from '#lib/clients/registration/initial-token-store';
import { secrets } from './fixtures';
import { createFlowParty, type Flow, type FlowClient, type FlowParty } from './flow-party';
import { password, redirectUri } from './person';
import { bodyOf, type TestProvider } from './provider';

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
  require_consent: false,
};

/** The configuration for the certification profiles: two clients that may use every flow, and registration. */
export const conformanceFile = {
  portal: { dynamic_registration: 'token' },
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

/**
 * A flow of a plan, with the client of its variant: `static_client` in the configuration file, or `dynamic_client`, which
 * registers itself for the flow with an initial access token.
 */
export type Plan = Flow & { readonly variant: 'static_client' | 'dynamic_client' };

/**
 * The plans of the profiles Basic, Implicit and Hybrid, each also for Form Post and with both kinds of clients, whose
 * answer has these parts.
 */
export function plansWith(wanted: Partial<Parts> = {}): [string, Plan][] {
  return flowsWith(wanted).flatMap(([name, flow]) =>
    (['static_client', 'dynamic_client'] as const).map((variant): [string, Plan] => [
      `${name}, ${variant}`,
      { ...flow, variant },
    ]),
  );
}

function flowsWith(wanted: Partial<Parts>): [string, Flow][] {
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

/** A relying party for a plan. A dynamic client is a new one each time. */
export async function startParty(provider: TestProvider, plan: Plan, clientId = 'party'): Promise<FlowParty> {
  const registered =
    plan.variant === 'static_client' ? { clientId, secret: secrets.web } : await registerFor(provider, plan);
  return createFlowParty(provider, registered, plan);
}

async function registerFor(provider: TestProvider, { responseType }: Plan): Promise<FlowClient> {
  const { db, now } = provider.context();
  const limits = { description: null, remainingUses: 1, expiresAt: new Date(now.getTime() + 60_000) };
  const token = await createInitialToken(db, { ...limits, flows: 'all' }, now);
  const { code, idToken, accessToken } = partsOf(responseType);
  const metadata = {
    redirect_uris: client.redirect_uris,
    grant_types: [
      ...(code ? ['authorization_code', 'refresh_token'] : []),
      ...(idToken || accessToken ? ['implicit'] : []),
    ],
    response_types: [responseType],
    token_endpoint_auth_method: 'client_secret_basic',
    scope: client.scope,
  };
  const response = await provider.send('/connect/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(metadata),
  });
  const { client_id, client_secret, response_types } = bodyOf(response);
  if (String(response_types) !== responseType) throw new Error(`not registered: ${response.body}`);
  return { clientId: String(client_id), secret: String(client_secret) };
}
