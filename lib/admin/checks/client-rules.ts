import { type RegisteredCertificate, registeredCertificates } from '#lib/clients/certificates/registered-certificates';
import type { Client } from '#lib/clients/client';
import { legacyFlowsOf } from '#lib/clients/flows';
import { redirectUriRisk } from '#lib/clients/redirect-uri';
import { isProviderAllowed } from '#lib/interactions/next-step';
import { usesCertificate } from '#lib/protocol/mtls/authenticate-by-certificate';
import { isLocalHost } from '#lib/vocabulary/uri';
import { type Checked, expired, expiring, type Found, foundIf, type Severity } from './checked';

type ClientRule = {
  readonly severity: Severity;
  /** The name in the configuration file of the setting that fixes it. */
  readonly setting: string;
  readonly find: (client: Client, checked: Checked) => Found;
};

const longAccessTokenSeconds = 86_400;

/** The rules for each enabled client. */
export const clientRules = {
  // RFC 9700 §2.1.1: public clients must use PKCE, and others should.
  pkce_missing_public: {
    severity: 'error',
    setting: 'require_pkce',
    find: (client) => foundIf(usesCode(client) && isPublic(client) && client.requirePkce === false),
  },
  pkce_missing: {
    severity: 'warning',
    setting: 'require_pkce',
    find: (client) => foundIf(usesCode(client) && !isPublic(client) && client.requirePkce === false),
  },
  pkce_not_used: {
    severity: 'advice',
    setting: 'require_pkce',
    find: (client, { pkceUses }) => foundIf(recommendsPkce(client) && pkceUses.get(client.clientId) === 'unused'),
  },
  pkce_not_required: {
    severity: 'advice',
    setting: 'require_pkce',
    find: (client, { pkceUses }) => foundIf(recommendsPkce(client) && pkceUses.get(client.clientId) === 'used'),
  },
  pkce_plain: {
    severity: 'warning',
    setting: 'allow_plain_pkce',
    find: (client) => foundIf(usesCode(client) && client.allowPlainPkce),
  },
  // RFC 9700 §2.1.2.
  implicit_grant: {
    severity: 'warning',
    setting: 'grant_types',
    find: (client, { portal }) => foundIf(portal.legacyFlows === 'on' && client.grantTypes.has('implicit')),
  },
  // RFC 9700 §2.4.
  password_grant: {
    severity: 'warning',
    setting: 'grant_types',
    find: (client, { portal }) => foundIf(portal.legacyFlows === 'on' && client.grantTypes.has('password')),
  },
  legacy_flow_listed: {
    severity: 'warning',
    setting: 'grant_types',
    find: (client, { portal }) => (portal.legacyFlows === 'on' ? [] : legacyFlowsOf(client)),
  },
  // draft-ietf-oauth-rfc7523bis: the issuer is the only audience that no other server accepts.
  assertion_audience_wide: {
    severity: 'advice',
    setting: 'client_assertion_audience',
    find: (client, { issuerAssertions }) =>
      foundIf(
        client.tokenEndpointAuthMethod === 'private_key_jwt' &&
          client.clientAssertionAudience === 'endpoint' &&
          issuerAssertions.has(client.clientId),
      ),
  },
  // RFC 9700 §2.6.
  http_redirect: {
    severity: 'warning',
    setting: 'redirect_uris',
    find: (client) => addressesOf(client).filter((uri) => redirectUriRisk(uri) === 'http'),
  },
  // RFC 8252 §8.4.
  scheme_without_dot: {
    severity: 'warning',
    setting: 'redirect_uris',
    find: (client) =>
      client.selfRegistered ? [] : addressesOf(client).filter((uri) => redirectUriRisk(uri) === 'scheme_without_dot'),
  },
  localhost_redirect: {
    severity: 'advice',
    setting: 'redirect_uris',
    find: ({ applicationType, redirectUris }, { settings }) =>
      settings.localhost || applicationType === 'native' ? [] : redirectUris.filter(isLoopback),
  },
  redirect_missing: {
    severity: 'error',
    setting: 'redirect_uris',
    find: (client) => foundIf(usesBrowser(client) && client.redirectUris.length === 0),
  },
  redirect_shared: {
    severity: 'advice',
    setting: 'redirect_uris',
    find: () => [],
  },
  secret_missing: {
    severity: 'error',
    setting: 'client_secrets',
    find: (client) => foundIf(needsSecret(client) && client.secrets.length === 0),
  },
  secret_expired_all: {
    severity: 'error',
    setting: 'client_secrets',
    find: (client, { now }) =>
      foundIf(
        needsSecret(client) &&
          client.secrets.length > 0 &&
          expired(client.secrets, now).length === client.secrets.length,
      ),
  },
  secret_expired: {
    severity: 'advice',
    setting: 'client_secrets',
    find: (client, { now }) => {
      const dates = expired(client.secrets, now);
      return dates.length === client.secrets.length ? [] : dates;
    },
  },
  secret_expiring: {
    severity: 'warning',
    setting: 'client_secrets',
    find: (client, { now }) => (needsSecret(client) ? expiring(client.secrets, now) : []),
  },
  secret_old: {
    severity: 'advice',
    setting: 'client_secrets',
    find: (client, { oldSecrets }) =>
      needsSecret(client)
        ? client.secrets
            .filter(({ id }) => oldSecrets.get(client.clientId)?.has(id))
            .map(({ description }) => description)
        : [],
  },
  // RFC 8705 §2.2: a certificate is valid only between its dates.
  certificate_expired_all: {
    severity: 'error',
    setting: 'jwks',
    find: (client, { now }) => {
      const all = ownCertificates(client);
      return foundIf(all.length > 0 && expired(all, now).length === all.length);
    },
  },
  certificate_expired: {
    severity: 'advice',
    setting: 'jwks',
    find: (client, { now }) => {
      const all = ownCertificates(client);
      const dates = expired(all, now);
      return dates.length === all.length ? [] : dates;
    },
  },
  certificate_expiring: {
    severity: 'warning',
    setting: 'jwks',
    find: (client, { now }) => expiring(ownCertificates(client), now),
  },
  mtls_off: {
    severity: 'error',
    setting: 'token_endpoint_auth_method',
    find: (client, { settings }) =>
      foundIf(settings.mtls === null && (usesCertificate(client) || client.tlsClientCertificateBoundAccessTokens)),
  },
  scope_empty: {
    severity: 'warning',
    setting: 'scope',
    find: (client) => foundIf(client.scope.length === 0),
  },
  scope_disabled: {
    severity: 'warning',
    setting: 'scope',
    find: (client, { scopes }) => client.scope.filter((name) => scopes.get(name)?.enabled === false),
  },
  // RFC 8252 §8.6: any program on the device can pretend to be a native application without a secret.
  consent_off_native: {
    severity: 'warning',
    setting: 'require_consent',
    find: (client) =>
      foundIf(!client.requireConsent && usesBrowser(client) && isPublic(client) && client.applicationType === 'native'),
  },
  consent_off_third_party: {
    severity: 'error',
    setting: 'require_consent',
    find: (client) => foundIf(!client.requireConsent && client.selfRegistered && usesBrowser(client)),
  },
  sign_in_impossible: {
    severity: 'error',
    setting: 'identity_providers',
    find: (client, checked) => foundIf(usesBrowser(client) && !client.localLogin && !hasProvider(client, checked)),
  },
  access_token_long: {
    severity: 'warning',
    setting: 'access_token_lifetime_seconds',
    find: (client) =>
      foundIf(client.accessTokenFormat === 'jwt' && client.accessTokenLifetimeSeconds > longAccessTokenSeconds),
  },
  refresh_token_endless: {
    severity: 'advice',
    setting: 'refresh_token_lifetime_seconds',
    find: (client) =>
      foundIf(
        client.grantTypes.has('refresh_token') &&
          !client.refreshTokenLifetimeSeconds &&
          !client.refreshTokenIdleSeconds,
      ),
  },
  client_unused: {
    severity: 'advice',
    setting: 'enabled',
    find: ({ clientId }, { unused }) => foundIf(unused.has(clientId)),
  },
  redirect_uri_unused: {
    severity: 'advice',
    setting: 'redirect_uris',
    find: ({ clientId, redirectUris }, { unusedParts }) =>
      redirectUris.filter((uri) => unusedParts.get(clientId)?.has(uri)),
  },
  secret_unused: {
    severity: 'advice',
    setting: 'client_secrets',
    find: ({ clientId, secrets }, { unusedParts }) =>
      secrets.filter(({ id }) => unusedParts.get(clientId)?.has(id)).map(({ description }) => description),
  },
} as const satisfies Readonly<Record<string, ClientRule>>;

