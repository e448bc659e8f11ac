import { z } from 'zod';
import { jwksSchema } from '#lib/foreign-keys/jwks';
import { decryptionAlgs, signingAlgs } from '#lib/keys/algorithms';
import { accessTokenTyps } from '#lib/vocabulary/access-token-typ';
import { acrName } from '#lib/vocabulary/acr-names';
import { automatic } from '#lib/vocabulary/automatic';
import { claims } from '#lib/vocabulary/claims';
import { parseDistinguishedName } from '#lib/vocabulary/distinguished-name';
import { contentEncryptions, encryptionAlgs } from '#lib/vocabulary/encryption-algs';
import { entry, uniqueList } from '#lib/vocabulary/entry';
import { canonicalIp } from '#lib/vocabulary/ip-address';
import { camelKeys } from '#lib/vocabulary/keys';
import { secretHash, secrets } from '#lib/vocabulary/secret';
import { securityProfiles } from '#lib/vocabulary/security-profile';
import { boundedText, clientId, line, name, scopeName, seconds } from '#lib/vocabulary/text';
import { check, httpsUri, origin, webUri, webUriProblem } from '#lib/vocabulary/uri';
import { agentStates } from './agents/agent-state';
import { clientAssertionAlgs } from './assertion-algs';
import { checkClient } from './check-client';
import { responseType } from './response-type';

export const authenticationMethods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'tls_client_auth',
  'self_signed_tls_client_auth',
  'none',
] as const;

export const subjectTypes = ['public', 'pairwise'] as const;

export const responseModes = [
  'query',
  'fragment',
  'form_post',
  'jwt',
  'query.jwt',
  'fragment.jwt',
  'form_post.jwt',
] as const;

const builtInGrants = ['authorization_code', 'implicit', 'client_credentials', 'password', 'refresh_token'];

/** A built-in grant, or an extension grant, whose name is an absolute URI (RFC 6749 §4.5). */
const grantType = boundedText(
  100,
  z.refine((value) => builtInGrants.includes(value) || /^[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7e]+$/.test(value), {
    error: `expected one of ${builtInGrants.join(', ')}, or the URI of a grant (RFC 6749 §4.5)`,
    params: { code: 'grant_type' },
  }),
);

/** Names separated by single spaces. */
const scope = z
  .string()
  .max(10_000)
  .transform((text) => text.split(' ').filter((word) => word !== ''))
  .pipe(uniqueList(scopeName, 500));

const providerNames = uniqueList(name, 100);

/** The identity providers that a person may use for this client. */
const providerFilter = z.union(
  [entry({ allow: z.union([z.literal('*'), providerNames]) }), entry({ deny: providerNames })],
  {
    error: 'expected { allow: "*" }, { allow: [names] } or { deny: [names] }',
  },
);

const tokenExchange = entry({ subjects: uniqueList(clientId, 1000), delegation: z.boolean() });

/** The redirect URIs are checked later, because the rules depend on the application type. */
const redirectUris = uniqueList(boundedText(2000), 500).default([]);

/** An address that the server calls or a frame loads. It has no fragment (OIDC Back-Channel Logout §2.2). */
const logoutUri = boundedText(
  2000,
  check(
    (uri) =>
      webUriProblem(uri) ?? (uri.includes('#') ? { code: 'uri_fragment', message: 'must not hold a fragment' } : null),
  ),
);

/** Compared byte for byte. 512 is the maximum length in a request (RFC 9101 §5.2). */
const requestUri = httpsUri.max(512);

const trueOrFalse = automatic(z.boolean(), 'true or false');

/** Null means no grace. */
const graceSeconds = automatic(seconds(0).nullable(), 'or a whole number of seconds').transform((grace) => grace ?? 0);

const certificateSubject = line(1000).refine((text) => parseDistinguishedName(text) !== null, {
  error: 'expected a name such as CN=client,O=Example (RFC 4514)',
  params: { code: 'distinguished_name' },
});

const certificateHost = boundedText(
  253,
  z.regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/, { error: 'expected a DNS name' }),
);

const certificateUri = boundedText(
  2000,
  z.regex(/^[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7e]+$/, { error: 'expected a URI' }),
);

const certificateAddress = boundedText(
  45,
  z.refine((text) => canonicalIp(text) !== null, { error: 'expected an IP address', params: { code: 'ip_address' } }),
);

const certificateEmail = boundedText(
  254,
  z.regex(/^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/, { error: 'expected an email address' }),
);

