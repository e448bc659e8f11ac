import type { Api } from '#lib/apis/api';
import type { Client } from '#lib/clients/client';
import { isLegacyResponseType, legacyGrants } from '#lib/clients/flows';
import { isAlwaysOn, narrow } from '#lib/clients/security-profile/left-by-profile';
import { messageRules } from '#lib/clients/security-profile/message-rules';
import { responseModes, subjectTypes } from '#lib/clients/settings';
import type { Context } from '#lib/context';
import { locales } from '#lib/i18n/locales';
import { decryptionAlgs, signingAlgs } from '#lib/keys/algorithms';
import { keyPhase } from '#lib/keys/key-phase';
import type { DecryptionRing } from '#lib/keys/key-ring';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import type { Scope } from '#lib/scopes/scope';
import { acrOfLevel, highest, type Level, levelOfAcr } from '#lib/vocabulary/acr-levels';
import { contentEncryptions, encryptionAlgs } from '#lib/vocabulary/encryption-algs';
import { supportedPromptValues } from './authorize/validate-request';
import { clientAuthenticationMethods } from './client-authentication';
import { proofAlgs } from './dpop/read-proof';
import { grants } from './grants';
import { describeMtls } from './mtls/endpoint-aliases';
import { policyOf, portalScope } from './policy-of';
import { protectedResources } from './protected-resources';
import { type DocumentSource, publicDocument } from './public-document';
import { isSignUpOffered } from './required-sign-in';
import { responseTypes } from './response-types';
import { offlineAccess } from './scope';
import { scopeAuthenticationMethods } from './scope-authentication';

/** OpenID Connect Discovery §3 and RFC 8414 §2, generated from the registries and the configuration. */
export const discoveryDocument = publicDocument('discovery', buildDiscovery);

function buildDiscovery(context: DocumentSource) {
  const { settings, snapshot, now } = context;
  const { issuer } = settings;
  // The scopes of the admin API are left out, because only few clients get them from an owner (RFC 8414 §2 allows
  // this).
  const scopes = [...snapshot.scopes.values()].filter(({ name, enabled }) => enabled && !isAdminScope(name));
  const clients = [...snapshot.clients.values()].filter(({ enabled }) => enabled);
  const apis = [...snapshot.apis.values()].filter(({ enabled }) => enabled);
  const claims = scopes.filter(({ type }) => type === 'identity').flatMap((scope) => scope.claims);
  const hasLegacy = snapshot.portal.legacyFlows === 'on';
  const { securityProfile: profile } = snapshot.portal;
  const { algs, usualAlg } = messageRules[profile];
  const methods = narrow(profile, 'token_endpoint_auth_method', clientAuthenticationMethods(settings));
  const types = [...responseTypes.keys()].filter((type) => hasLegacy || !isLegacyResponseType(type));
  // OpenID Connect Discovery §3: a response type that returns tokens directly is the grant `implicit`.
  const grantTypes = [...grants.keys(), 'implicit'].filter((grant) => hasLegacy || !legacyGrants.has(grant));
  return {
    issuer,
    authorization_endpoint: `${issuer}/connect/authorize`,
    pushed_authorization_request_endpoint: `${issuer}/connect/par`,
    require_pushed_authorization_requests: isAlwaysOn(profile, 'require_pushed_authorization_requests'),
    token_endpoint: `${issuer}/connect/token`,
    device_authorization_endpoint: `${issuer}/connect/deviceauthorization`,
    userinfo_endpoint: `${issuer}/connect/userinfo`,
    introspection_endpoint: `${issuer}/connect/introspect`,
    revocation_endpoint: `${issuer}/connect/revocation`,
    ...(snapshot.portal.dynamicRegistration === 'off' ? {} : { registration_endpoint: `${issuer}/connect/register` }),
    end_session_endpoint: `${issuer}/connect/endsession`,
    check_session_iframe: `${issuer}/connect/checksession`,
    jwks_uri: `${issuer}/.well-known/openid-configuration/jwks`,
    scopes_supported: [...scopes.map(({ name }) => name), offlineAccess],
    acr_values_supported: reachableAcrValues(context),
    claims_supported: [...new Set(['sub', ...claims])],
    response_types_supported: narrow(profile, 'response_types', types),
    response_modes_supported: narrow(profile, 'response_modes', responseModes),
    grant_types_supported: narrow(profile, 'grant_types', grantTypes),
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: algs,
    introspection_endpoint_auth_methods_supported: scopeAuthenticationMethods,
    introspection_endpoint_auth_signing_alg_values_supported: algs,
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: algs,
    ...signingSupport(snapshot.portal, clients, apis),
    introspection_signing_alg_values_supported: introspectionAlgsOf([...scopes, ...apis], usualAlg),
    ...encryptionSupport(snapshot.portal, clients, [...scopes, ...apis]),
    subject_types_supported: subjectTypes,
    code_challenge_methods_supported: clients.some((client) => client.allowPlainPkce) ? ['S256', 'plain'] : ['S256'],
    ui_locales_supported: locales,
    prompt_values_supported: supportedPromptValues(isSignUpOffered(snapshot)),
    claim_types_supported: ['normal'],
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    claims_parameter_supported: true,
    request_parameter_supported: true,
    request_object_signing_alg_values_supported: algs,
    ...(isAlwaysOn(profile, 'require_signed_request_object') && { require_signed_request_object: true }),
    ...requestEncryption(snapshot.decryptionKeys, now),
    ...requestUriSupport(snapshot, clients),
    authorization_response_iss_parameter_supported: true,
    ...(snapshot.portal.clientIdMetadataDocuments === 'off' ? {} : { client_id_metadata_document_supported: true }),
    dpop_signing_alg_values_supported: proofAlgs(profile),
    ...describeMtls(context),
    protected_resources: Object.values(protectedResources).map((path) => issuer + path),
  };
}

