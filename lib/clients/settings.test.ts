import { describe, expect, it } from 'vitest';
import { applicationKinds, presets } from '#lib/admin/clients/application-kind';
import { byChoice, clientTabs } from '#lib/admin/clients/fields';
import { irrelevantFields } from '#lib/admin/entries/setting-fields';
import { issueCode } from '#lib/vocabulary/entry';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { blankClient, wireClient } from './client-record';
import { clientSchema } from './schema';
import { clientSettings } from './settings';

const minimal = {
  client_id: 'web',
  client_secrets: [{ value: 'web-secret' }],
  redirect_uris: ['https://rp.test/cb'],
};

const publicClient = { client_id: 'spa', token_endpoint_auth_method: 'none', redirect_uris: ['https://rp.test/cb'] };

/** `path code` of each problem. */
function problems(client: object): string[] {
  const parsed = clientSchema.safeParse(client);
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issueCode(issue)}`);
}

const settingsLeftOpen = {
  require_pkce: 'auto',
  refresh_token_rotation: 'auto',
  refresh_token_grace_seconds: 'auto',
  always_include_user_claims_in_id_token: 'auto',
  allowed_cors_origins: null,
};

describe('clientSchema', () => {
  it('gives every absent key its default (design: configuration)', () => {
    expect(clientSchema.parse(minimal)).toEqual({
      clientId: 'web',
      clientName: null,
      enabled: true,
      applicationType: null,
      tokenEndpointAuthMethod: 'client_secret_basic',
      clientSecrets: [{ value: 'web-secret', description: null, expiresAt: null }],
      redirectUris: ['https://rp.test/cb'],
      postLogoutRedirectUris: [],
      allowedCorsOrigins: null,
      grantTypes: ['authorization_code'],
      responseTypes: ['code'],
      scope: [],
      accessTokenFormat: 'jwt',
      accessTokenTyp: 'at+jwt',
      securityProfile: 'none',
      access: 'everyone',
      accessGroups: [],
      accessContact: null,
      approverGroups: [],
      roles: [],
      groupsClaim: { show: 'named', stripPrefix: null },
      apiRoles: [],
      claimRules: [],
      launcher: 'auto',
      clientAssertionAudience: 'endpoint',
      tokenEndpointAuthSigningAlg: null,
      requestObjectSigningAlg: null,
      requestObjectEncryptionAlg: null,
      requestObjectEncryptionEnc: null,
      responseModes: null,
      authorizationSignedResponseAlg: 'RS256',
      userinfoSignedResponseAlg: null,
      subjectType: 'public',
      sectorIdentifierUri: null,
      idTokenEncryptedResponseAlg: null,
      idTokenEncryptedResponseEnc: null,
      authorizationEncryptedResponseAlg: null,
      authorizationEncryptedResponseEnc: null,
      userinfoEncryptedResponseAlg: null,
      userinfoEncryptedResponseEnc: null,
      requireSignedRequestObject: false,
      requestUris: [],
      accessTokenLifetimeSeconds: 3600,
      idTokenLifetimeSeconds: 300,
      authorizationCodeLifetimeSeconds: 60,
      deviceCodeLifetimeSeconds: 600,
      refreshTokenLifetimeSeconds: 2592000,
      refreshTokenIdleSeconds: 1296000,
      refreshTokenRotation: 'auto',
      refreshTokenGraceSeconds: 'auto',
      requirePkce: 'auto',
      allowPlainPkce: false,
      requireConsent: true,
      allowRememberConsent: true,
      consentLifetimeSeconds: null,
      idTokenSignedResponseAlg: 'RS256',
      accessTokenSigningAlg: 'ES256',
      alwaysIncludeUserClaimsInIdToken: 'auto',
      localLogin: true,
      identityProviders: { allow: '*' },
      frontchannelLogoutUri: null,
      frontchannelLogoutSessionRequired: true,
      backchannelLogoutUri: null,
      backchannelLogoutSessionRequired: true,
      defaultMaxAge: null,
      minimumAcr: null,
      defaultAcrValues: [],
      clientUri: null,
      initiateLoginUri: null,
      logoUri: null,
      policyUri: null,
      tosUri: null,
      contacts: [],
      softwareId: null,
      softwareVersion: null,
      jwks: null,
      jwksUri: null,
      userCode: 'base20',
      tenant: null,
      claims: {},
      tokenExchange: null,
      requirePushedAuthorizationRequests: false,
      dpopBoundAccessTokens: false,
      tlsClientCertificateBoundAccessTokens: false,
      tlsClientAuthSubjectDn: null,
      tlsClientAuthSanDns: null,
      tlsClientAuthSanUri: null,
      tlsClientAuthSanIp: null,
      tlsClientAuthSanEmail: null,
      dpopRequireNonce: false,
      selfRegistered: false,
      documentHash: null,
      agentState: 'pending',
      agentScope: [],
      agentEndDate: null,
    });
  });

  it('puts the words of a response type in alphabetical order (RFC 6749 §3.1.1)', () => {
    const grants = { grant_types: ['authorization_code', 'implicit'] };
    const client = { ...minimal, ...grants, response_types: ['token id_token code', 'code', 'token id_token'] };
    expect(clientSchema.parse(client).responseTypes).toEqual(['code id_token token', 'code', 'id_token token']);
  });

  it('gives no response type without the grant authorization_code (design: configuration)', () => {
    const client = { ...minimal, grant_types: ['client_credentials'], redirect_uris: [] };
    expect(clientSchema.parse(client).responseTypes).toEqual([]);
  });

  it.each([
    ['a public client with PKCE', publicClient],
    [
      'a public device client',
      { ...publicClient, redirect_uris: [], grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] },
    ],
    ['a confidential client without PKCE', { ...minimal, require_pkce: false }],
    ['settings left at auto', { ...minimal, ...settingsLeftOpen }],
    ['an extension grant', { ...minimal, grant_types: ['authorization_code', 'urn:example:grant'] }],
    ['no refresh lifetime', { ...minimal, refresh_token_lifetime_seconds: null, refresh_token_idle_seconds: null }],
    ['a native client', { ...publicClient, redirect_uris: ['com.example.app:/cb', 'http://127.0.0.1/cb'] }],
    [
      'a declared native client',
      { ...publicClient, application_type: 'native', redirect_uris: ['com.example.app:/cb', 'https://rp.test/cb'] },
    ],
    [
      'private_key_jwt with a key set address',
      {
        ...minimal,
        client_secrets: [],
        token_endpoint_auth_method: 'private_key_jwt',
        jwks_uri: 'https://rp.test/jwks',
      },
    ],
    ['a provider list', { ...minimal, identity_providers: { deny: ['corp'] } }],
    ['no provider', { ...minimal, identity_providers: { allow: [] } }],
    ['origins', { ...minimal, allowed_cors_origins: ['https://rp.test', 'http://localhost:5173'] }],
    ['right-to-left text', { ...minimal, client_name: 'חנות' }],
  ])('accepts %s', (_name, client) => {
    expect(problems(client)).toEqual([]);
  });

  it.each([
    [{ client_id: 'a b' }, 'client_id invalid_format'],
    [{ client_id: 'é' }, 'client_id invalid_format'],
    [{ client_id: 'a'.repeat(101) }, 'client_id client_id_too_long'],
    [{ client_id: `http://app.example/${'a'.repeat(100)}` }, 'client_id client_id_too_long'],
    [{ client_name: 'x'.repeat(201) }, 'client_name too_big'],
    [{ client_name: '  ' }, 'client_name empty'],
    [{ client_name: 'shop\u202egnp' }, 'client_name hidden_character'],
    [{ client_name: 'shop\u0007' }, 'client_name hidden_character'],
    [{ client_name: 'shop\ud800' }, 'client_name hidden_character'],
    [{ client_name: 'a\nb' }, 'client_name hidden_character'],
    [{ application_type: 'mobile' }, 'application_type invalid_value'],
    [{ token_endpoint_auth_method: 'basic' }, 'token_endpoint_auth_method invalid_value'],
    [{ client_secrets: [] }, 'client_secrets secret_missing'],
    [{ client_secrets: [{}] }, 'client_secrets.0 secret_form'],
    [{ client_secrets: [{ value: 'x', hash: `sha256:${'A'.repeat(43)}` }] }, 'client_secrets.0 secret_form'],
    [{ client_secrets: [{ hash: 'md5:x' }] }, 'client_secrets.0.hash invalid_format'],
    [{ client_secrets: [{ value: 'x'.repeat(257) }] }, 'client_secrets.0.value too_big'],
    [{ client_secrets: [{ value: 'x', expires_at: '2027-01-01' }] }, 'client_secrets.0.expires_at invalid_format'],
    [
      { client_secrets: [{ value: 'x', expires_at: '9999-12-31T23:59:59-01:00' }] },
      'client_secrets.0.expires_at time_out_of_range',
    ],
    [
      { client_secrets: [{ value: 'x', expires_at: '0001-01-01T00:00:00+01:00' }] },
      'client_secrets.0.expires_at time_out_of_range',
    ],
    [{ redirect_uris: [] }, 'redirect_uris redirect_uris_missing'],
    [{ redirect_uris: ['https://rp.test/cb#x'] }, 'redirect_uris.0 redirect_uri_fragment'],
    [{ redirect_uris: ['https://rp.test/cb', 'https://rp.test/cb'] }, 'redirect_uris.1 duplicate'],
    [
      { self_registered: true, application_type: 'web', redirect_uris: ['x.y://cb'] },
      'redirect_uris.0 redirect_uri_scheme',
    ],
    [{ redirect_uris: ['ftp://rp.test/cb'] }, 'redirect_uris.0 redirect_uri_scheme'],
    [{ redirect_uris: ['http://rp.test/cb'] }, 'redirect_uris.0 redirect_uri_http'],
    [{ post_logout_redirect_uris: ['javascript:alert(1)'] }, 'post_logout_redirect_uris.0 redirect_uri_scheme'],
    [{ allowed_cors_origins: ['https://rp.test/'] }, 'allowed_cors_origins.0 origin'],
    [{ allowed_cors_origins: ['https://rp.test:443'] }, 'allowed_cors_origins.0 origin'],
    [{ allowed_cors_origins: ['*'] }, 'allowed_cors_origins.0 uri_scheme'],
    [{ allowed_cors_origins: ['null'] }, 'allowed_cors_origins.0 uri_scheme'],
    [{ grant_types: [] }, 'grant_types grant_types_empty'],
    [{ grant_types: ['authorisation_code'] }, 'grant_types.0 grant_type'],
    [{ response_types: ['none'] }, 'response_types.0 response_type'],
    [{ response_types: ['code code'] }, 'response_types.0 response_type'],
    [{ response_types: [] }, 'response_types response_types_missing'],
    [{ response_types: ['code', 'token'] }, 'response_types.1 response_type_without_grant'],
    [{ response_types: ['id_token'] }, 'response_types.0 response_type_without_grant'],
    [{ response_types: ['code id_token'] }, 'response_types.0 response_type_without_grant'],
    [{ grant_types: ['implicit'], response_types: ['code'] }, 'response_types.0 response_type_without_grant'],
    [{ grant_types: ['implicit'], response_types: ['id_token code'] }, 'response_types.0 response_type_without_grant'],
    [
      { grant_types: ['authorization_code', 'implicit'], response_types: ['code id_token', 'id_token code'] },
      'response_types.1 duplicate',
    ],
    [
      {
        dpop_bound_access_tokens: true,
        grant_types: ['authorization_code', 'implicit'],
        response_types: ['code', 'id_token', 'code id_token', 'id_token token'],
      },
      'response_types.3 response_type_unbound',
    ],
    [{ security_profile: 'fapi' }, 'security_profile invalid_value'],
    [
      {
        tls_client_certificate_bound_access_tokens: true,
        grant_types: ['authorization_code', 'implicit'],
        response_types: ['code', 'id_token token'],
      },
      'response_types.1 response_type_unbound',
    ],
    [{ response_modes: ['web_message'] }, 'response_modes.0 invalid_value'],
    [{ response_modes: ['jwt', 'jwt'] }, 'response_modes.1 duplicate'],
    [{ authorization_signed_response_alg: 'none' }, 'authorization_signed_response_alg invalid_value'],
    [{ agent_scope: 'a "b"' }, 'agent_scope.1 invalid_format'],
    [{ agent_state: 'trusted' }, 'agent_state invalid_value'],
    [{ agent_end_date: '2027-02-30' }, 'agent_end_date invalid_format'],
    [{ agent_end_date: '2027-01-31T12:00:00Z' }, 'agent_end_date invalid_format'],
    [{ agent_end_date: '' }, 'agent_end_date invalid_format'],
    [{ agent_state: 'blocked', self_registered: false }, 'self_registered agent_blocked'],
    [{ userinfo_signed_response_alg: 'none' }, 'userinfo_signed_response_alg invalid_value'],
    ...['RSA1_5', 'dir', 'A128KW', 'A256KW', 'A128GCMKW', 'PBES2-HS256+A128KW', 'RSA-OAEP-512', 'none'].flatMap((alg) =>
      ['id_token', 'userinfo', 'authorization'].map((name): [object, string] => [
        { [`${name}_encrypted_response_alg`]: alg },
        `${name}_encrypted_response_alg invalid_value`,
      ]),
    ),
    [{ id_token_encrypted_response_enc: 'A192GCM' }, 'id_token_encrypted_response_enc invalid_value'],
    [{ id_token_encrypted_response_enc: 'A128GCM' }, 'id_token_encrypted_response_enc encryption_alg_missing'],
    [{ id_token_encrypted_response_alg: 'ECDH-ES' }, 'jwks jwks_missing'],
    [
      { id_token_encrypted_response_alg: 'RSA-OAEP', jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }] } },
      'jwks encryption_key_missing',
    ],
    [
      { userinfo_encrypted_response_alg: 'ECDH-ES', jwks_uri: 'https://rp.test/jwks' },
      'userinfo_encrypted_response_alg encryption_unsigned',
    ],
    ...['RSA-OAEP', 'RSA1_5', 'dir', 'ECDH-ES+A128KW', 'A256KW', 'none'].map((alg): [object, string] => [
      { request_object_encryption_alg: alg },
      'request_object_encryption_alg invalid_value',
    ]),
    [{ request_object_encryption_enc: 'A128GCM' }, 'request_object_encryption_enc encryption_alg_missing'],
    [{ request_object_signing_alg: 'none' }, 'request_object_signing_alg invalid_value'],
    [{ require_signed_request_object: true }, 'jwks jwks_missing'],
    [{ request_uris: ['http://rp.test/request.jwt'] }, 'request_uris.0 uri_https'],
    [{ request_uris: [`https://rp.test/${'x'.repeat(497)}`] }, 'request_uris.0 too_big'],
    [{ request_uris: Array.from({ length: 21 }, (_, index) => `https://rp.test/${index}`) }, 'request_uris too_big'],
    [{ token_endpoint_auth_signing_alg: 'HS256' }, 'token_endpoint_auth_signing_alg invalid_value'],
    [{ dpop_bound_access_tokens: 'yes' }, 'dpop_bound_access_tokens invalid_type'],
    [{ tls_client_certificate_bound_access_tokens: 'yes' }, 'tls_client_certificate_bound_access_tokens invalid_type'],
    [{ dpop_require_nonce: 1 }, 'dpop_require_nonce invalid_type'],
    [{ scope: 'openid "x"' }, 'scope.1 invalid_format'],
    [{ scope: 'openid openid' }, 'scope.1 duplicate'],
    [{ access_token_format: 'opaque' }, 'access_token_format invalid_value'],
    [{ access_token_lifetime_seconds: 0 }, 'access_token_lifetime_seconds too_small'],
    [{ id_token_lifetime_seconds: 1.5 }, 'id_token_lifetime_seconds invalid_type'],
    [{ authorization_code_lifetime_seconds: -1 }, 'authorization_code_lifetime_seconds too_small'],
    [{ device_code_lifetime_seconds: '600' }, 'device_code_lifetime_seconds invalid_type'],
    [{ refresh_token_lifetime_seconds: 0 }, 'refresh_token_lifetime_seconds too_small'],
    [{ refresh_token_idle_seconds: -1 }, 'refresh_token_idle_seconds too_small'],
    [{ refresh_token_grace_seconds: -1 }, 'refresh_token_grace_seconds too_small'],
    [{ refresh_token_grace_seconds: 'automatic' }, 'refresh_token_grace_seconds invalid_union'],
    [{ refresh_token_rotation: 'yes' }, 'refresh_token_rotation invalid_union'],
    [{ require_pkce: null }, 'require_pkce invalid_union'],
    [{ always_include_user_claims_in_id_token: 1 }, 'always_include_user_claims_in_id_token invalid_union'],
    [{ access_token_typ: 'jwt' }, 'access_token_typ invalid_value'],
    [{ client_assertion_audience: 'token_endpoint' }, 'client_assertion_audience invalid_value'],
    [{ initiate_login_uri: 'http://localhost/start' }, 'initiate_login_uri uri_https'],
    [{ initiate_login_uri: 'javascript:alert(1)' }, 'initiate_login_uri uri_scheme'],
    [{ consent_lifetime_seconds: 2 ** 31 }, 'consent_lifetime_seconds too_big'],
    [{ id_token_signed_response_alg: 'none' }, 'id_token_signed_response_alg invalid_value'],
    [{ access_token_signing_alg: 'HS256' }, 'access_token_signing_alg invalid_value'],
    [{ identity_providers: ['corp'] }, 'identity_providers invalid_union'],
    [{ identity_providers: { allow: ['corp'], deny: [] } }, 'identity_providers invalid_union'],
    [{ frontchannel_logout_uri: 'https://rp.test/out#x' }, 'frontchannel_logout_uri uri_fragment'],
    [{ backchannel_logout_uri: 'ftp://rp.test/' }, 'backchannel_logout_uri uri_scheme'],
    [{ contacts: [''] }, 'contacts.0 empty'],
    [{ contacts: ['a@b.c', 'a@b.c'] }, 'contacts.1 duplicate'],
    [{ software_id: '' }, 'software_id empty'],
    [{ software_version: 2 }, 'software_version invalid_type'],
    [{ client_uri: 'javascript:alert(1)' }, 'client_uri uri_scheme'],
    [{ logo_uri: 'data:image/svg+xml,<svg onload=1>' }, 'logo_uri uri_characters'],
    [{ policy_uri: 'https://user@rp.test' }, 'policy_uri uri_userinfo'],
    [{ tos_uri: 'blob:x' }, 'tos_uri uri_scheme'],
    [{ jwks: { keys: [] } }, 'jwks.keys too_small'],
    [{ jwks: { keys: [{ kty: 'oct', k: 'x' }] } }, 'jwks.keys.0.kty invalid_value'],
    [{ jwks: { keys: [{ kty: 'EC', d: 'x' }] } }, 'jwks.keys.0.d private_key'],
    [{ jwks: { keys: [{ kty: 'EC' }] }, jwks_uri: 'https://rp.test/jwks' }, 'jwks_uri jwks_twice'],
    [
      {
        id_token_encrypted_response_alg: 'ECDH-ES',
        jwks: { keys: [{ kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) }] },
      },
      'jwks encryption_key_missing',
    ],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, 'jwks jwks_missing'],
    [{ token_endpoint_auth_method: 'self_signed_tls_client_auth' }, 'jwks jwks_missing'],
    [{ token_endpoint_auth_method: 'tls_client_auth' }, 'tls_client_auth_subject_dn tls_identity_count'],
    [
      {
        token_endpoint_auth_method: 'tls_client_auth',
        tls_client_auth_san_dns: 'a.test',
        tls_client_auth_san_ip: '10.0.0.1',
      },
      'tls_client_auth_subject_dn tls_identity_count',
    ],
    [{ tls_client_auth_subject_dn: 'client' }, 'tls_client_auth_subject_dn distinguished_name'],
    [{ tls_client_auth_san_dns: '*.a.test' }, 'tls_client_auth_san_dns invalid_format'],
    [{ tls_client_auth_san_dns: 'a.test\0' }, 'tls_client_auth_san_dns invalid_format'],
    [{ tls_client_auth_san_uri: 'client' }, 'tls_client_auth_san_uri invalid_format'],
    [{ tls_client_auth_san_ip: '10.0.0.256' }, 'tls_client_auth_san_ip ip_address'],
    [{ tls_client_auth_san_ip: 'fe80::1%eth0' }, 'tls_client_auth_san_ip ip_address'],
    [{ tls_client_auth_san_email: 'a@b@c.test' }, 'tls_client_auth_san_email invalid_format'],
    [{ minimum_acr: 'two words' }, 'minimum_acr invalid_format'],
    [{ minimum_acr: '' }, 'minimum_acr invalid_format'],
    [{ minimum_acr: 'tenant:acme' }, 'minimum_acr invalid_format'],
    [{ minimum_acr: 'x'.repeat(201) }, 'minimum_acr too_big'],
    [{ minimum_acr: 2 }, 'minimum_acr invalid_type'],
    [{ default_acr_values: 'phr' }, 'default_acr_values invalid_type'],
    [{ default_acr_values: null }, 'default_acr_values invalid_type'],
    [{ default_acr_values: ['phr', 'phr'] }, 'default_acr_values.1 duplicate'],
    [{ default_acr_values: ['idp:corp'] }, 'default_acr_values.0 invalid_format'],
    [{ default_acr_values: Array.from({ length: 21 }, (_, index) => `a${index}`) }, 'default_acr_values too_big'],
    [{ user_code: 'hex' }, 'user_code invalid_value'],
    [{ tenant: 'a b' }, 'tenant invalid_format'],
    [{ claims: { sub: 'x' } }, 'claims.sub claim_reserved'],
    [{ claims: { a: Number.NaN } }, 'claims.a claim_value'],
    [{ token_exchange: { subjects: ['a'] } }, 'token_exchange.delegation invalid_type'],
    [{ color: 'red' }, ' unrecognized_keys'],
  ])('refuses %j: %s', (change, problem) => {
    expect(problems({ ...minimal, ...change })).toEqual([problem]);
  });

  it.each([
    [{ require_pkce: false }, 'require_pkce public_client_pkce'],
    [{ client_secrets: [{ value: 'x' }] }, 'client_secrets public_client_secret'],
    [{ grant_types: ['authorization_code', 'client_credentials'] }, 'grant_types.1 public_client_credentials'],
  ])('refuses %j of a public client: %s (RFC 6749 §2.1)', (change, problem) => {
    expect(problems({ ...publicClient, ...change })).toEqual([problem]);
  });
});

