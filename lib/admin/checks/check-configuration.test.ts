import { describe, expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import { type ClientRecord, toClient } from '#lib/clients/client-record';
import { parseConfiguration } from '#lib/config/file';
import type { ScopeRecord } from '#lib/scopes/scope';
import { defaultPortal } from '#lib/tenants/portal-schema';
import { type Tenant, tenantSchema } from '#lib/tenants/schema';
import { createCertificate } from '#lib/testing/certificates';
import { checkConfiguration } from './check-configuration';
import type { Checked, CheckedProvider } from './checked';
import { clientRules } from './client-rules';
import { providerRules, scopeRules, tenantRules } from './entry-rules';
import { installationRules } from './installation-rules';
import { texts } from './texts';

const now = new Date('2026-06-01T12:00:00Z');
const day = (days: number) => new Date(now.getTime() + days * 86_400_000);
const secret = (end: number | null) => ({
  id: 's',
  hash: 'sha256:x',
  ending: null,
  description: null,
  expiresAt: end === null ? null : day(end),
});

/** A client without findings. */
const [good] = (
  parseConfiguration(
    JSON.stringify({
      clients: [
        {
          client_id: 'web',
          client_name: 'Web shop',
          client_secrets: [{ value: 'x' }],
          redirect_uris: ['https://rp.test/cb'],
          grant_types: ['authorization_code', 'refresh_token'],
          refresh_token_idle_seconds: 3600,
          scope: 'openid orders',
        },
      ],
    }),
  ).sections.clients ?? []
).map((entry) => ({
  ...entry,
  registrationTokenHash: null,
  documentExpiresAt: null,
  registrantNetwork: null,
  secrets: [secret(null)],
}));

const orders: ScopeRecord = {
  name: 'orders',
  type: 'resource',
  displayName: 'Orders',
  description: null,
  claims: [],
  required: false,
  emphasize: false,
  enabled: true,
  resource: null,
  audience: 'name',
  open: false,
  accessTokenTyp: null,
  introspectionSignedResponseAlg: null,
  introspectionEncryptedResponseAlg: null,
  introspectionEncryptedResponseEnc: null,
  secrets: [],
  jwks: null,
  jwksUri: null,
  texts: {},
  builtIn: false,
};
const keys = (['RS256', 'ES256'] as const).map((alg) => ({
  kid: alg,
  alg,
  phase: 'active' as const,
  activatesAt: day(-1),
}));

type ClientChanges = Partial<ClientRecord> & Pick<Client, 'awaitsApproval'>;

function client(changes: ClientChanges = {}): Client {
  if (good === undefined) throw new Error('the client was not read');
  return toClient({ ...good, roles: [], ...changes });
}

function check(changes: Partial<Checked> & { readonly client?: ClientChanges; readonly scope?: Partial<ScopeRecord> }) {
  const { client: clientChanges, scope, ...rest } = changes;
  return checkConfiguration({
    clients: [client(clientChanges)],
    scopes: new Map([['orders', { ...orders, ...scope }]]),
    apis: new Map(),
    providers: new Map(),
    tenants: new Map(),
    portal: defaultPortal,
    keys,
    settings: { issuerHost: 'op.test', secure: true, localhost: false, smtp, mtls },
    people: nobody,
    unused: new Set<string>(),
    unusedParts: new Map(),
    issuerAssertions: new Set<string>(),
    pkceUses: new Map(),
    mixedAudiences: new Map(),
    omittedClaims: new Map(),
    overflowing: new Set<string>(),
    oldSecrets: new Map(),
    areLegacyFlowsUnused: false,
    demo: { clients: [], scopes: [] },
    groups: new Map(),
    access: { nobody: new Set<string>(), silentGroups: new Set<string>() },
    now,
    ...rest,
  });
}

const nobody: Checked['people'] = {
  bareOwners: [],
  foreignNames: [],
  withoutFactor: { portal: 0, tenants: new Map() },
  withoutAddress: { portal: 0, tenants: new Map() },
};
const root = { sub: 'root-sub', username: 'root' };
const required = { ...defaultPortal, secondFactor: 'required' } as const;
const mtls = null;
const atMtls = {
  origin: 'https://mtls.op.test',
  source: { kind: 'proxy', format: 'rfc9440', verifies: true, secret: null },
} as const;
const noMail = { issuerHost: 'op.test', secure: true, localhost: false, smtp: null, mtls };
const atAddress = (host: string) => ({ issuerHost: host, secure: true, localhost: false, smtp, mtls });
const lacking = (portal: number, acme: number) => ({
  people: { ...nobody, withoutFactor: { portal, tenants: new Map([['acme', acme]]) } },
});
const emailAlone = { ...defaultPortal, identifiers: ['email'] } as const;
const unnamed = (portal: number, acme: number) => ({
  people: { ...nobody, withoutAddress: { portal, tenants: new Map([['acme', acme]]) } },
});

/** A mail server. */
const smtp = { host: 'mail.example', port: 465, tls: 'implicit', credentials: null } as const;

const publicClient = { tokenEndpointAuthMethod: 'none', secrets: [] } as const;
/** A configuration with a provider. */
function provider(changes: Partial<CheckedProvider>): Partial<Checked> {
  const corp: CheckedProvider = {
    name: 'corp',
    displayName: 'Contoso',
    type: 'oidc',
    enabled: true,
    issuer: 'https://login.test',
    button: 'show',
    domains: ['contoso.test'],
    groupMapping: null,
  };
  return { providers: new Map([['corp', { ...corp, ...changes }]]) };
}

const acme: Tenant = tenantSchema.parse({ name: 'acme', display_name: 'Acme' });
const look = acme.theme;
const groupMapping = { claim: 'groups', values: { a: ['staff'] }, expiresAfterDays: null };

/** A configuration with a tenant. */
function tenant(changes: Partial<Tenant>): Partial<Checked> {
  return { tenants: new Map([['acme', { ...acme, ...changes }]]) };
}

const legacyOff = { ...defaultPortal, legacyFlows: 'off' } as const;
const keyed = { tokenEndpointAuthMethod: 'private_key_jwt', secrets: [], jwksUri: 'https://rp.test/jwks' } as const;

/** A client with a certificate for each of these end dates. */
const selfSigned = (...ends: readonly number[]) =>
  ({
    tokenEndpointAuthMethod: 'self_signed_tls_client_auth',
    jwks: {
      keys: ends.map((end) => {
        const { der } = createCertificate({ notAfter: day(end) });
        return { kty: 'EC', x5c: [der.toString('base64')] } as const;
      }),
    },
  }) as const;

const role = { id: 'r', name: 'admin', displayName: null, description: null, groups: [], default: false };
const staff = new Map([['g', { key: 'staff', id: 'g', name: 'staff', displayName: null, description: null }]]);
const seesAll = { show: 'all', stripPrefix: null } as const;
const withGroups = (builtIn: boolean) =>
  new Map([
    ['openid', { ...orders, name: 'openid', type: 'identity' as const, builtIn: true }],
    ['groups', { ...orders, name: 'groups', type: 'identity' as const, claims: ['groups'], builtIn }],
  ]);

const withRoles = parseConfiguration(
  JSON.stringify({ scopes: [{ name: 'orders', type: 'resource' }], apis: [{ name: 'shop', scopes: ['orders'] }] }),
).sections.apis?.map((api) => [api.name, { ...api, secrets: [], roles: [role] }] as const);

type Case = readonly [rule: string, changes: Parameters<typeof check>[0], detail?: string];

const cases: readonly Case[] = [
  ['pkce_missing_public', { client: { ...publicClient, requirePkce: false } }],
  ['pkce_missing', { client: { requirePkce: false } }],
  ['pkce_not_used', { client: { requirePkce: 'auto' }, pkceUses: new Map([['web', 'unused']]) }],
  ['pkce_not_required', { client: { requirePkce: 'auto' }, pkceUses: new Map([['web', 'used']]) }],
  ['pkce_plain', { client: { allowPlainPkce: true } }],
  ['implicit_grant', { client: { grantTypes: ['authorization_code', 'implicit'] } }],
  ['password_grant', { client: { grantTypes: ['password'] } }],
  [
    'legacy_flow_listed',
    { portal: legacyOff, client: { grantTypes: ['authorization_code', 'implicit'], responseTypes: ['code'] } },
    'implicit',
  ],
  ['assertion_audience_wide', { client: keyed, issuerAssertions: new Set(['web']) }],
  ['legacy_flows_unused', { areLegacyFlowsUnused: true }],
  ['http_redirect', { client: { redirectUris: ['http://rp.test/cb'] } }, 'http://rp.test/cb'],
  ['http_redirect', { client: { postLogoutRedirectUris: ['http://nas.lan/bye'] } }, 'http://nas.lan/bye'],
  ['scheme_without_dot', { client: { redirectUris: ['oc://ios.owncloud.com'] } }, 'oc://ios.owncloud.com'],
  ['localhost_redirect', { client: { redirectUris: ['http://localhost:3000/cb'] } }, 'http://localhost:3000/cb'],
  ['redirect_missing', { client: { redirectUris: [] } }],
  ['redirect_shared', { clients: [client(), client({ clientId: 'b' })] }, 'https://rp.test/cb'],
  ['redirect_shared', { clients: [client(), client({ clientId: 'b', selfRegistered: true })] }, 'https://rp.test/cb'],
  ['secret_missing', { client: { secrets: [] } }],
  ['secret_expired_all', { client: { secrets: [secret(-1)] } }],
  ['secret_expired', { client: { secrets: [secret(-1), secret(null)] } }, '2026-05-31'],
  ['secret_expiring', { client: { secrets: [secret(29)] } }, '2026-06-30'],
  ['certificate_expired_all', { client: selfSigned(-1) }],
  ['certificate_expired', { client: selfSigned(-1, 365) }, '2026-05-31'],
  ['certificate_expiring', { client: selfSigned(29, 365) }, '2026-06-30'],
  ['mtls_off', { client: { ...selfSigned(365), secrets: [] } }],
  ['mtls_off', { client: { tlsClientCertificateBoundAccessTokens: true } }],
  ['scope_empty', { client: { scope: [] } }],
  ['scope_empty', { client: { grantTypes: ['client_credentials'], redirectUris: [], scope: ['openid'] } }],
  ['access_nobody', { client: { access: 'assigned' }, access: { nobody: new Set(['web']), silentGroups: new Set() } }],
  [
    'approvers_missing',
    {
      client: { access: 'assigned', approverGroups: ['Leads', 'others'] },
      access: { nobody: new Set(), silentGroups: new Set(['leads']) },
    },
    'Leads',
  ],
  ['roles_without_scope', { client: { roles: [role] } }],
  ['groups_none_shown', { client: { scope: ['openid', 'groups'] }, groups: staff, scopes: withGroups(true) }],
  [
    'groups_none_shown',
    { client: { scope: ['openid', 'groups'], groupsClaim: seesAll }, groups: staff, scopes: withGroups(false) },
  ],
  ['scope_disabled', { scope: { enabled: false } }, 'orders'],
  ['consent_off_native', { client: { ...publicClient, requireConsent: false, applicationType: 'native' } }],
  ['consent_off_third_party', { client: { requireConsent: false, selfRegistered: true } }],
  ['sign_in_impossible', { client: { localLogin: false } }],
  ['access_token_long', { client: { accessTokenLifetimeSeconds: 86_401 } }],
  ['refresh_token_endless', { client: { refreshTokenLifetimeSeconds: 0, refreshTokenIdleSeconds: null } }],
  [
    'roles_in_mixed_tokens',
    { apis: new Map(withRoles), mixedAudiences: new Map([['web', new Set(['shop'])]]) },
    'shop',
  ],
  ['claims_omitted', { omittedClaims: new Map([['web', new Set(['groups'])]]) }, 'groups'],
  ['client_unused', { unused: new Set(['web']) }],
  ['redirect_uri_unused', { unusedParts: new Map([['web', new Set(['https://rp.test/cb'])]]) }, 'https://rp.test/cb'],
  ['secret_old', { oldSecrets: new Map([['web', new Set(['s'])]]) }],
  ['secret_unused', { unusedParts: new Map([['web', new Set(['s'])]]) }],
  ['scope_unused', { client: { scope: ['openid'] } }],
  ['scope_without_text', { scope: { displayName: null } }],
  ['scope_secret_expired', { scope: { secrets: [secret(0)] } }, '2026-06-01'],
  ['scope_secret_expiring', { scope: { secrets: [secret(30)] } }, '2026-07-01'],
  ['provider_http', provider({ issuer: 'http://login.test' }), 'http://login.test'],
  ['provider_unfindable', provider({ button: 'domain', domains: [] })],
  ['groups_overage', { ...provider({ groupMapping }), overflowing: new Set(['corp']) }],
  ['provider_without_client', { ...provider({}), client: { identityProviders: { deny: ['corp'] } } }],
  ['tenant_closed', { ...tenant({ enabled: false }), client: { tenant: 'acme' } }, 'web'],
  ['tenant_provider_disabled', tenant({ identityProviders: ['corp'] }), 'corp'],
  ['tenant_contrast', tenant({ theme: { ...look, primary: '#ffe27a' } })],
  ['issuer_http', { settings: { issuerHost: 'op.test', secure: false, localhost: false, smtp, mtls } }],
  ['key_missing', { client: { idTokenSignedResponseAlg: 'PS256' } }],
  ['key_overdue', { keys: keys.map((key) => ({ ...key, activatesAt: day(-181) })) }, 'RS256, 2025-12-02'],
  ['mail_missing', { settings: { issuerHost: 'op.test', secure: true, localhost: false, smtp: null, mtls } }],
  ['mail_methods_off', { settings: noMail }],
  ['mail_methods_off', { settings: noMail, portal: { ...defaultPortal, recovery: 'off', emailCode: 'on' } }],
  ['mail_methods_off', { settings: noMail, portal: { ...defaultPortal, recovery: 'off', emailSecondFactor: 'on' } }],
  [
    'mail_methods_off',
    { settings: noMail, portal: { ...defaultPortal, recovery: 'off' }, ...tenant({ emailCode: 'on' }) },
    'email_code',
  ],
  ['passkeys_address_host', { settings: atAddress('192.0.2.1') }],
  ['passkeys_address_host', { settings: atAddress('[2001:db8::1]') }],
  ['owner_without_second_factor', { people: { ...nobody, bareOwners: [root] } }],
  ['username_is_foreign_address', { people: { ...nobody, foreignNames: [root] } }],
  ['second_factor_missing', { portal: required, ...lacking(1, 0) }, '1 person'],
  ['second_factor_missing', { ...tenant({ secondFactor: 'required' }), ...lacking(0, 17) }, '17 people'],
  ['verified_address_missing', { portal: emailAlone, ...unnamed(1, 0) }, '1 person'],
  ['verified_address_missing', { ...tenant({ identifiers: ['email'] }), ...unnamed(0, 17) }, '17 people'],
  ['name_hidden_characters', { client: { enabled: false, clientName: 'Web\u202e pohs' } }],
  ['name_hidden_characters', tenant({ displayName: 'Ac\u00adme' })],
  ['row_unreadable', { client: { enabled: false, unreadable: true } }],
  ['demo_left', { demo: { clients: ['demo'], scopes: [] } }],
  ['demo_left', { demo: { clients: [], scopes: ['demo.api'] } }],
  [
    'documents_of_few',
    { portal: { ...defaultPortal, dynamicRegistration: 'open', clientIdMetadataDocuments: 'trusted' } },
  ],
  ['agents_waiting', { client: { enabled: false, awaitsApproval: true } }, '1 agent'],
  ['registration_open', { portal: { ...defaultPortal, dynamicRegistration: 'open' } }],
];

describe('the checks of the configuration (ux §1.13)', () => {
  it.each(cases.map(([rule, changes, detail]) => ({ rule, changes, detail })))(
    '$rule is found',
    async ({ rule, changes, detail }) => {
      const found = (await check(changes)).filter((one) => one.rule === rule);
      expect(found.length).toBeGreaterThan(0);
      expect(found[0]?.detail).toBe(detail ?? null);
      expect(found[0]?.href).toMatch(/^\/admin\/(clients|scopes|providers|tenants|keys|settings|users|demo|agents)/);
    },
  );

  it('find nothing where nothing is wrong', async () => {
    expect(await check({})).toEqual([]);
  });

  it.each<[string, Parameters<typeof check>[0]]>([
    [
      'a loopback redirect of a native application',
      { client: { ...publicClient, redirectUris: ['http://127.0.0.1/cb'] } },
    ],
    [
      'a shared redirect URI of self-registered clients',
      { clients: ['a', 'b'].map((clientId) => client({ clientId, selfRegistered: true })) },
    ],
    [
      'a loopback redirect where the issuer is local',
      {
        client: { redirectUris: ['http://localhost/cb'] },
        settings: { issuerHost: 'op.test', secure: false, localhost: true, smtp: null, mtls },
      },
    ],
    [
      'PKCE of a client without a browser',
      { client: { grantTypes: ['client_credentials'], requirePkce: false, redirectUris: [] } },
    ],
    ['people without a second factor where none is required', { ...tenant({}), ...lacking(3, 3) }],
    ['people without a verified address where a username is enough', { ...tenant({}), ...unnamed(3, 3) }],
    ['people without a verified address where nobody is locked out', { portal: emailAlone, ...unnamed(0, 3) }],
    ['a required second factor that nobody lacks', { portal: required, ...lacking(0, 3) }],
    [
      'an issuer with an IP address without passkeys',
      {
        settings: atAddress('192.0.2.1'),
        portal: { ...defaultPortal, passkeys: 'off' },
      },
    ],
    ['a certificate with more than 30 days', { client: selfSigned(31), settings: { ...noMail, smtp, mtls: atMtls } }],
    [
      'a certificate of a client that authenticates without it',
      { client: { ...keyed, jwksUri: null, jwks: selfSigned(-1).jwks } },
    ],
    ['a secret with more than 30 days', { client: { secrets: [secret(31)] } }],
    ['an expired secret of a client that needs none', { client: { ...publicClient, secrets: [] } }],
    ['legacy flows that are off already', { portal: legacyOff, areLegacyFlowsUnused: true }],
    [
      'a client whose assertions must be for the issuer',
      { client: { ...keyed, clientAssertionAudience: 'issuer' }, issuerAssertions: new Set(['web']) },
    ],
    ['a client whose assertions are for an endpoint', { client: keyed }],
    [
      'tokens for several APIs, none of which has roles any more',
      { mixedAudiences: new Map([['web', new Set(['shop'])]]) },
    ],
    ['too many groups of a provider without a mapping', { ...provider({}), overflowing: new Set(['corp']) }],
    ['a disabled client', { client: { enabled: false, requirePkce: false }, scopes: new Map() }],
    [
      'an old key that no longer signs',
      { keys: [...keys, { kid: 'old', alg: 'RS256', phase: 'retired', activatesAt: day(-400) }] },
    ],
  ])('do not find %s', async (_, changes) => {
    expect(await check(changes)).toEqual([]);
  });

  it('put the most severe findings first', async () => {
    const found = await check({
      client: { requirePkce: false, secrets: [] },
      scope: { displayName: null },
      unused: new Set(['web']),
    });
    expect(found.map(({ severity }) => severity)).toEqual(['error', 'warning', 'warning', 'advice']);
  });

  it('are all tested here, and all have texts', () => {
    const all = { ...clientRules, ...scopeRules, ...providerRules, ...tenantRules, ...installationRules };
    const rules = [...Object.keys(all), 'agents_waiting', 'name_hidden_characters', 'row_unreadable'].sort();
    expect([...new Set(cases.map(([rule]) => rule))].sort()).toEqual(rules);
    expect(Object.keys(texts.rules).sort()).toEqual(rules);
  });
});