/**
 * RFC 9101 §10.5: a client must register the addresses of its request objects, which a metadata document must not name.
 * If this member is missing, its default is true.
 */
function requestUriSupport({ portal }: Context['snapshot'], clients: readonly Client[]) {
  const isUsed = portal.dynamicRegistration !== 'off' || clients.some(({ requestUris }) => requestUris.length > 0);
  if (!isUsed) return { request_uri_parameter_supported: false };
  return { request_uri_parameter_supported: true, require_request_uri_registration: true };
}

/** The algorithms with which clients can encrypt request objects: those of the active keys (RFC 9101 §10.5). */
function requestEncryption(keys: DecryptionRing, now: Date) {
  const active = new Set([...keys.values()].filter((key) => keyPhase(key, now) === 'active').map(({ alg }) => alg));
  if (active.size === 0) return {};
  return {
    request_object_encryption_alg_values_supported: decryptionAlgs.filter((alg) => active.has(alg)),
    request_object_encryption_enc_values_supported: contentEncryptions,
  };
}

/**
 * Encryption algorithms are listed for responses that a client or API gets encrypted, or could by registering (OpenID
 * Connect Discovery §3, JARM §4).
 */
function encryptionSupport(
  portal: Context['snapshot']['portal'],
  clients: readonly Client[],
  callers: readonly Pick<Scope, 'introspectionEncryptedResponseAlg'>[],
) {
  const hasApi = callers.some(({ introspectionEncryptedResponseAlg: alg }) => alg !== null);
  const isOffered = canRegister(portal) || hasApi || clients.some(isEncryptedTo);
  if (!isOffered) return {};
  return {
    id_token_encryption_alg_values_supported: encryptionAlgs,
    id_token_encryption_enc_values_supported: contentEncryptions,
    userinfo_encryption_alg_values_supported: encryptionAlgs,
    userinfo_encryption_enc_values_supported: contentEncryptions,
    authorization_encryption_alg_values_supported: encryptionAlgs,
    authorization_encryption_enc_values_supported: contentEncryptions,
    introspection_encryption_alg_values_supported: encryptionAlgs,
    introspection_encryption_enc_values_supported: contentEncryptions,
  };
}

function isEncryptedTo(client: Client): boolean {
  const { idTokenEncryptedResponseAlg, userinfoEncryptedResponseAlg, authorizationEncryptedResponseAlg } = client;
  const algs = [idTokenEncryptedResponseAlg, userinfoEncryptedResponseAlg, authorizationEncryptedResponseAlg];
  return algs.some((alg) => alg !== null);
}

/** The algorithms that APIs named, and the one that all others get (RFC 9701 §7). */
function introspectionAlgsOf(
  callers: readonly Pick<Scope, 'introspectionSignedResponseAlg'>[],
  usual: string,
): string[] {
  const named = new Set(callers.flatMap(({ introspectionSignedResponseAlg: alg }) => alg ?? []));
  return signingAlgs.filter((alg) => alg === usual || named.has(alg));
}

/**
 * The signing algorithms of what clients get: RS256, which every provider supports (OpenID Connect Discovery §3) unless
 * the portal's profile forbids it, those of the clients and of the APIs' tokens, and where clients can register, those that they can ask for.
 * Libraries also check access tokens against the list for ID tokens, because there is no other.
 */
function signingSupport(
  portal: Context['snapshot']['portal'],
  clients: readonly Client[],
  apis: readonly Pick<Api, 'accessTokenSigningAlg'>[],
) {
  const { securityProfile: profile } = portal;
  const { usualAlg } = messageRules[profile];
  const algsOf = (setting: string, used: readonly string[]) => {
    const open = canRegister(portal) ? narrow(profile, setting, signingAlgs) : [];
    return [...new Set([usualAlg, ...open, ...used])];
  };
  const idTokens = clients.flatMap((client) => [client.idTokenSignedResponseAlg, client.accessTokenSigningAlg]);
  const ofApis = apis.flatMap(({ accessTokenSigningAlg: alg }) => alg ?? []);
  const userinfo = clients.flatMap(({ userinfoSignedResponseAlg: alg }) => alg ?? []);
  const responses = clients.map(({ authorizationSignedResponseAlg: alg }) => alg);
  return {
    id_token_signing_alg_values_supported: algsOf('id_token_signed_response_alg', [...idTokens, ...ofApis]),
    userinfo_signing_alg_values_supported: algsOf('userinfo_signed_response_alg', userinfo),
    authorization_signing_alg_values_supported: algsOf('authorization_signed_response_alg', responses),
  };
}

/** Whether clients can choose their own metadata: by registering, or with a document. */
function canRegister({ dynamicRegistration, clientIdMetadataDocuments }: Context['snapshot']['portal']): boolean {
  return dynamicRegistration !== 'off' || clientIdMetadataDocuments !== 'off';
}

/**
 * The values of `acr` that a sign-in can reach, for discovery: the names of the levels and their aliases. More than two
 * factors takes a passkey, or a provider that vouches for the level.
 */
function reachableAcrValues(context: DocumentSource): string[] {
  const { portal, providers } = context.snapshot;
  const { acrAliases } = portal;
  const vouched = [...providers.values()].flatMap(({ enabled, acrMapping }) =>
    enabled ? Object.values(acrMapping) : [],
  );
  const reached = policyOf(portalScope, context).passkeys ? 4 : highest<Level>(2, ...vouched);
  const names = [...Object.values(acrOfLevel), ...Object.keys(acrAliases)];
  return names.filter((name) => (levelOfAcr(name, acrAliases) ?? 0) <= reached);
}