/** A calendar day. */
const day = boundedText(20, z.iso.date({ error: 'expected a day, for example 2027-01-31' }));

/** A SHA-256 in base64url. */
const documentHash = boundedText(
  43,
  z.regex(/^[\w-]{43}$/, { error: 'expected the SHA-256 of a document in base64url' }),
);

/** One entry of the section `clients`, with its keys in the file's order (RFC 7591 §2 names if there are any). */
export const clientFields = {
  client_id: clientId,
  client_name: line(200).nullable().default(null),
  enabled: z.boolean().default(true),
  /** The profile that the other settings must comply with. The portal may require a stricter one. */
  security_profile: z.enum(securityProfiles).default('none'),
  application_type: z.enum(['web', 'native']).nullable().default(null),
  token_endpoint_auth_method: z.enum(authenticationMethods).default('client_secret_basic'),
  client_secrets: secrets.default([]),
  redirect_uris: redirectUris,
  post_logout_redirect_uris: redirectUris,
  /** If absent, a client without credentials gets the origins of its redirect URIs. */
  allowed_cors_origins: uniqueList(origin, 500).nullable().default(null),
  grant_types: uniqueList(grantType, 50).default(['authorization_code']),
  response_types: z.array(responseType).max(20).optional(),
  /** If absent, all of them (FAPI 2.0 Message Signing §5.5). */
  response_modes: uniqueList(z.enum(responseModes), 7).nullable().default(null),
  scope: scope.default([]),
  access_token_format: z.enum(['jwt', 'reference']).default('jwt'),
  /** The header `typ` of its access tokens, unless a scope of the token sets another. */
  access_token_typ: z.enum(accessTokenTyps).default('at+jwt'),
  /** The accepted audience of its assertions: only the issuer, or also the called endpoint. */
  client_assertion_audience: z.enum(['endpoint', 'issuer']).default('endpoint'),
  token_endpoint_auth_signing_alg: z.enum(clientAssertionAlgs).nullable().default(null),
  access_token_lifetime_seconds: seconds(1).default(3600),
  id_token_lifetime_seconds: seconds(1).default(300),
  authorization_code_lifetime_seconds: seconds(1).default(60),
  device_code_lifetime_seconds: seconds(1).default(600),
  /** Absolute. Null for no end. */
  refresh_token_lifetime_seconds: seconds(1).nullable().default(2_592_000),
  /** Sliding. Null or 0 for none. */
  refresh_token_idle_seconds: seconds(0).nullable().default(1_296_000),
  refresh_token_rotation: trueOrFalse,
  refresh_token_grace_seconds: graceSeconds,
  require_pkce: trueOrFalse,
  allow_plain_pkce: z.boolean().default(false),
  require_consent: z.boolean().default(true),
  allow_remember_consent: z.boolean().default(true),
  consent_lifetime_seconds: seconds(0).nullable().default(null),
  /** OpenID Connect Core §8: with pairwise, no client of another sector gets the same subjects. */
  subject_type: z.enum(subjectTypes).default('public'),
  /** Its host is the sector of the client. */
  sector_identifier_uri: httpsUri.nullable().default(null),
  id_token_signed_response_alg: z.enum(signingAlgs).default('RS256'),
  /** Encrypted to a key of the client (OpenID Connect Core §10.2). If null, only signed. */
  id_token_encrypted_response_alg: z.enum(encryptionAlgs).nullable().default(null),
  id_token_encrypted_response_enc: z.enum(contentEncryptions).nullable().default(null),
  authorization_signed_response_alg: z.enum(signingAlgs).default('RS256'),
  authorization_encrypted_response_alg: z.enum(encryptionAlgs).nullable().default(null),
  authorization_encrypted_response_enc: z.enum(contentEncryptions).nullable().default(null),
  /** OpenID Connect Core §5.3.2: UserInfo answers with a JWT. If null, with JSON. */
  userinfo_signed_response_alg: z.enum(signingAlgs).nullable().default(null),
  userinfo_encrypted_response_alg: z.enum(encryptionAlgs).nullable().default(null),
  userinfo_encrypted_response_enc: z.enum(contentEncryptions).nullable().default(null),
  access_token_signing_alg: z.enum(signingAlgs).default('ES256'),
  always_include_user_claims_in_id_token: trueOrFalse,
  local_login: z.boolean().default(true),
  identity_providers: providerFilter.default({ allow: '*' }),
  frontchannel_logout_uri: logoutUri.nullable().default(null),
  frontchannel_logout_session_required: z.boolean().default(true),
  backchannel_logout_uri: logoutUri.nullable().default(null),
  backchannel_logout_session_required: z.boolean().default(true),
  default_max_age: seconds(0).nullable().default(null),
  /** The minimum level of its sign-ins: the name of a level, or an alias of the portal. */
  minimum_acr: acrName.nullable().default(null),
  /** For requests without `acr_values` (RFC 7591 registry). */
  default_acr_values: uniqueList(acrName, 20).default([]),
  client_uri: webUri.nullable().default(null),
  /** Starts a sign-in at the client (OpenID Connect Core §4). */
  initiate_login_uri: httpsUri.nullable().default(null),
  logo_uri: webUri.nullable().default(null),
  policy_uri: webUri.nullable().default(null),
  tos_uri: webUri.nullable().default(null),
  /** The next three only describe the client to administrators (RFC 7591 §2). */
  contacts: uniqueList(line(320), 20).default([]),
  software_id: line(200).nullable().default(null),
  software_version: line(200).nullable().default(null),
  jwks: jwksSchema.nullable().default(null),
  jwks_uri: webUri.nullable().default(null),
  user_code: z.enum(['base20', 'numeric']).default('base20'),
  tenant: name.nullable().default(null),
  /** Sent as `client_…` in tokens without a user. */
  claims: claims.default({}),
  token_exchange: tokenExchange.nullable().default(null),
  require_pushed_authorization_requests: z.boolean().default(false),
  require_signed_request_object: z.boolean().default(false),
  /** RFC 9101: the only algorithm for its request objects. If null, any that fits its keys. */
  request_object_signing_alg: z.enum(clientAssertionAlgs).nullable().default(null),
  /** RFC 9101 §6.1: it may encrypt its request objects to us. If null, it does not. */
  request_object_encryption_alg: z.enum(decryptionAlgs).nullable().default(null),
  request_object_encryption_enc: z.enum(contentEncryptions).nullable().default(null),
  /** The allowed addresses of its request objects (OpenID Connect Dynamic Client Registration §2). */
  request_uris: uniqueList(requestUri, 20).default([]),
  /** RFC 9449 §5.2: no access token without a proof of possession. */
  dpop_bound_access_tokens: z.boolean().default(false),
  /** A proof must contain a nonce of ours. */
  dpop_require_nonce: z.boolean().default(false),
  /** RFC 8705 §3.4: no access token without a client certificate. */
  tls_client_certificate_bound_access_tokens: z.boolean().default(false),
  /**
   * RFC 8705 §2.1.2: with the method tls_client_auth, exactly one of these is set, and its certificates must have that
   * name.
   */
  tls_client_auth_subject_dn: certificateSubject.nullable().default(null),
  tls_client_auth_san_dns: certificateHost.nullable().default(null),
  tls_client_auth_san_uri: certificateUri.nullable().default(null),
  tls_client_auth_san_ip: certificateAddress.nullable().default(null),
  tls_client_auth_san_email: certificateEmail.nullable().default(null),
  /** It described itself and nobody has vouched for it (RFC 7591 §5). Its redirect URIs are not trusted. */
  self_registered: z.boolean().default(false),
  /** The digest of the document at its client_id that describes it. Null for a client without one. */
  document_hash: documentHash.nullable().default(null),
  /** An operator's decision about an agent. */
  agent_state: z.enum(agentStates).default('pending'),
  /** The scopes that an agent may ask for, among the open ones. If empty, there is no limit. */
  agent_scope: scope.default([]),
  /** The day (UTC) from which an agent is disabled. If null, never. */
  agent_end_date: day.nullable().default(null),
  /** If absent, the stored one stays, as for a user's password. */
  registration_token_hash: secretHash.nullable().optional(),
};

/** A client from the file or an administrator's form, with all rules checked. */
export const clientSchema = entry(clientFields).transform(readClient).superRefine(checkClient);

export type ClientEntry = z.output<typeof clientSchema>;

type ResponseTypes = { readonly grant_types: readonly string[]; readonly response_types?: string[] | undefined };

/** Converts an entry. `code` is the default response type of a client with authorization_code (RFC 7591 §2). */
export function readClient<Fields extends ResponseTypes>({ response_types, ...rest }: Fields) {
  const usual = rest.grant_types.includes('authorization_code') ? ['code'] : [];
  return { ...camelKeys(rest), responseTypes: response_types ?? usual };
}
