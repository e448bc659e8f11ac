import { answerOf, authorizeRequest, createPerson, type Person, password, redirectUri } from './person';
import { basic, type FormFields, type TestProvider } from './provider';

export const secrets = {
  web: 'web-secret-0123456789abcdef',
  web2: 'web2-secret-0123456789abcdef',
  m2m: 'm2m-secret-0123456789abcdef',
};

const codeClient = {
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid profile email offline_access orders',
  // The strictest values, regardless of the defaults.
  refresh_token_rotation: true,
  require_pkce: true,
};

/** The clients and people of the security checks (issuer https://op.test). */
export const fixtures = {
  scopes: [
    { name: 'orders', type: 'resource', display_name: 'Orders API', claims: ['role'] },
    { name: 'invoices', type: 'resource' },
    { name: 'retired', type: 'resource', enabled: false },
  ],
  clients: [
    {
      ...codeClient,
      client_id: 'web',
      client_name: 'Web shop',
      client_secrets: [{ value: secrets.web }],
      redirect_uris: [redirectUri],
      client_uri: 'https://rp.test/',
    },
    {
      ...codeClient,
      client_id: 'web2',
      client_secrets: [{ value: secrets.web2 }],
      redirect_uris: ['https://rp2.test/cb'],
    },
    {
      ...codeClient,
      client_id: 'spa',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['https://spa.test/cb'],
      allowed_cors_origins: ['https://spa.test'],
    },
    {
      ...codeClient,
      client_id: 'native',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['http://127.0.0.1/cb', 'com.example.app:/cb'],
    },
    {
      ...codeClient,
      client_id: 'silent',
      client_secrets: [{ value: secrets.web }],
      redirect_uris: [redirectUri],
      require_consent: false,
    },
    {
      client_id: 'm2m',
      client_secrets: [{ value: secrets.m2m }],
      grant_types: ['client_credentials'],
      scope: 'orders invoices',
    },
    {
      ...codeClient,
      client_id: 'gone',
      enabled: false,
      client_secrets: [{ value: secrets.web }],
      redirect_uris: [redirectUri],
    },
  ],
  users: [
    {
      username: 'alice',
      password,
      claims: {
        name: 'Alice Smith',
        given_name: 'Alice',
        family_name: 'Smith',
        email: 'alice@example.com',
        email_verified: true,
        role: 'buyer',
      },
    },
    { username: 'bob', password, claims: { name: 'Bob' } },
    { username: 'off', password, enabled: false },
  ],
};

/**
 * One of the clients above, as a copy that a test can change.
 * @throws for an unknown id
 */
export function fixtureClient(clientId: string) {
  const client = fixtures.clients.find((one) => one.client_id === clientId);
  if (client === undefined) throw new Error(`no fixture client ${clientId}`);
  return client;
}

export type Issued = { readonly code: string; readonly verifier: string; readonly person: Person };

/** Signs a person in at a client and returns the code. */
export async function issueCode(
  provider: TestProvider,
  overrides: FormFields = {},
  person = createPerson(provider),
): Promise<Issued> {
  const { path, verifier } = authorizeRequest(overrides);
  let response = await person.get(path);
  for (const page of ['login', 'consent'] as const) {
    if (!String(response.headers.location).startsWith(`https://op.test/${page}?`)) continue;
    response = await (page === 'login' ? person.signIn(response) : person.allow(response));
  }
  const { code, error, error_description } = answerOf(response);
  if (code === undefined) throw new Error(`no code but ${error}: ${error_description}`);
  return { code, verifier, person };
}

/**
 * T{…} of the security checks: redeems a code at the token endpoint. Parameters can be changed, or removed with
 * undefined.
 */
export function redeem(
  provider: TestProvider,
  { code, verifier }: Pick<Issued, 'code' | 'verifier'>,
  overrides: FormFields = {},
  authorization: string | null = basic('web', secrets.web),
) {
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  const headers: Record<string, string> = authorization === null ? {} : { authorization };
  return provider.post('/connect/token', { ...fields, ...overrides }, headers);
}

/** R{…} of the security checks: uses a refresh token. */
export function refresh(
  provider: TestProvider,
  refreshToken: unknown,
  overrides: FormFields = {},
  authorization: string | null = basic('web', secrets.web),
) {
  const fields = { grant_type: 'refresh_token', refresh_token: String(refreshToken) };
  const headers: Record<string, string> = authorization === null ? {} : { authorization };
  return provider.post('/connect/token', { ...fields, ...overrides }, headers);
}

/** Calls UserInfo with a bearer token. */
export function userinfo(provider: TestProvider, accessToken: unknown) {
  return provider.send('/connect/userinfo', { headers: { authorization: `Bearer ${accessToken}` } });
}
