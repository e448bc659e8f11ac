import { contentEncryptions, encryptions, signatures } from './algorithms';

/** Each setting of a client: what it is called, and what it does. */
export const clientFields = {
  client_name: ['Name', 'Shown on the sign-in and consent pages.'],
  application_type: ['Application type', 'Native apps can use loopback addresses and custom schemes.'],
  tenant: ['Tenant', 'Only this tenant’s users can sign in, with its branding.'],
  client_uri: ['Home page', 'Users can continue here after an error.'],
  initiate_login_uri: ['Login initiation URI', 'An https address of the app that starts a sign-in here.'],
  logo_uri: ['Logo', 'The address of an image, up to 256 kB. Signet stores a copy when you save.'],
  policy_uri: ['Privacy policy', 'Linked from the consent page.'],
  tos_uri: ['Terms of service', 'Linked from the consent page.'],
  user_code: ['User code format', 'What users type to connect a device. Digits suit remote controls.'],
  claims: ['Own claims', 'A JSON object. Added to machine tokens with the prefix client_.'],
  self_registered: ['Self-registered', 'Users see a warning until you mark this client as reviewed.'],
  redirect_uris: [
    'Redirect URIs',
    'Where users return after signing in. Must match exactly. https, or http for localhost.',
  ],
  post_logout_redirect_uris: ['Post-logout redirect URIs', 'Where users can return after signing out.'],
  allowed_cors_origins: ['Allowed origins (CORS)', 'Pages from these origins can call the token endpoint.'],
  backchannel_logout_uri: ['Back-channel logout URI', 'Signet calls it when a user’s session ends.'],
  backchannel_logout_session_required: ['Include session ID', 'Back-channel logout tokens name the session.'],
  frontchannel_logout_uri: ['Front-channel logout URI', 'Loaded in a hidden frame when a user signs out.'],
  frontchannel_logout_session_required: ['Include session ID', 'Adds the issuer and the session to the URI.'],
  scope: ['Scopes', 'The scopes this client can request.'],
  agent_scope: [
    'Limit of an agent',
    'Agents can request every open scope. Select scopes to allow only these; select none for no limit. Tokens lose the others at their next refresh.',
  ],
  grant_types: ['Grant types', 'How this client can get tokens.'],
  response_types: ['Response types', 'What the authorization endpoint can return. Most clients only need code.'],
  token_exchange: [
    'Token exchange',
    'Whose tokens this client can exchange. Example: {"subjects": ["web"], "delegation": true}',
  ],
  token_endpoint_auth_method: ['Client authentication', 'How this client authenticates at the token endpoint.'],
  jwks: [
    'Public keys',
    'A JWK set, for signed assertions, signed requests and encryption. Enter the keys here, or their URL below.',
  ],
  jwks_uri: ['Public keys URL', 'Signet loads the keys from here.'],
  client_assertion_audience: [
    'Assertion audience',
    'The accepted aud of assertions. Issuer only is safer, if the library supports it.',
  ],
  token_endpoint_auth_signing_alg: [
    'Assertion signature',
    'Assertions with another algorithm are refused. Any: every algorithm that fits the key.',
  ],
  access_token_format: ['Access token format', 'APIs verify a JWT themselves. They ask Signet about a reference.'],
  access_token_typ: [
    'Access token type',
    'The typ header. Choose JWT if an API refuses at+jwt. A scope can override it.',
  ],
  access_token_lifetime_seconds: ['Access token lifetime', 'Recommended: 5 to 60 minutes.'],
  id_token_lifetime_seconds: ['ID token lifetime', 'A few minutes are enough.'],
  authorization_code_lifetime_seconds: ['Authorization code lifetime', 'From the redirect to the token request.'],
  device_code_lifetime_seconds: ['Device code lifetime', 'How long users have to enter the code.'],
  refresh_token_lifetime_seconds: ['Maximum lifetime', 'Users sign in again after this. Leave empty for no limit.'],
  refresh_token_idle_seconds: [
    'Idle timeout',
    'Ends a refresh token that isn’t used for this long. Leave empty for no limit.',
  ],
  refresh_token_rotation: [
    'Rotate refresh tokens',
    'Detects stolen tokens when one is used twice. Automatic: for public clients.',
  ],
  refresh_token_grace_seconds: [
    'Reuse grace period',
    'Accepts the previous token for this long, until its successor is used.',
  ],
  access_token_signing_alg: ['Access token signature', 'ES256 is small and fast. Your APIs must support it.'],
  dpop_bound_access_tokens: [
    'Bind access tokens to the app’s key (DPoP)',
    'Only the holder of the private key can use them. Token requests without a proof are refused.',
  ],
  dpop_require_nonce: [
    'Require a nonce in DPoP proofs',
    'The client’s clock no longer matters. Costs a second request every few minutes.',
  ],
  tls_client_certificate_bound_access_tokens: [
    'Bind access tokens to the app’s certificate (mTLS)',
    'Only the holder of the certificate’s private key can use them. Token requests without a certificate are refused.',
  ],
  subject_type: [
    'User identifier',
    'Different identifiers keep apps from linking users. If you change this, users become new accounts in the app.',
  ],
  sector_identifier_uri: [
    'Sector identifier URI',
    'An https address with a JSON list of all redirect URIs. Apps with the same host share identifiers. Checked when you save.',
  ],
  id_token_signed_response_alg: ['ID token signature', 'Every library supports RS256.'],
  id_token_encrypted_response_alg: [
    'ID token encryption',
    'Encrypts ID tokens to a public key of the app, besides signing them.',
  ],
  id_token_encrypted_response_enc: [
    'ID token content encryption',
    'Leave at the default unless the app asks for another.',
  ],
  always_include_user_claims_in_id_token: [
    'User claims in the ID token',
    'Makes the token larger. UserInfo has them too.',
  ],
  userinfo_signed_response_alg: [
    'UserInfo signature',
    'The UserInfo endpoint answers with a signed JWT. Not signed: with JSON, which every library reads.',
  ],
  userinfo_encrypted_response_alg: [
    'UserInfo encryption',
    'Encrypts signed UserInfo answers to a public key of the app.',
  ],
  userinfo_encrypted_response_enc: [
    'UserInfo content encryption',
    'Leave at the default unless the app asks for another.',
  ],
  security_profile: [
    'Profile',
    'Sets the options that the standard requires, and refuses settings that contradict it.',
  ],
  require_pkce: ['PKCE', 'Protects against stolen codes. Automatic: confidential clients may send a nonce instead.'],
  allow_plain_pkce: ['Allow plain PKCE', 'Offers almost no protection.'],
  require_pushed_authorization_requests: [
    'Require pushed requests',
    'The app sends authorization requests from its server, not through the browser.',
  ],
  require_signed_request_object: [
    'Require signed requests',
    'The app signs its authorization requests with its key. Browsers can’t change them.',
  ],
  request_object_signing_alg: [
    'Request signature',
    'Requests signed with another algorithm are refused. Any: every algorithm that fits the key.',
  ],
  request_object_encryption_alg: [
    'Request encryption',
    'Lets the app encrypt signed requests to a key of Signet, which is published with the signing keys.',
  ],
  request_object_encryption_enc: ['Request content encryption', 'Requests encrypted in another way are refused.'],
  request_uris: ['Request URIs', 'The https addresses where the app publishes signed requests.'],
  response_modes: ['Response modes', 'A JSON list, for example ["jwt"]. Leave empty for all.'],
  authorization_signed_response_alg: [
    'Response signature',
    'For responses with response_mode=jwt. Every library supports RS256.',
  ],
  authorization_encrypted_response_alg: [
    'Response encryption',
    'Encrypts signed responses to a public key of the app.',
  ],
  authorization_encrypted_response_enc: [
    'Response content encryption',
    'Leave at the default unless the app asks for another.',
  ],
  require_consent: ['Ask for consent', 'Users see what the app gets and can decline. Turn off for your own apps.'],
  allow_remember_consent: ['Remember consent', 'Users aren’t asked again for the same scopes.'],
  consent_lifetime_seconds: ['Consent lifetime', 'Users are asked again after this. Leave empty for no limit.'],
  local_login: ['Password sign-in', 'When off, users can only sign in with an identity provider.'],
  identity_providers: ['Identity providers', 'Which providers users can sign in with.'],
  default_max_age: ['Maximum session age', 'Users with an older session sign in again. Leave empty for no limit.'],
  minimum_acr: [
    'Required sign-in level',
    'For example urn:signet:acr:2 for two factors, or phr for a passkey. Leave empty for none.',
  ],
  default_acr_values: [
    'Preferred sign-in levels',
    'The best one first, for requests without acr_values. Users who can’t reach it can still sign in.',
  ],
} as const;