const shownOf = (client: Wire) => {
  const hidden = irrelevantFields(clientSettings, { ...wireClient(blankClient('web')), ...client });
  return Object.values(clientTabs)
    .flatMap((kinds) => Object.keys(kinds))
    .filter((field) => !hidden.has(field));
};

const everywhere = [
  'client_name',
  'contacts',
  'software_id',
  'software_version',
  'scope',
  'grant_types',
  'token_endpoint_auth_method',
  'security_profile',
  'access_token_lifetime_seconds',
  'access_token_format',
  'access_token_typ',
  'access_token_signing_alg',
  'dpop_bound_access_tokens',
  'tls_client_certificate_bound_access_tokens',
  'dpop_require_nonce',
];
const forUsers = [
  'access',
  'roles',
  'groups_claim',
  'claim_rules',
  'launcher',
  'logo_uri',
  'client_uri',
  'policy_uri',
  'tos_uri',
  'tenant',
  'id_token_lifetime_seconds',
  'subject_type',
  'id_token_signed_response_alg',
  'userinfo_signed_response_alg',
  'id_token_encrypted_response_alg',
  'jwks',
  'jwks_uri',
  'always_include_user_claims_in_id_token',
  'local_login',
  'identity_providers',
  'minimum_acr',
  'require_consent',
  'allow_remember_consent',
  'consent_lifetime_seconds',
];
const redirected = [
  'application_type',
  'initiate_login_uri',
  'redirect_uris',
  'post_logout_redirect_uris',
  'allowed_cors_origins',
  'backchannel_logout_uri',
  'frontchannel_logout_uri',
  'response_types',
  'authorization_code_lifetime_seconds',
  'default_max_age',
  'default_acr_values',
  'require_pkce',
  'require_pushed_authorization_requests',
  'require_signed_request_object',
  'request_object_signing_alg',
  'request_object_encryption_alg',
  'request_uris',
  'response_modes',
  'authorization_signed_response_alg',
  'authorization_encrypted_response_alg',
];
const refreshed = [
  'refresh_token_lifetime_seconds',
  'refresh_token_idle_seconds',
  'refresh_token_rotation',
  'refresh_token_grace_seconds',
];