/** Whether a client may leave out PKCE, although RFC 9700 §2.1.1 recommends it. */
export function recommendsPkce(client: Client): boolean {
  return usesCode(client) && client.requirePkce === 'recommended';
}

function isPublic({ tokenEndpointAuthMethod }: Client): boolean {
  return tokenEndpointAuthMethod === 'none';
}

function needsSecret({ tokenEndpointAuthMethod }: Client): boolean {
  return tokenEndpointAuthMethod.startsWith('client_secret_');
}

function ownCertificates(client: Client): readonly RegisteredCertificate[] {
  return client.tokenEndpointAuthMethod === 'self_signed_tls_client_auth' ? registeredCertificates(client) : [];
}

function usesCode({ grantTypes }: Client): boolean {
  return grantTypes.has('authorization_code');
}

function usesBrowser(client: Client): boolean {
  return usesCode(client) || client.grantTypes.has('implicit');
}

function hasProvider(client: Client, { tenants, providers }: Checked): boolean {
  const tenant = client.tenant === null ? null : (tenants.get(client.tenant) ?? null);
  return [...providers.values()].some(
    ({ enabled, name }) => enabled && isProviderAllowed({ rules: client, tenant }, name),
  );
}

function addressesOf({ redirectUris, postLogoutRedirectUris }: Client): readonly string[] {
  return [...new Set([...redirectUris, ...postLogoutRedirectUris])];
}

/** Whether an address is http on the person's own machine. */
export function isLoopback(uri: string): boolean {
  return uri.startsWith('http:') && URL.canParse(uri) && isLocalHost(new URL(uri).hostname);
}
