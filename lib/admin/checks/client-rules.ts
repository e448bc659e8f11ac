import { type RegisteredCertificate, registeredCertificates } from '#lib/clients/certificates/registered-certificates';
import type { Client } from '#lib/clients/client';
import { legacyFlowsOf } from '#lib/clients/flows';
import { redirectUriRisk } from '#lib/clients/redirect-uri';
import { seenBy } from '#lib/groups/seen-groups';
import { isProviderAllowed } from '#lib/interactions/next-step';
import { usesCertificate } from '#lib/protocol/mtls/authenticate-by-certificate';
import { lacksRolesScope } from '#lib/scopes/roles-scope';
import { groupKey } from '#lib/vocabulary/group-name';
import { isLocalHost } from '#lib/vocabulary/uri';
import { applicationKind } from '../clients/application-kind';
import { type Checked, expired, expiring, type Found, foundIf, makeRules } from './checked';

const { error, warning, advice } = makeRules<(client: Client, checked: Checked) => Found>();

const longAccessTokenSeconds = 86_400;

/** The rules for each enabled client, with the setting in the configuration file that fixes it. */
export const clientRules = {
  // RFC 9700 §2.1.1: public clients must use PKCE, and others should.
  pkce_missing_public: error('require_pkce', (client) =>
    foundIf(usesCode(client) && isPublic(client) && client.requirePkce === false),
  ),
  pkce_missing: warning('require_pkce', (client) =>
    foundIf(usesCode(client) && !isPublic(client) && client.requirePkce === false),
  ),
  pkce_not_used: advice('require_pkce', (client, { pkceUses }) =>
    foundIf(recommendsPkce(client) && pkceUses.get(client.clientId) === 'unused'),
  ),
  pkce_not_required: advice('require_pkce', (client, { pkceUses }) =>
    foundIf(recommendsPkce(client) && pkceUses.get(client.clientId) === 'used'),
  ),
  pkce_plain: warning('allow_plain_pkce', (client) => foundIf(usesCode(client) && client.allowPlainPkce)),
  // RFC 9700 §2.1.2.
  implicit_grant: warning('grant_types', (client, { portal }) =>
    foundIf(portal.legacyFlows === 'on' && client.grantTypes.has('implicit')),
  ),
  // RFC 9700 §2.4.
  password_grant: warning('grant_types', (client, { portal }) =>
    foundIf(portal.legacyFlows === 'on' && client.grantTypes.has('password')),
  ),
  legacy_flow_listed: warning('grant_types', (client, { portal }) =>
    portal.legacyFlows === 'on' ? [] : legacyFlowsOf(client),
  ),
  // draft-ietf-oauth-rfc7523bis: the issuer is the only audience that no other server accepts.
  assertion_audience_wide: advice('client_assertion_audience', (client, { issuerAssertions }) =>
    foundIf(
      client.tokenEndpointAuthMethod === 'private_key_jwt' &&
        client.clientAssertionAudience === 'endpoint' &&
        issuerAssertions.has(client.clientId),
    ),
  ),
  // RFC 9700 §2.6.
  http_redirect: warning('redirect_uris', (client) =>
    addressesOf(client).filter((uri) => redirectUriRisk(uri) === 'http'),
  ),
  // RFC 8252 §8.4.
  scheme_without_dot: warning('redirect_uris', (client) =>
    client.selfRegistered ? [] : addressesOf(client).filter((uri) => redirectUriRisk(uri) === 'scheme_without_dot'),
  ),
  localhost_redirect: advice('redirect_uris', ({ applicationType, redirectUris }, { settings }) =>
    settings.localhost || applicationType === 'native' ? [] : redirectUris.filter(isLoopback),
  ),
  redirect_missing: error('redirect_uris', (client) =>
    foundIf(usesBrowser(client) && client.redirectUris.length === 0),
  ),
  redirect_shared: advice('redirect_uris', () => []),
  secret_missing: error('client_secrets', (client) => foundIf(needsSecret(client) && client.secrets.length === 0)),
  secret_expired_all: error('client_secrets', (client, { now }) =>
    foundIf(
      needsSecret(client) && client.secrets.length > 0 && expired(client.secrets, now).length === client.secrets.length,
    ),
  ),
  secret_expired: advice('client_secrets', (client, { now }) => {
    const dates = expired(client.secrets, now);
    return dates.length === client.secrets.length ? [] : dates;
  }),
  secret_expiring: warning('client_secrets', (client, { now }) =>
    needsSecret(client) ? expiring(client.secrets, now) : [],
  ),
  secret_old: advice('client_secrets', (client, { oldSecrets }) =>
    needsSecret(client)
      ? client.secrets
          .filter(({ id }) => oldSecrets.get(client.clientId)?.has(id))
          .map(({ description }) => description)
      : [],
  ),
  // RFC 8705 §2.2: a certificate is valid only between its dates.
  certificate_expired_all: error('jwks', (client, { now }) => {
    const all = ownCertificates(client);
    return foundIf(all.length > 0 && expired(all, now).length === all.length);
  }),
  certificate_expired: advice('jwks', (client, { now }) => {
    const all = ownCertificates(client);
    const dates = expired(all, now);
    return dates.length === all.length ? [] : dates;
  }),
  certificate_expiring: warning('jwks', (client, { now }) => expiring(ownCertificates(client), now)),
  mtls_off: error('token_endpoint_auth_method', (client, { settings }) =>
    foundIf(settings.mtls === null && (usesCertificate(client) || client.tlsClientCertificateBoundAccessTokens)),
  ),
  // RFC 6749 §4.4: a machine asks for the scopes of APIs alone.
  scope_empty: warning('scope', (client, { scopes }) =>
    foundIf(
      applicationKind(client) === 'machine' && client.grantTypes.has('client_credentials')
        ? !client.scope.some((name) => scopes.get(name)?.type === 'resource')
        : client.scope.length === 0,
    ),
  ),
  scope_disabled: warning('scope', (client, { scopes }) =>
    client.scope.filter((name) => scopes.get(name)?.enabled === false),
  ),
  // RFC 8252 §8.6: any program on the device can pretend to be a native application without a secret.
  consent_off_native: warning('require_consent', (client) =>
    foundIf(!client.requireConsent && usesBrowser(client) && isPublic(client) && client.applicationType === 'native'),
  ),
  consent_off_third_party: error('require_consent', (client) =>
    foundIf(!client.requireConsent && client.selfRegistered && usesBrowser(client)),
  ),
  sign_in_impossible: error('identity_providers', (client, checked) =>
    foundIf(usesBrowser(client) && !client.localLogin && !hasProvider(client, checked)),
  ),
  access_token_long: warning('access_token_lifetime_seconds', (client) =>
    foundIf(client.accessTokenFormat === 'jwt' && client.accessTokenLifetimeSeconds > longAccessTokenSeconds),
  ),
  refresh_token_endless: advice('refresh_token_lifetime_seconds', (client) =>
    foundIf(
      client.grantTypes.has('refresh_token') && !client.refreshTokenLifetimeSeconds && !client.refreshTokenIdleSeconds,
    ),
  ),
  access_nobody: warning('access', ({ clientId }, { access }) => foundIf(access.nobody.has(clientId))),
  approvers_missing: warning('approver_groups', (client, { access }) =>
    client.access === 'assigned' ? client.approverGroups.filter((name) => access.silentGroups.has(groupKey(name))) : [],
  ),
  // At the roles is a button that allows the scope.
  roles_without_scope: warning('roles', (client, { scopes }) => foundIf(lacksRolesScope(client, scopes))),
  groups_none_shown: warning('groups_claim', (client, { scopes, groups }) => {
    if (groups.size === 0 || !client.scope.includes('groups')) return [];
    // A configured scope gives the user's own claim.
    const isOwn = scopes.get('groups')?.builtIn !== true;
    return foundIf(isOwn || seenBy(client, groups).size === 0);
  }),
  roles_in_mixed_tokens: warning('scope', ({ clientId }, { mixedAudiences, apis }) =>
    [...(mixedAudiences.get(clientId) ?? [])].filter((name) => apis.get(name)?.roles.length),
  ),
  claims_omitted: warning('groups_claim', ({ clientId }, { omittedClaims }) => [
    ...(omittedClaims.get(clientId) ?? []),
  ]),
  client_unused: advice('enabled', ({ clientId }, { unused }) => foundIf(unused.has(clientId))),
  redirect_uri_unused: advice('redirect_uris', ({ clientId, redirectUris }, { unusedParts }) =>
    redirectUris.filter((uri) => unusedParts.get(clientId)?.has(uri)),
  ),
  secret_unused: advice('client_secrets', ({ clientId, secrets }, { unusedParts }) =>
    secrets.filter(({ id }) => unusedParts.get(clientId)?.has(id)).map(({ description }) => description),
  ),
} as const;

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