describe('the settings on the pages of a client', () => {
  it.each([
    ['web', [...everywhere, ...forUsers, ...redirected, ...refreshed]],
    ['spa', [...everywhere, ...forUsers, ...redirected, ...refreshed]],
    ['native', [...everywhere, ...forUsers, ...redirected, ...refreshed]],
    ['device', [...everywhere, ...forUsers, ...refreshed, 'user_code', 'device_code_lifetime_seconds']],
    ['machine', [...everywhere, 'claims', 'api_roles']],
  ] as const)('of a client of the kind %s', (kind, expected) => {
    expect(shownOf(presets[kind].settings).sort()).toEqual([...expected].sort());
    expect(applicationKinds).toContain(kind);
  });

  it.each([
    [
      'the algorithm of assertions',
      { token_endpoint_auth_method: 'private_key_jwt' },
      'token_endpoint_auth_signing_alg',
    ],
    ['the audience of assertions', { token_endpoint_auth_method: 'private_key_jwt' }, 'client_assertion_audience'],
    ['the name in certificates', { token_endpoint_auth_method: 'tls_client_auth' }, 'tls_client_auth_subject_dn'],
    ['the address in certificates', { token_endpoint_auth_method: 'tls_client_auth' }, 'tls_client_auth_san_ip'],
    ['plain PKCE once it is allowed', { allow_plain_pkce: true }, 'allow_plain_pkce'],
    ['the fact that it registered itself', { self_registered: true }, 'self_registered'],
    ['the limits of a self-registered client', { self_registered: true }, 'agent_scope'],
    ['the expiry of a self-registered client', { self_registered: true }, 'agent_end_date'],
    [
      'the session of a back-channel logout',
      { backchannel_logout_uri: 'https://a.example/' },
      'backchannel_logout_session_required',
    ],
    [
      'the session of a front-channel logout',
      { frontchannel_logout_uri: 'https://a.example/' },
      'frontchannel_logout_session_required',
    ],
    [
      'token exchange with its grant',
      { grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'] },
      'token_exchange',
    ],
    ['own claims with client credentials', { grant_types: ['authorization_code', 'client_credentials'] }, 'claims'],
    [
      'device fields with the device grant',
      { grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'] },
      'user_code',
    ],
  ])('by other values: %s', (_, settings, field) => {
    expect(shownOf({ ...presets.web.settings, ...settings })).toContain(field);
    expect(shownOf(presets.web.settings)).not.toContain(field);
  });

  it('include the public keys of a machine with a self-signed certificate', () => {
    const machine = { ...presets.machine.settings, token_endpoint_auth_method: 'self_signed_tls_client_auth' };
    expect(shownOf(machine)).toContain('jwks');
    expect(shownOf(presets.machine.settings)).not.toContain('jwks');
  });

  it('exclude those of refresh tokens without the grant, and the type of reference tokens', () => {
    const without = shownOf({ ...presets.web.settings, grant_types: ['authorization_code'] });
    expect(without.filter((field) => field.startsWith('refresh_token'))).toEqual([]);
    expect(shownOf({ ...presets.web.settings, access_token_format: 'reference' })).not.toContain('access_token_typ');
  });

  it('follow who may use a web application, while a person chooses it', () => {
    const web = presets.web.settings;
    const opened = shownOf({ ...web, access: 'assigned' }).filter((key) => !shownOf(web).includes(key));
    expect(opened.sort()).toEqual(['access_contact', 'access_groups', 'approver_groups']);
    for (const key of opened) expect(byChoice[key]).toEqual({ field: 'access', value: 'assigned' });
  });

  it('follow the chosen authentication method where they depend on it', () => {
    const method = 'token_endpoint_auth_method';
    const ofMethod = Object.entries(byChoice).flatMap(([key, { field }]) => (field === method ? [key] : []));
    const dependent = ofMethod.filter((key) => !shownOf(presets.machine.settings).includes(key));
    expect(dependent.sort()).toEqual(
      ['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth']
        .flatMap((value) => shownOf({ ...presets.machine.settings, [method]: value }))
        .filter((key, index, keys) => keys.indexOf(key) === index && !shownOf(presets.machine.settings).includes(key))
        .sort(),
    );
    expect(byChoice.token_endpoint_auth_signing_alg?.value).toBe('private_key_jwt');
    expect(byChoice.jwks?.value).toBe('private_key_jwt|self_signed_tls_client_auth');
  });
});