/** Of what clients sign. */
const clientSignatures = {
  '': 'Any',
  RS256: 'RS256',
  RS384: 'RS384',
  RS512: 'RS512',
  PS256: 'PS256',
  PS384: 'PS384',
  PS512: 'PS512',
  ES256: 'ES256',
  ES384: 'ES384',
  ES512: 'ES512',
  EdDSA: 'EdDSA (former name of Ed25519)',
  Ed25519: 'Ed25519',
} as const;

/** What there is to choose, by field. */
export const clientOptions = {
  security_profile: {
    none: 'None',
    fapi2: 'FAPI 2.0',
    fapi2_message_signing: 'FAPI 2.0 Message Signing',
  },
  application_type: { '': 'Automatic: from the redirect URIs', web: 'Web', native: 'Native' },
  user_code: { base20: 'Letters', numeric: 'Digits' },
  token_endpoint_auth_method: {
    client_secret_basic: 'Secret in the Authorization header',
    client_secret_post: 'Secret in the request body',
    private_key_jwt: 'Signed assertion (private key)',
    none: 'None (public client)',
  },
  allowed_cors_origins: {
    auto: 'Automatic: from the redirect URIs of a public client',
    listed: 'Only these',
  },
  refresh_token_rotation: { auto: 'Automatic', true: 'Always', false: 'Never' },
  require_pkce: { auto: 'Automatic', true: 'Required', false: 'Optional' },
  always_include_user_claims_in_id_token: {
    auto: 'Automatic: at the token endpoint, for confidential clients',
    true: 'Always',
    false: 'Never',
  },
  access_token_typ: { 'at+jwt': 'at+jwt', JWT: 'JWT' },
  token_endpoint_auth_signing_alg: clientSignatures,
  request_object_signing_alg: clientSignatures,
  request_object_encryption_alg: { '': 'Not encrypted', 'RSA-OAEP-256': 'RSA-OAEP-256', 'ECDH-ES': 'ECDH-ES' },
  request_object_encryption_enc: contentEncryptions,
  client_assertion_audience: { endpoint: 'Issuer or endpoint', issuer: 'Issuer only' },
  identity_providers: { '*': 'All', allow: 'Only these', deny: 'All except these' },
  access_token_format: { jwt: 'JWT', reference: 'Reference' },
  access_token_signing_alg: signatures,
  authorization_signed_response_alg: signatures,
  userinfo_signed_response_alg: { '': 'Not signed', ...signatures },
  subject_type: { public: 'The same for all applications', pairwise: 'A different identifier for each application' },
  id_token_signed_response_alg: signatures,
  id_token_encrypted_response_alg: encryptions,
  id_token_encrypted_response_enc: contentEncryptions,
  authorization_encrypted_response_alg: encryptions,
  authorization_encrypted_response_enc: contentEncryptions,
  userinfo_encrypted_response_alg: encryptions,
  userinfo_encrypted_response_enc: contentEncryptions,
  grant_types: {
    authorization_code: 'Authorization code: users sign in with a browser',
    refresh_token: 'Refresh token: users stay signed in',
    client_credentials: 'Client credentials: runs without a user',
    'urn:ietf:params:oauth:grant-type:device_code': 'Device code: for TVs and command lines',
    'urn:ietf:params:oauth:grant-type:token-exchange': 'Token exchange: calls other services for users',
    implicit: 'Implicit: deprecated and unsafe',
    password: 'Password: deprecated and unsafe',
  },
  response_types: {
    code: 'code',
    id_token: 'id_token',
    token: 'token',
    'id_token token': 'id_token token',
    'code id_token': 'code id_token',
    'code token': 'code token',
    'code id_token token': 'code id_token token',
  },
} as const;
