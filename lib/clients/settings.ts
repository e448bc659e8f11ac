import { z } from 'zod';
import { jwksSchema } from '#lib/foreign-keys/jwks';
import {
  clientSignatures,
  encryptions,
  contentEncryptions as offeredEncryptions,
  signatures,
} from '#lib/i18n/admin/algorithms';
import { decryptionAlgs, signingAlgs } from '#lib/keys/algorithms';
import { acrName } from '#lib/vocabulary/acr-names';
import { claimRules } from '#lib/vocabulary/claim-rules';
import { claims } from '#lib/vocabulary/claims';
import { parseDistinguishedName } from '#lib/vocabulary/distinguished-name';
import { contentEncryptions, encryptionAlgs } from '#lib/vocabulary/encryption-algs';
import { boundedList, entry, group, uniqueList } from '#lib/vocabulary/entry';
import { groupsClaim, groupsOptions } from '#lib/vocabulary/groups-claim';
import { canonicalIp } from '#lib/vocabulary/ip-address';
import { accessTokenTyps } from '#lib/vocabulary/jwt';
import { groupNames, onceEach, roleName, roles } from '#lib/vocabulary/role';
import { secretHash, secrets } from '#lib/vocabulary/secret';
import { securityProfiles } from '#lib/vocabulary/security-profile';
import { type Allowed, type Facts, type SettingLock, setting } from '#lib/vocabulary/setting';
import { boundedText, clientId, line, name, scopeName, seconds } from '#lib/vocabulary/text';
import { check, httpsUri, origin, webUri, webUriProblem } from '#lib/vocabulary/uri';
import { clientAssertionAlgs } from './assertion-algs';
import { responseType } from './response-type';
import { fapiAlgs } from './security-profile/message-rules';

/** An operator's decision about an agent. `pending`: there is none yet. */
const agentStates = ['pending', 'approved', 'blocked'] as const;

export type AgentState = (typeof agentStates)[number];

/**
 * A key with the default `auto`. Its effect then depends on the rest of the entry.
 * @param expected for the error message: the values other than `auto`
 */
function automatic<Value extends z.ZodType>(value: Value, expected: string) {
  return z.union([z.literal('auto'), value], { error: `expected auto, ${expected}` }).default('auto');
}

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

/** The roles of a client that acts for itself: each API once. */
const apiRoles = boundedList(
  group({ api: scopeName, roles: uniqueList(roleName, 100) }),
  50,
  onceEach(({ api }: { readonly api: string }) => api),
);

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
      webUriProblem(uri) ??
      (uri.includes('#') ? { code: 'uri_fragment', message: 'must not contain a fragment' } : null),
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

/** The grants of a client decide which settings have an effect on it. */
const usesCodes = { grant_types: ['authorization_code'] };
const refreshes = { grant_types: ['refresh_token'] };
const isDevice = { grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] };
/** People are redirected to it from our pages. */
const isRedirected = { grant_types: ['authorization_code', 'implicit'] };
/** It acts for users. */
const hasUsers = { grant_types: [...isRedirected.grant_types, ...isDevice.grant_types, 'password', 'refresh_token'] };

/** So does its authentication. */
const signsAssertions = { token_endpoint_auth_method: ['private_key_jwt'] };
const hasOwnKeys = { token_endpoint_auth_method: ['private_key_jwt', 'self_signed_tls_client_auth'] };
const hasNamedCertificate = { token_endpoint_auth_method: ['tls_client_auth'] };

const isAgent = { self_registered: [true] };

/** A requirement of the FAPI 2.0 Security Profile, by its section. */
function fapi2(allows: Allowed, requirement: string, section: string): SettingLock {
  return { from: 'fapi2', allows, requirement, source: `FAPI 2.0 Security Profile §${section}` };
}

/** A requirement of FAPI 2.0 Message Signing, by its section. */
function signedMessages(allows: Allowed, requirement: string, section: string): SettingLock {
  return { from: 'fapi2_message_signing', allows, requirement, source: `FAPI 2.0 Message Signing §${section}` };
}

/** A setting that a client may register, and that decides what it may do (RFC 7591 §2). */
function registered<Schema extends z.ZodType, const Known extends Facts>(schema: Schema, facts: Known) {
  return setting(schema, { ...facts, registration: 'effective' });
}

/** With null for a setting without an algorithm, which accepts all of these. */
const anyOfTheseAlgs = [null, ...fapiAlgs];

const signedWell = 'Signatures use PS256, ES256 or EdDSA (Ed25519).';

/**
 * One record for each key of the section `clients`, in the order of the file (RFC 7591 §2 names if there are any).
 */
export const clientSettings = {
  client_id: setting(clientId, {
    type: 'text',
    meaning:
      'printable ASCII without spaces, at most 100 characters; or the address of a [metadata document](agents.md#metadata-documents), at most 512. Cannot be the `sub` of a user',
    shows: '[client authentication](#client-authentication)',
  }),
  client_name: registered(line(200).nullable().default(null), {
    field: { group: 'general', input: 'line' },
    text: ['Name', 'Shown on the sign-in and consent pages.'],
    type: 'text',
    meaning: 'the name on the sign-in and consent pages',
    shows: 'the sign-in and consent pages',
  }),
  enabled: setting(z.boolean().default(true), {
    meaning: 'false: all its requests are refused, within a second',
    shows: '[client authentication](#client-authentication)',
  }),
  /** The profile that the other settings must comply with. The portal may require a stricter one. */
  security_profile: setting(z.enum(securityProfiles).default('none'), {
    field: { group: 'security', input: 'choice' },
    text: ['Profile', 'Sets the options that the standard requires, and refuses settings that conflict with it.'],
    options: { none: 'None', fapi2: 'FAPI 2.0', fapi2_message_signing: 'FAPI 2.0 Message Signing' },
    meaning:
      'the requirements that it must meet ([FAPI 2.0](security-profiles.md)). Settings you leave out get the value of the profile, and the others are checked against it',
    shows: '[security profiles](security-profiles.md)',
  }),
  application_type: registered(z.enum(['web', 'native']).nullable().default(null), {
    field: { group: 'general', input: 'choice', advanced: true, after: 'tenant' },
    text: ['Application type', 'Native apps can use loopback addresses and custom schemes.'],
    options: { '': 'Automatic: from the redirect URIs', web: 'Web', native: 'Native' },
    relevant: [isRedirected],
    type: '`web`, `native`',
    preset: 'derived',
    meaning:
      'if absent: native if every redirect URI is a loopback IP address or has a custom scheme. With `self_registered`: native if any redirect URI is a loopback address or localhost, or has a custom scheme',
    shows: '[authorize](#authorize)',
  }),
  token_endpoint_auth_method: registered(z.enum(authenticationMethods).default('client_secret_basic'), {
    field: { group: 'authentication', input: 'choice' },
    text: ['Client authentication', 'How this client authenticates at the token endpoint.'],
    options: {
      client_secret_basic: 'Secret in the Authorization header',
      client_secret_post: 'Secret in the request body',
      private_key_jwt: 'Signed assertion (private key)',
      tls_client_auth: 'CA-issued certificate (mTLS)',
      self_signed_tls_client_auth: 'Self-signed certificate (mTLS)',
      none: 'None (public client)',
    },
    vouched: ['tls_client_auth', 'self_signed_tls_client_auth'],
    lock: fapi2(
      { oneOf: ['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth'] },
      'Clients authenticate with private_key_jwt or mTLS.',
      '5.3.2.1',
    ),
    meaning:
      'how it authenticates. A client with a secret can use both basic and post. `none` is for a client that cannot keep a secret',
    shows: '[client authentication](#client-authentication)',
  }),
  client_secrets: setting(secrets.default([]), {
    type: 'secrets',
    meaning: 'basic and post need at least one; `none` cannot have any',
    shows: '[client authentication](#client-authentication)',
  }),
  redirect_uris: registered(redirectUris, {
    field: { group: 'redirects', input: 'uris' },
    text: ['Redirect URIs', 'Where users return after signing in. Must match exactly. https, or http for localhost.'],
    relevant: [isRedirected],
    lock: fapi2(
      { http: 'native_loopback' },
      'Redirect URIs use https. Only native apps use http, for 127.0.0.1 and [::1].',
      '5.3.2.2',
    ),
    meaning:
      'where responses can go, compared byte for byte (rules below). A client with a response type needs at least one',
    shows: '[authorize](#authorize)',
  }),
  post_logout_redirect_uris: registered(redirectUris, {
    field: { group: 'redirects', input: 'uris' },
    text: ['Post-logout redirect URIs', 'Where users can return after signing out.'],
    relevant: [isRedirected],
    meaning: 'where users can go after signing out; the same rules',
    shows: '[end session](#end-session)',
  }),
  /** If absent, a client without credentials gets the origins of its redirect URIs. */
  allowed_cors_origins: setting(uniqueList(origin, 500).nullable().default(null), {
    field: { group: 'redirects', input: 'auto_uris' },
    text: ['Allowed origins (CORS)', 'Pages from these origins can call the token endpoint.'],
    options: { auto: 'Automatic: from the redirect URIs of a public client', listed: 'Only these' },
    relevant: [isRedirected],
    type: 'list of origins or null',
    meaning:
      'origins whose pages can call the endpoints: scheme, host and port, without a path. Absent or null: the origins of its https and loopback redirect URIs if it has no credentials or registered itself, otherwise none. `[]`: none',
    shows: '[CORS](#cors)',
  }),
  grant_types: registered(uniqueList(grantType, 50).default(['authorization_code']), {
    field: { group: 'grants', input: 'many' },
    text: ['Grant types', 'How this client can get tokens.'],
    options: {
      authorization_code: 'Authorization code: users sign in with a browser',
      refresh_token: 'Refresh token: users stay signed in',
      client_credentials: 'Client credentials: runs without a user',
      'urn:ietf:params:oauth:grant-type:device_code': 'Device code: for TVs and command lines',
      'urn:ietf:params:oauth:grant-type:token-exchange': 'Token exchange: calls other services for users',
      implicit: 'Implicit: deprecated and unsafe',
      password: 'Password: deprecated and unsafe',
    },
    lock: fapi2(
      {
        subsetOf: [
          'authorization_code',
          'refresh_token',
          'client_credentials',
          'urn:ietf:params:oauth:grant-type:token-exchange',
          'urn:ietf:params:oauth:grant-type:jwt-bearer',
        ],
      },
      'Clients don’t use the implicit, password and device flows, or grants of extensions.',
      '5.3.2.1',
    ),
    preset: '`[authorization_code]`',
    meaning:
      '`authorization_code`, `implicit`, `client_credentials`, `password`, `refresh_token`, `urn:ietf:params:oauth:grant-type:device_code`, or the URI of another grant',
    shows: '[authorize](#authorize), [token](#token) and [device authorization](#device-authorization)',
  }),
  response_types: registered(z.array(responseType).max(20).optional(), {
    field: { group: 'grants', input: 'many', advanced: true },
    text: ['Response types', 'What the authorization endpoint can return. Most clients only need code.'],
    options: {
      code: 'code',
      id_token: 'id_token',
      token: 'token',
      'id_token token': 'id_token token',
      'code id_token': 'code id_token',
      'code token': 'code token',
      'code id_token token': 'code id_token token',
    },
    relevant: [isRedirected],
    lock: fapi2({ subsetOf: ['code'] }, 'The response type is code.', '5.3.2.2'),
    preset: '`[code]` with `authorization_code`, else `[]`',
    meaning:
      '`code` needs the grant `authorization_code`; `token`, `id_token` and `id_token token` need `implicit`; `code id_token`, `code token` and `code id_token token` need both',
    shows: '[authorize](#authorize)',
  }),
  /** If absent, all of them (FAPI 2.0 Message Signing §5.5). */
  response_modes: registered(uniqueList(z.enum(responseModes), 7).nullable().default(null), {
    field: { group: 'protocol', input: 'json', advanced: true, after: 'request_uris' },
    text: ['Response modes', 'A JSON list, for example ["jwt"]. Leave empty for all.'],
    relevant: [isRedirected],
    lock: signedMessages(
      { subsetOf: ['jwt', 'query.jwt', 'form_post.jwt'] },
      'Authorization responses are signed.',
      '5.4.1',
    ),
    meaning:
      'the `response_mode` values that it can use, from those in the discovery document; null: all. `jwt` stands for the [signed](protocol.md#signed-responses) default mode of the response type. If the plain default mode is not in the list, the first mode that fits the response type is the default',
    shows: '[authorize](#authorize)',
  }),
  scope: registered(scope.default([]), {
    field: { group: 'scopes', input: 'words' },
    text: ['Scopes', 'The scopes this client can request.'],
    type: 'text',
    preset: '`""`',
    meaning: 'the scopes that it can request, separated by spaces',
    shows: '[authorize](#authorize), [token](#token) and [device authorization](#device-authorization)',
  }),
  access_token_format: setting(z.enum(['jwt', 'reference']).default('jwt'), {
    field: { group: 'access_token', input: 'choice', after: 'access_token_lifetime_seconds' },
    text: ['Access token format', 'APIs verify a JWT on their own. For a reference, they call introspection.'],
    options: { jwt: 'JWT', reference: 'Reference' },
    meaning: '`jwt`: APIs verify the token on their own. `reference`: APIs send it to introspection',
    shows: '[access token](#access-token)',
  }),
  /** The header `typ` of its access tokens, unless a scope of the token sets another. */
  access_token_typ: setting(z.enum(accessTokenTyps).default('at+jwt'), {
    field: { group: 'access_token', input: 'choice', advanced: true, after: 'access_token_format' },
    text: ['Access token type', 'The typ header. Choose JWT if an API refuses at+jwt. A scope can override it.'],
    options: { 'at+jwt': 'at+jwt', JWT: 'JWT' },
    relevant: [{ access_token_format: ['jwt'] }],
    meaning:
      'the `typ` header of its JWT access tokens. Use `JWT` for APIs whose library refuses `at+jwt`. A [scope](#scopes) can override it',
    shows: '[access token](#access-token)',
  }),
  /** The accepted audience of its assertions: only the issuer, or also the called endpoint. */
  client_assertion_audience: setting(z.enum(['endpoint', 'issuer']).default('endpoint'), {
    field: { group: 'authentication', input: 'choice', advanced: true, after: 'jwks_uri' },
    text: ['Assertion audience', 'The accepted aud of assertions. Issuer only is safer, if the library supports it.'],
    options: { endpoint: 'Issuer or endpoint', issuer: 'Issuer only' },
    relevant: [signsAssertions],
    lock: fapi2({ oneOf: ['issuer'] }, 'Assertions name the issuer as their only audience.', '5.3.2.1'),
    meaning:
      'the accepted `aud` of `private_key_jwt` assertions. `endpoint`: the issuer, the called endpoint or the token endpoint. `issuer`: only the issuer',
    shows: '[client authentication](#client-authentication)',
  }),
  token_endpoint_auth_signing_alg: registered(z.enum(clientAssertionAlgs).nullable().default(null), {
    field: { group: 'authentication', input: 'choice', advanced: true, after: 'client_assertion_audience' },
    text: [
      'Assertion signature',
      'Assertions with another algorithm are refused. Any accepts every algorithm that fits the key.',
    ],
    options: clientSignatures,
    relevant: [signsAssertions],
    lock: fapi2({ oneOf: anyOfTheseAlgs }, signedWell, '5.4.1'),
    type: 'an algorithm or null',
    meaning:
      'the only `alg` that its `private_key_jwt` assertions can have; null: any in the discovery document that fits its keys',
    shows: '[client authentication](#client-authentication)',
  }),
  access_token_lifetime_seconds: setting(seconds(1).default(3600), {
    field: { group: 'access_token', input: 'duration' },
    text: ['Access token lifetime', 'Recommended: 5 to 60 minutes.'],
    shows: '[access token](#access-token)',
  }),
  id_token_lifetime_seconds: setting(seconds(1).default(300), {
    field: { group: 'id_token', input: 'duration' },
    text: ['ID token lifetime', 'A few minutes are enough.'],
    relevant: [hasUsers],
    shows: '[ID token](#id-token)',
  }),
  authorization_code_lifetime_seconds: setting(seconds(1).default(60), {
    field: { group: 'codes', input: 'duration' },
    text: ['Authorization code lifetime', 'From the redirect to the token request.'],
    relevant: [usesCodes],
    lock: fapi2({ atMost: 60 }, 'Authorization codes expire after at most 60 seconds.', '5.3.2.1'),
    shows: '[authorize](#authorize)',
  }),
  device_code_lifetime_seconds: setting(seconds(1).default(600), {
    field: { group: 'codes', input: 'duration' },
    text: ['Device code lifetime', 'How long users have to enter the code.'],
    relevant: [isDevice],
    shows: '[device authorization](#device-authorization)',
  }),
  /** Absolute. Null for no end. */
  refresh_token_lifetime_seconds: setting(seconds(1).nullable().default(2_592_000), {
    field: { group: 'refresh_token', input: 'duration' },
    text: ['Maximum lifetime', 'Users sign in again after this. Leave empty for no limit.'],
    relevant: [refreshes],
    meaning:
      'counted from the first refresh token of a grant; null: no limit. A lower value also applies to existing refresh tokens',
    shows: '[refresh_token](#refresh_token)',
  }),
  /** Sliding. Null or 0 for none. */
  refresh_token_idle_seconds: setting(seconds(0).nullable().default(1_296_000), {
    field: { group: 'refresh_token', input: 'duration' },
    text: ['Idle timeout', 'Ends a refresh token that isn’t used for this long. Leave empty for no limit.'],
    relevant: [refreshes],
    meaning: 'counted from the last use; 0 or null: no limit',
    shows: '[refresh_token](#refresh_token)',
  }),
  refresh_token_rotation: setting(trueOrFalse, {
    field: { group: 'refresh_token', input: 'auto_check' },
    text: ['Rotate refresh tokens', 'Detects stolen tokens when one is used twice. Automatic: for public clients.'],
    options: { auto: 'Automatic', true: 'Always', false: 'Never' },
    relevant: [refreshes],
    lock: fapi2({ oneOf: [false] }, 'Refresh tokens aren’t rotated.', '5.3.2.1'),
    meaning:
      'true: each use returns a new token, and reuse of an old one ends the grant. `auto`: true for a client without credentials, otherwise false',
    shows: '[refresh_token](#refresh_token)',
  }),
  refresh_token_grace_seconds: setting(graceSeconds, {
    field: { group: 'refresh_token', input: 'auto_duration', advanced: true },
    text: ['Reuse grace period', 'Accepts the previous token for this long, until its successor is used.'],
    relevant: [refreshes],
    meaning:
      'how long the previous token still returns the same new token, until the new one is used. `auto`: 10 where `refresh_token_rotation: auto` rotates (30 for a client that registered itself), otherwise 0',
    shows: '[refresh_token](#refresh_token)',
  }),
  require_pkce: setting(trueOrFalse, {
    field: { group: 'protocol', input: 'auto_check' },
    text: ['PKCE', 'Protects against stolen codes. Automatic: required for public clients, recommended for others.'],
    options: { auto: 'Automatic', true: 'Required', false: 'Optional' },
    relevant: [usesCodes],
    lock: fapi2({ oneOf: [true] }, 'Authorization requests use PKCE.', '5.3.2.2'),
    meaning:
      '`auto`: required for a client without credentials, recommended for others (RFC 9700 §2.1.1). The checks list the clients that do not use PKCE. Cannot be false for a client without credentials',
    shows: '[authorize](#authorize)',
  }),
  allow_plain_pkce: setting(z.boolean().default(false), {
    field: { group: 'protocol', input: 'check' },
    text: ['Allow plain PKCE', 'Offers almost no protection.'],
    relevant: [{ allow_plain_pkce: [true] }],
    lock: fapi2({ oneOf: [false] }, 'The code challenge method is S256.', '5.3.2.2'),
    meaning: 'accept `code_challenge_method=plain`',
    shows: '[authorize](#authorize)',
  }),
  require_consent: setting(z.boolean().default(true), {
    field: { group: 'consent', input: 'check' },
    text: ['Ask for consent', 'Users see what the app gets and can decline. Turn off for your own apps.'],
    relevant: [hasUsers],
    meaning: 'ask the user for consent',
    shows: '[consent](#consent)',
  }),
  allow_remember_consent: setting(z.boolean().default(true), {
    field: { group: 'consent', input: 'check' },
    text: ['Remember consent', 'Users aren’t asked again for the same scopes.'],
    relevant: [hasUsers],
    meaning: 'the user can choose to be asked only once',
    shows: '[consent](#consent)',
  }),
  consent_lifetime_seconds: setting(seconds(0).nullable().default(null), {
    field: { group: 'consent', input: 'duration', advanced: true },
    text: ['Consent lifetime', 'Users are asked again after this. Leave empty for no limit.'],
    relevant: [hasUsers],
    meaning: 'how long consent is remembered; null: until it is removed. Also applies to existing consents',
    shows: '[consent](#consent)',
  }),
  /** OpenID Connect Core §8: with pairwise, no client of another sector gets the same subjects. */
  subject_type: registered(z.enum(subjectTypes).default('public'), {
    field: { group: 'id_token', input: 'choice', advanced: true },
    text: [
      'User identifier',
      'With different identifiers, apps can’t link users to each other. If you change this, users become new accounts in the app.',
    ],
    options: { public: 'The same for all apps', pairwise: 'A different identifier for each app' },
    relevant: [hasUsers],
    meaning:
      '`pairwise`: its users have a [`sub`](protocol.md#subjects) that clients of other sectors do not see. If you change this, users become new accounts in the app',
    shows: '[subjects](#subjects)',
  }),
  /** Its host is the sector of the client. */
  sector_identifier_uri: registered(httpsUri.nullable().default(null), {
    field: { group: 'id_token', input: 'line', advanced: true },
    text: [
      'Sector identifier URI',
      'An https address with a JSON list of all redirect URIs. Apps with the same host share identifiers. Checked when you save.',
    ],
    relevant: [{ subject_type: ['pairwise'] }],
    type: 'https URI',
    meaning: 'the address of a JSON list with all its redirect URIs. The host is the sector. `apply` does not fetch it',
    shows: '[subjects](#subjects)',
  }),
  id_token_signed_response_alg: registered(z.enum(signingAlgs).default('RS256'), {
    field: { group: 'id_token', input: 'choice', advanced: true },
    text: ['ID token signature', 'Every library supports RS256.'],
    options: signatures,
    relevant: [hasUsers],
    lock: fapi2({ oneOf: fapiAlgs }, signedWell, '5.4.1'),
    type: '`RS256`, `PS256`, `ES256`, `ES384`, `ES512`, `Ed25519`, `EdDSA`',
    meaning:
      '`EdDSA` is the former name of `Ed25519` (RFC 9864). The server creates a key when an algorithm is first used',
    shows: '[ID token](#id-token)',
  }),
  /** Encrypted to a key of the client (OpenID Connect Core §10.2). If null, only signed. */
  id_token_encrypted_response_alg: registered(z.enum(encryptionAlgs).nullable().default(null), {
    field: { group: 'id_token', input: 'choice', advanced: true },
    text: ['ID token encryption', 'Encrypts ID tokens to a public key of the app, besides signing them.'],
    options: encryptions,
    relevant: [hasUsers],
    meaning:
      '[encrypts](protocol.md#encryption) ID tokens to a public key of the client, which needs `jwks` or `jwks_uri`; null: only signed',
    shows: '[encryption](#encryption)',
  }),
  id_token_encrypted_response_enc: registered(z.enum(contentEncryptions).nullable().default(null), {
    field: { group: 'id_token', input: 'choice', advanced: true },
    text: ['ID token content encryption', 'Leave at the default unless the app asks for another.'],
    options: offeredEncryptions,
    relevant: [{ id_token_encrypted_response_alg: 'set' }],
    meaning: 'how their content is encrypted; null: `A128CBC-HS256`',
    shows: '[encryption](#encryption)',
  }),
  authorization_signed_response_alg: registered(z.enum(signingAlgs).default('RS256'), {
    field: { group: 'protocol', input: 'choice', advanced: true, after: 'response_modes' },
    text: ['Response signature', 'For responses with response_mode=jwt. Every library supports RS256.'],
    options: signatures,
    relevant: [isRedirected],
    lock: fapi2({ oneOf: fapiAlgs }, signedWell, '5.4.1'),
    type: 'the same',
    meaning: 'the algorithm of [signed responses](protocol.md#signed-responses)',
    shows: '[authorize](#authorize)',
  }),
  authorization_encrypted_response_alg: registered(z.enum(encryptionAlgs).nullable().default(null), {
    field: { group: 'protocol', input: 'choice', advanced: true, after: 'authorization_signed_response_alg' },
    text: ['Response encryption', 'Encrypts signed responses to a public key of the app.'],
    options: encryptions,
    relevant: [isRedirected],
    type: 'as of ID tokens',
    meaning: 'the same for [signed responses](protocol.md#signed-responses)',
    shows: '[encryption](#encryption)',
  }),
  authorization_encrypted_response_enc: registered(z.enum(contentEncryptions).nullable().default(null), {
    field: { group: 'protocol', input: 'choice', advanced: true, after: 'authorization_encrypted_response_alg' },
    text: ['Response content encryption', 'Leave at the default unless the app asks for another.'],
    options: offeredEncryptions,
    relevant: [{ authorization_encrypted_response_alg: 'set' }],
    type: 'as of ID tokens',
    meaning: 'the same',
    shows: '[encryption](#encryption)',
  }),
  /** OpenID Connect Core §5.3.2: UserInfo answers with a JWT. If null, with JSON. */
  userinfo_signed_response_alg: registered(z.enum(signingAlgs).nullable().default(null), {
    field: { group: 'id_token', input: 'choice', advanced: true },
    text: ['UserInfo signature', 'Signs UserInfo responses as a JWT. Every library reads unsigned JSON.'],
    options: { '': 'Not signed', ...signatures },
    relevant: [hasUsers],
    lock: fapi2({ oneOf: anyOfTheseAlgs }, signedWell, '5.4.1'),
    type: 'the same, or null',
    meaning: 'UserInfo returns a JWT signed with this algorithm; null: JSON',
    shows: '[UserInfo](#userinfo)',
  }),
  userinfo_encrypted_response_alg: registered(z.enum(encryptionAlgs).nullable().default(null), {
    field: { group: 'id_token', input: 'choice', advanced: true },
    text: ['UserInfo encryption', 'Encrypts signed UserInfo responses to a public key of the app.'],
    options: encryptions,
    relevant: [{ ...hasUsers, userinfo_signed_response_alg: 'set' }],
    type: 'as of ID tokens',
    meaning: 'the same for UserInfo, which must be signed',
    shows: '[encryption](#encryption)',
  }),
  userinfo_encrypted_response_enc: registered(z.enum(contentEncryptions).nullable().default(null), {
    field: { group: 'id_token', input: 'choice', advanced: true },
    text: ['UserInfo content encryption', 'Leave at the default unless the app asks for another.'],
    options: offeredEncryptions,
    relevant: [{ userinfo_encrypted_response_alg: 'set' }],
    type: 'as of ID tokens',
    meaning: 'the same',
    shows: '[encryption](#encryption)',
  }),
  access_token_signing_alg: setting(z.enum(signingAlgs).default('ES256'), {
    field: { group: 'access_token', input: 'choice', advanced: true },
    text: ['Access token signature', 'ES256 is small and fast. Your APIs must support it.'],
    options: signatures,
    lock: fapi2({ oneOf: fapiAlgs }, signedWell, '5.4.1'),
    type: 'the same',
    shows: '[access token](#access-token)',
  }),
  always_include_user_claims_in_id_token: setting(trueOrFalse, {
    field: { group: 'id_token', input: 'auto_check', advanced: true, after: 'id_token_encrypted_response_enc' },
    text: ['User claims in the ID token', 'Makes the token larger. UserInfo has them too.'],
    options: { auto: 'Automatic: at the token endpoint, for confidential clients', true: 'Always', false: 'Never' },
    relevant: [hasUsers],
    meaning:
      'true: ID tokens contain the claims of the granted scopes. `auto`: only the ID tokens that a client with credentials gets from the token endpoint contain them',
    shows: '[ID token](#id-token)',
  }),
  local_login: setting(z.boolean().default(true), {
    field: { group: 'sign_in', input: 'check' },
    text: ['Password sign-in', 'When off, users can only sign in with an identity provider.'],
    relevant: [hasUsers],
    meaning: 'false: users can sign in only with an identity provider',
    shows: 'who may sign in, and the [password](#password) grant',
  }),
  identity_providers: setting(providerFilter.default({ allow: '*' }), {
    field: { group: 'sign_in', input: 'filter' },
    text: ['Identity providers', 'Which providers users can sign in with.'],
    options: { '*': 'All', allow: 'Only these', deny: 'All except these' },
    relevant: [hasUsers],
    type: '`{ allow: "*" }`, `{ allow: [names] }`, `{ deny: [names] }`',
    preset: '`{ allow: "*" }`',
    meaning: 'the providers that users can sign in with; `allow: []`: none',
    shows: 'who may sign in, and the [password](#password) grant',
  }),
  frontchannel_logout_uri: registered(logoutUri.nullable().default(null), {
    field: { group: 'sign_out', input: 'line', after: 'backchannel_logout_session_required' },
    text: ['Front-channel logout URI', 'Loaded in a hidden frame when a user signs out.'],
    relevant: [isRedirected],
    type: 'address',
    meaning: 'loaded in a hidden frame at sign-out',
    shows: '[logout notices](#logout-notices)',
  }),
  frontchannel_logout_session_required: registered(z.boolean().default(true), {
    field: { group: 'sign_out', input: 'check', advanced: true, after: 'frontchannel_logout_uri' },
    text: ['Include session ID', 'Adds the issuer and the session to the URI.'],
    relevant: [{ frontchannel_logout_uri: 'set' }],
    meaning: 'adds `iss` and `sid` to the address',
    shows: '[logout notices](#logout-notices)',
  }),
  backchannel_logout_uri: registered(logoutUri.nullable().default(null), {
    field: { group: 'sign_out', input: 'line' },
    text: ['Back-channel logout URI', 'Signet calls it when a user’s session ends.'],
    relevant: [isRedirected],
    type: 'address',
    meaning: 'called at sign-out',
    shows: '[logout notices](#logout-notices)',
  }),
  backchannel_logout_session_required: registered(z.boolean().default(true), {
    field: { group: 'sign_out', input: 'check', advanced: true },
    text: ['Include session ID', 'Back-channel logout tokens name the session.'],
    relevant: [{ backchannel_logout_uri: 'set' }],
    meaning: 'the logout token contains `sid`',
    shows: '[logout notices](#logout-notices)',
  }),
  default_max_age: registered(seconds(0).nullable().default(null), {
    field: { group: 'sign_in', input: 'duration' },
    text: ['Maximum session age', 'Users with an older session sign in again. Leave empty for no limit.'],
    relevant: [isRedirected],
    meaning: 'the `max_age` of requests without one',
    shows: '[authorize](#authorize)',
  }),
  /** The minimum level of its sign-ins: the name of a level, or an alias of the portal. */
  minimum_acr: setting(acrName.nullable().default(null), {
    field: { group: 'sign_in', input: 'line', advanced: true },
    text: [
      'Required sign-in level',
      'For example urn:signet:acr:2 for two factors, or phr for a passkey. Leave empty for none.',
    ],
    relevant: [hasUsers],
    type: '`acr` name or null',
    meaning: 'the [level](#levels) that every sign-in must reach',
    shows: '[authorize](#authorize)',
  }),
  /** For requests without `acr_values` (RFC 7591 registry). */
  default_acr_values: registered(uniqueList(acrName, 20).default([]), {
    field: { group: 'sign_in', input: 'lines', advanced: true },
    text: [
      'Preferred sign-in levels',
      'The best one first, for requests without acr_values. Users who can’t reach it can still sign in.',
    ],
    relevant: [isRedirected],
    type: 'list of `acr` names',
    meaning:
      'the `acr_values` of requests without them, best first, at most 20. Users who cannot reach one can still sign in',
    shows: '[authorize](#authorize)',
  }),
  client_uri: setting(webUri.nullable().default(null), {
    field: { group: 'general', input: 'line', after: 'logo_uri' },
    text: ['Home page', 'Users can continue here after an error.'],
    relevant: [hasUsers],
    registration: 'descriptive',
    type: 'address',
    meaning:
      'its home page. For a client that registered itself, users see this and the next addresses only if they are on its own host',
    shows: 'the sign-in and consent pages',
  }),
  /** Starts a sign-in at the client (OpenID Connect Core §4). */
  initiate_login_uri: registered(httpsUri.nullable().default(null), {
    field: { group: 'general', input: 'line', advanced: true, after: 'application_type' },
    text: ['Login initiation URI', 'An https address of the app that starts a sign-in here.'],
    relevant: [isRedirected],
    type: 'https address',
    meaning:
      'an address of the app that starts a sign-in (OpenID Connect Core §4). Expired pages and the list of clients link to it with `iss`',
    shows: 'links on expired pages, and in the list of clients in the administration',
  }),
  logo_uri: setting(webUri.nullable().default(null), {
    field: { group: 'general', input: 'line' },
    text: ['Logo', 'The address of an image, up to 256 kB. Signet stores a copy when you save.'],
    relevant: [hasUsers],
    registration: 'descriptive',
    type: 'address',
    meaning:
      'a PNG, JPEG, WebP or SVG image of at most 256 kB. The server fetches it after a change, converts it to PNG, and shows it on the sign-in, consent and device pages. Not fetched for a self-registered client',
    shows: 'the sign-in and consent pages',
  }),
  policy_uri: setting(webUri.nullable().default(null), {
    field: { group: 'general', input: 'line' },
    text: ['Privacy policy', 'Linked from the consent page.'],
    relevant: [hasUsers],
    registration: 'descriptive',
    type: 'address',
    meaning: 'its privacy policy',
    shows: 'the sign-in and consent pages',
  }),
  tos_uri: setting(webUri.nullable().default(null), {
    field: { group: 'general', input: 'line' },
    text: ['Terms of service', 'Linked from the consent page.'],
    relevant: [hasUsers],
    registration: 'descriptive',
    type: 'address',
    meaning: 'its terms of service',
    shows: 'the sign-in and consent pages',
  }),
  /** The next three only describe the client to administrators (RFC 7591 §2). */
  contacts: setting(uniqueList(line(320), 20).default([]), {
    field: { group: 'general', input: 'lines', advanced: true },
    text: ['Contacts', 'One per line: email addresses of the people responsible for the app. Shown only here.'],
    registration: 'descriptive',
    type: 'list of texts',
    meaning:
      'the people responsible for it, for example email addresses: at most 20, each up to 320 characters. Only administrators see this and the next two',
    shows: 'the administration and [registration](#registration)',
  }),
  software_id: setting(line(200).nullable().default(null), {
    field: { group: 'general', input: 'line', advanced: true },
    text: ['Software ID', 'Identifies the software in all its installations. Shown only here.'],
    registration: 'descriptive',
    type: 'text',
    meaning: 'identifies the software in all its installations (RFC 7591 §2), at most 200 characters',
    shows: 'the administration and [registration](#registration)',
  }),
  software_version: setting(line(200).nullable().default(null), {
    field: { group: 'general', input: 'line', advanced: true },
    text: ['Software version', 'Shown only here.'],
    registration: 'descriptive',
    type: 'text',
    meaning: 'its version, at most 200 characters',
    shows: 'the administration and [registration](#registration)',
  }),
  jwks: registered(jwksSchema.nullable().default(null), {
    field: { group: 'authentication', input: 'json', after: 'tls_client_auth_san_email' },
    text: [
      'Public keys',
      'A JWK set, for signed assertions, signed requests, encryption and certificates (x5c). Enter the keys here, or their URL below.',
    ],
    relevant: [hasOwnKeys, hasUsers],
    type: 'key set',
    meaning: 'its public keys, at most 50, for `private_key_jwt`, request objects and `self_signed_tls_client_auth`',
    shows: '[client authentication](#client-authentication)',
  }),
  jwks_uri: registered(webUri.nullable().default(null), {
    field: { group: 'authentication', input: 'line', after: 'jwks' },
    text: ['Public keys URL', 'Signet loads the keys from here.'],
    relevant: [hasOwnKeys, hasUsers],
    type: 'address',
    meaning: 'the address of its public keys, instead of `jwks`',
    shows: '[client authentication](#client-authentication)',
  }),
  user_code: setting(z.enum(['base20', 'numeric']).default('base20'), {
    field: { group: 'device', input: 'choice' },
    text: ['User code format', 'What users type to connect a device. Digits suit remote controls.'],
    options: { base20: 'Letters', numeric: 'Digits' },
    relevant: [isDevice],
    meaning: 'the characters of the code that users type to connect a device',
    shows: '[device authorization](#device-authorization)',
  }),
  tenant: setting(name.nullable().default(null), {
    field: { group: 'general', input: 'choice', after: 'tos_uri' },
    text: ['Tenant', 'Only this tenant’s users can sign in, with its branding.'],
    relevant: [hasUsers],
    type: 'name',
    meaning: 'the tenant whose users can sign in, with its branding',
    shows: 'who may sign in, and the [password](#password) grant',
  }),
  /** Sent as `client_…` in tokens without a user. */
  claims: setting(claims.default({}), {
    field: { group: 'machine', input: 'json' },
    text: ['Own claims', 'A JSON object. Added to machine tokens with the prefix client_.'],
    relevant: [{ grant_types: ['client_credentials'] }],
    type: 'claims',
    meaning: 'added to tokens without a user, with the prefix `client_`',
    shows: '[access token](#access-token)',
  }),
  token_exchange: setting(tokenExchange.nullable().default(null), {
    field: { group: 'grants', input: 'json' },
    text: [
      'Token exchange',
      'Whose tokens this client can exchange. Example: {"subjects": ["web"], "delegation": true}',
    ],
    relevant: [{ grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'] }],
    type: '`{ subjects: [client_ids], delegation: boolean }`',
    meaning: 'the clients whose tokens it can exchange (RFC 8693), and whether the new tokens name it as the actor',
    shows: '[token exchange](#token-exchange)',
  }),
  require_pushed_authorization_requests: registered(z.boolean().default(false), {
    field: { group: 'protocol', input: 'check', advanced: true },
    text: ['Require pushed requests', 'The app sends authorization requests from its server, not through the browser.'],
    relevant: [isRedirected],
    lock: fapi2({ oneOf: [true] }, 'Authorization requests are pushed.', '5.3.2.2'),
    meaning: 'refuses requests that were not pushed (RFC 9126)',
    shows: '[authorize](#authorize)',
  }),
  require_signed_request_object: registered(z.boolean().default(false), {
    field: { group: 'protocol', input: 'check', advanced: true },
    text: [
      'Require signed requests',
      'The app signs its authorization requests with its key. Browsers can’t change them.',
    ],
    relevant: [isRedirected],
    lock: signedMessages({ oneOf: [true] }, 'Authorization requests are signed.', '5.3.1'),
    meaning:
      'refuses requests without a [signed request object](protocol.md#request-objects) (RFC 9101). Needs `jwks` or `jwks_uri`',
    shows: '[authorize](#authorize)',
  }),
  /** RFC 9101: the only algorithm for its request objects. If null, any that fits its keys. */
  request_object_signing_alg: registered(z.enum(clientAssertionAlgs).nullable().default(null), {
    field: { group: 'protocol', input: 'choice', advanced: true },
    text: [
      'Request signature',
      'Requests signed with another algorithm are refused. Any accepts every algorithm that fits the key.',
    ],
    options: clientSignatures,
    relevant: [isRedirected],
    lock: fapi2({ oneOf: anyOfTheseAlgs }, signedWell, '5.4.1'),
    type: 'an algorithm or null',
    meaning: 'the only `alg` that its request objects can have; null: any in the discovery document that fits its keys',
    shows: '[authorize](#authorize)',
  }),
  /** RFC 9101 §6.1: it may encrypt its request objects to us. If null, it does not. */
  request_object_encryption_alg: registered(z.enum(decryptionAlgs).nullable().default(null), {
    field: { group: 'protocol', input: 'choice', advanced: true },
    text: [
      'Request encryption',
      'Lets the app encrypt signed requests. Signet publishes the key with its signing keys.',
    ],
    options: { '': 'Not encrypted', 'RSA-OAEP-256': 'RSA-OAEP-256', 'ECDH-ES': 'ECDH-ES' },
    relevant: [isRedirected],
    meaning:
      'how it can encrypt its [request objects](protocol.md#request-objects) to a key of this server, which creates the key when an algorithm is first used; null: not at all',
    shows: '[authorize](#authorize)',
  }),
  request_object_encryption_enc: registered(z.enum(contentEncryptions).nullable().default(null), {
    field: { group: 'protocol', input: 'choice', advanced: true },
    text: ['Request content encryption', 'Requests encrypted with another algorithm are refused.'],
    options: offeredEncryptions,
    relevant: [{ request_object_encryption_alg: 'set' }],
    meaning: 'how their content is encrypted; null: `A128CBC-HS256`',
    shows: '[authorize](#authorize)',
  }),
  /** The allowed addresses of its request objects (OpenID Connect Dynamic Client Registration §2). */
  request_uris: registered(uniqueList(requestUri, 20).default([]), {
    field: { group: 'protocol', input: 'lines', advanced: true },
    text: ['Request URIs', 'The https addresses where the app publishes signed requests.'],
    relevant: [isRedirected],
    type: 'list of addresses',
    meaning: 'the addresses of its request objects: at most 20, https, compared byte for byte',
    shows: '[authorize](#authorize)',
  }),
  /** RFC 9449 §5.2: no access token without a proof of possession. */
  dpop_bound_access_tokens: registered(z.boolean().default(false), {
    field: { group: 'access_token', input: 'check' },
    text: [
      'Bind access tokens to the app’s key (DPoP)',
      'Only the holder of the private key can use them. Token requests without a proof are refused.',
    ],
    lock: {
      ...fapi2({ oneOf: [true] }, 'Access tokens are bound to a key or a certificate of the client.', '5.3.2.1'),
      unless: 'tls_client_certificate_bound_access_tokens',
    },
    meaning:
      'its access tokens are bound to a key, and requests for them need a [proof of possession](protocol.md#proof-of-possession) (RFC 9449). Not with a response type that has `token`',
    shows: '[proof of possession](#proof-of-possession)',
  }),
  /** A proof must contain a nonce of ours. */
  dpop_require_nonce: setting(z.boolean().default(false), {
    field: { group: 'access_token', input: 'check', advanced: true },
    text: [
      'Require a nonce in DPoP proofs',
      'Proofs work even if the client’s clock is wrong. Costs an extra request every few minutes.',
    ],
    meaning:
      'proofs need a nonce of this server. They then work even if the clock of the client is wrong, but a request must be repeated every few minutes',
    shows: '[proof of possession](#proof-of-possession)',
  }),
  /** RFC 8705 §3.4: no access token without a client certificate. */
  tls_client_certificate_bound_access_tokens: registered(z.boolean().default(false), {
    field: { group: 'access_token', input: 'check', advanced: true },
    text: [
      'Bind access tokens to the app’s certificate (mTLS)',
      'Only the holder of the certificate’s private key can use them. Token requests without a certificate are refused.',
    ],
    meaning:
      'its access tokens are bound to a client certificate, and requests for them need a connection with it ([mTLS](security-profiles.md#mtls), RFC 8705). Not with a response type that has `token`',
    shows: '[mTLS](security-profiles.md#bound-tokens)',
  }),
  /**
   * RFC 8705 §2.1.2: with the method tls_client_auth, exactly one of these is set, and its certificates must have that
   * name.
   */
  tls_client_auth_subject_dn: registered(certificateSubject.nullable().default(null), {
    field: { group: 'authentication', input: 'line' },
    text: [
      'Certificate subject',
      'The subject of its certificates, such as CN=client,O=Example. Enter this or one of the next four.',
    ],
    relevant: [hasNamedCertificate],
    type: 'text or null',
    meaning:
      'the subject of its certificates in the format of RFC 4514: `CN=client,O=Example`. `tls_client_auth` needs exactly one of this and the next four [names](security-profiles.md#authentication-by-certificate)',
    shows: '[authentication by certificate](security-profiles.md#authentication-by-certificate)',
  }),
  tls_client_auth_san_dns: registered(certificateHost.nullable().default(null), {
    field: { group: 'authentication', input: 'line' },
    text: ['Certificate DNS name', 'A subject alternative name of its certificates.'],
    relevant: [hasNamedCertificate],
    type: 'DNS name or null',
    meaning: 'a subject alternative name of its certificates',
    shows: '[authentication by certificate](security-profiles.md#authentication-by-certificate)',
  }),
  tls_client_auth_san_uri: registered(certificateUri.nullable().default(null), {
    field: { group: 'authentication', input: 'line' },
    text: ['Certificate URI', 'A subject alternative name of its certificates.'],
    relevant: [hasNamedCertificate],
    type: 'URI or null',
    meaning: 'the same',
    shows: '[authentication by certificate](security-profiles.md#authentication-by-certificate)',
  }),
  tls_client_auth_san_ip: registered(certificateAddress.nullable().default(null), {
    field: { group: 'authentication', input: 'line' },
    text: ['Certificate IP address', 'A subject alternative name of its certificates.'],
    relevant: [hasNamedCertificate],
    type: 'IP address or null',
    meaning: 'the same',
    shows: '[authentication by certificate](security-profiles.md#authentication-by-certificate)',
  }),
  tls_client_auth_san_email: registered(certificateEmail.nullable().default(null), {
    field: { group: 'authentication', input: 'line' },
    text: ['Certificate email', 'A subject alternative name of its certificates.'],
    relevant: [hasNamedCertificate],
    type: 'email address or null',
    meaning: 'the same',
    shows: '[authentication by certificate](security-profiles.md#authentication-by-certificate)',
  }),
  /** It described itself and nobody has vouched for it (RFC 7591 §5). Its redirect URIs are not trusted. */
  self_registered: setting(z.boolean().default(false), {
    field: { group: 'general', input: 'check' },
    text: ['Self-registered', 'Users see a warning until you mark this client as reviewed.'],
    relevant: [isAgent],
    meaning:
      'the client registered itself and has not been reviewed ([registration](protocol.md#registration)). A file that leaves this out marks it as reviewed',
    shows: '[registration](#registration), [errors](#errors), [consent](#consent)',
  }),
  /** The digest of the document at its client_id that describes it. Null for a client without one. */
  document_hash: setting(documentHash.nullable().default(null), {
    type: 'text or null',
    meaning:
      'the SHA-256 (base64url) of the metadata document at its `client_id` ([agents](agents.md#metadata-documents)). With `self_registered: false`, the document no longer changes the client',
    shows: '[registration](#registration), [errors](#errors), [consent](#consent)',
  }),
  /** An operator's decision about an agent. */
  agent_state: setting(z.enum(agentStates).default('pending'), {
    meaning:
      'for a client that has not been reviewed: your [decision](agents.md#governance). `blocked` ends its access. `approved` returns to `pending` when the client changes its metadata',
    shows: '[registration](#registration), [errors](#errors), [consent](#consent)',
  }),
  /** The scopes that an agent may ask for, among the open ones. If empty, there is no limit. */
  agent_scope: setting(scope.default([]), {
    field: { group: 'scopes', input: 'words' },
    text: [
      'Agent scope limit',
      'Agents can request every open scope. To allow only some, select them. Tokens lose the others at their next refresh.',
    ],
    relevant: [isAgent],
    type: 'names',
    preset: '`""`',
    meaning:
      'for a client that has not been reviewed: the only open scopes that it can request; empty: no limit. Existing tokens lose the others at their next refresh',
    shows: '[registration](#registration), [errors](#errors), [consent](#consent)',
  }),
  /** The day (UTC) from which an agent is disabled. If null, never. */
  agent_end_date: setting(day.nullable().default(null), {
    field: { group: 'scopes', input: 'day' },
    text: ['End date', 'From this day (UTC) on, the agent is disabled and its tokens stop working here.'],
    relevant: [isAgent],
    type: 'day',
    meaning:
      'for a client that has not been reviewed: from this day (UTC, for example `2027-01-31`) it is disabled, and its tokens stop working here',
    shows: '[registration](#registration), [errors](#errors), [consent](#consent)',
  }),
  access: setting(z.enum(['everyone', 'assigned']).default('everyone'), {
    field: { group: 'people', input: 'choice' },
    text: [
      'Who can use it',
      'You choose people on the People tab, and groups here. Anyone without access sees a page that says who to ask.',
    ],
    options: { everyone: 'Everyone', assigned: 'Only people I choose' },
    relevant: [hasUsers],
    meaning:
      'who may use it. `assigned`: people with an assignment, a role by one of their groups, or one of its `access_groups` ([access](access.md))',
    shows: 'who may sign in, and every token of people',
  }),
  access_groups: setting(groupNames().default([]), {
    field: { group: 'people', input: 'group_names' },
    text: ['Groups that can use it', 'Members of these groups can use it. This gives them no role.'],
    relevant: [{ access: ['assigned'] }],
    type: 'list of groups',
    meaning: 'groups whose members may use it, without a role, at most 200',
    shows: 'who may sign in, and every token of people',
  }),
  access_contact: setting(line(200).nullable().default(null), {
    field: { group: 'people', input: 'line' },
    text: ['Whom to ask', 'Shown to people without access: a name, an email address or a mailto: link.'],
    relevant: [{ access: ['assigned'] }],
    type: 'text',
    meaning: 'whom people without access are told to ask; null: the support link of the tenant',
    shows: 'the page for people without access',
  }),
  approver_groups: setting(groupNames(10).default([]), {
    field: { group: 'people', input: 'group_names' },
    text: ['Groups that approve', 'At most 10. People can ask for access, and members of these groups decide.'],
    relevant: [{ access: ['assigned'] }],
    type: 'list of groups',
    meaning: 'groups whose members decide who else may use it, at most 10. With one, people can create an account here',
    shows: 'the page for people without access',
  }),
  roles: setting(roles.default([]), {
    field: { group: 'people', input: 'roles' },
    text: [
      'Roles',
      'Roles people can have in this application. Members of a role’s groups have it, and so do users you assign. To receive roles, the app requests the scope roles.',
    ],
    relevant: [hasUsers],
    type: 'list of roles',
    meaning:
      'what people are in it: `{ name, display_name, description, groups, default }`, at most 100. The members of `groups` have the role; `default: true` gives it to everyone who may use the client',
    shows: 'who may sign in, and every token of people',
  }),
  groups_claim: setting(groupsClaim, {
    field: { group: 'people', input: 'groups' },
    text: ['Which groups?', 'The groups that the app sees in the claim groups, if it requests the scope groups.'],
    options: groupsOptions,
    relevant: [hasUsers],
    type: '`{ show: named, all or list, strip_prefix: text }`',
    preset: '`{ show: named }`',
    meaning:
      'which groups of a person it sees in the claim `groups`. `named`: its `access_groups` and those of its `roles`; `all`; or a list of names and beginnings such as `fin-*`, at most 200. `strip_prefix` is taken off each name; all entries of the list must begin with it',
    shows: '[ID token](#id-token), [UserInfo](#userinfo)',
  }),
  api_roles: setting(apiRoles.default([]), {
    field: { group: 'machine', input: 'api_roles' },
    text: ['Roles in APIs', 'The client’s own roles in APIs, for tokens without a user.'],
    relevant: [{ grant_types: ['client_credentials'] }],
    type: 'list of `{ api, roles }`',
    meaning:
      'its roles in APIs in tokens without a user, at most 50 APIs. It has no groups and no default roles. Needs the grant `client_credentials`',
    shows: '[access token](#access-token)',
  }),
  claim_rules: setting(claimRules.default([]), {
    field: { group: 'people', input: 'claim_rules' },
    text: [
      'Claim rules',
      'For applications that read roles or other data under another name. Example: [{"claim": "role", "from": "roles"}]',
    ],
    relevant: [hasUsers],
    type: 'list of rules',
    meaning:
      'claims that are written from others: `{ claim, from, value, when_roles }`, at most 50, in this order ([claim rules](access.md#claim-rules))',
    shows: '[ID token](#id-token), [UserInfo](#userinfo)',
  }),
  launcher: setting(z.enum(['auto', 'on', 'off']).default('auto'), {
    field: { group: 'people', input: 'choice' },
    text: ['Show in “Your apps”', 'On the account pages. Needs a home page, or an address that starts a sign-in.'],
    options: {
      auto: 'To people with an assignment, a role or a connection',
      on: 'To everyone who can use it',
      off: 'Never',
    },
    relevant: [hasUsers],
    meaning:
      'who sees it among their apps on the account pages, if it has `client_uri` or `initiate_login_uri`. `auto`: people with an assignment, a group that gives access or a role, or a connection; `on`: everyone who may use it',
    shows: 'the apps on the account pages',
  }),
  /** If absent, the stored one stays, as for a user's password. */
  registration_token_hash: setting(secretHash.nullable().optional(), {
    type: 'hash or null',
    preset: 'the stored one',
    meaning:
      'the hash of the token with which the client can change and delete itself. Null removes the token, and so does setting `self_registered` to false. An existing client without a token does not get one',
    shows: '[registration](#registration), [errors](#errors), [consent](#consent)',
  }),
};
