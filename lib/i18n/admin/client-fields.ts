/** Each setting of a client: what it is called, and what it does. */
export const clientFields = {
  client_name: ['Name', 'People read it when they sign in and when they are asked for consent.'],
  application_type: ['Application type', 'A native application may use loopback addresses and schemes of its own.'],
  tenant: ['Tenant', 'Its people and its look are this tenant’s. Without one, any.'],
  client_uri: ['Home page', 'Where people go on when something went wrong.'],
  initiate_login_uri: [
    'Starts a sign-in',
    'An https address of the application that starts a sign-in here (OpenID Connect Core §4).',
  ],
  logo_uri: [
    'Logo',
    'The address of a picture of at most 256 kB. This server fetches it when you save and shows its own copy.',
  ],
  policy_uri: ['Privacy statement', 'Linked from the consent page.'],
  tos_uri: ['Terms of service', 'Linked from the consent page.'],
  user_code: [
    'Code on a device',
    'What people type when they connect a device: letters, or digits for a remote control.',
  ],
  claims: ['Own claims', 'A JSON object. Tokens without a person carry them as client_….'],
  self_registered: [
    'Registered itself',
    'Nobody vouches for it: people are warned before they go there. Take it out once you know whose it is.',
  ],
  redirect_uris: [
    'Redirect URIs',
    'One a line. People come back to one of them after they signed in; it is compared byte for byte. https, or http to localhost.',
  ],
  post_logout_redirect_uris: [
    'Sign-out redirect URIs',
    'One a line. Where people may come back to after they signed out.',
  ],
  allowed_cors_origins: [
    'Origins of scripts',
    'Pages from these origins may call the token endpoint. One per line, like https://app.example.',
  ],
  backchannel_logout_uri: ['Sign-out notice to the server', 'We call it when a person’s session ends.'],
  backchannel_logout_session_required: ['Say which session', 'The notice to the server names the session.'],
  frontchannel_logout_uri: ['Sign-out notice in the browser', 'A hidden frame loads it when a person signs out.'],
  frontchannel_logout_session_required: ['Say which session', 'The frame’s address names issuer and session.'],
  scope: ['Scopes', 'What it may ask for. Anything else is refused.'],
  grant_types: ['Grants', 'The ways in which it may get tokens.'],
  response_types: ['Response types', 'What the authorization endpoint may answer. Use code unless you know why not.'],
  token_exchange: [
    'Token exchange',
    'JSON, for example {"subjects": ["web"], "delegation": true}: whose tokens it may exchange for its own.',
  ],
  token_endpoint_auth_method: ['How it proves itself', 'What it sends to the token endpoint.'],
  jwks: ['Public keys', 'A JWK set, for private_key_jwt. Either these or the address of them.'],
  jwks_uri: ['Address of its public keys', 'We load them from there.'],
  client_assertion_audience: [
    'Audience of its assertions',
    'The accepted aud of a private_key_jwt assertion. The issuer alone is safer, if the library supports it.',
  ],
  access_token_format: ['Form of access tokens', 'A JWT that APIs check themselves, or a reference they ask us about.'],
  access_token_typ: [
    'Type of access tokens',
    'The header typ of a JWT. Choose JWT for an API whose library refuses at+jwt. A scope may have its own.',
  ],
  access_token_lifetime_seconds: ['Access token', 'How long one works. Short is safe: minutes rather than hours.'],
  id_token_lifetime_seconds: ['ID token', 'It says that somebody just signed in; a few minutes are enough.'],
  authorization_code_lifetime_seconds: [
    'Authorization code',
    'The time between the browser’s return and the exchange.',
  ],
  device_code_lifetime_seconds: ['Device code', 'The time a person has to type the code.'],
  refresh_token_lifetime_seconds: [
    'Refresh token, at most',
    'People sign in again after it, whatever happens. Empty: without an end.',
  ],
  refresh_token_idle_seconds: ['Refresh token, unused', 'It ends when it is not used for so long. Empty: it does not.'],
  refresh_token_rotation: ['New refresh token at each use', 'A stolen one is noticed when it is used twice.'],
  refresh_token_grace_seconds: [
    'Grace for a lost answer',
    'How long the former refresh token may be used again, while the new one is unused. auto: 10 seconds for public clients that rotate, else none.',
  ],
  access_token_signing_alg: ['Signature of access tokens', 'ES256 is small and quick; APIs have to know it.'],
  id_token_signed_response_alg: ['Signature of ID tokens', 'RS256 is understood by every library.'],
  always_include_user_claims_in_id_token: [
    'Claims in the ID token',
    'Puts them there besides UserInfo. It makes the token large.',
  ],
  require_pkce: [
    'Require PKCE',
    'PKCE makes stolen codes worthless. Choose No only for a library that does not support it.',
  ],
  allow_plain_pkce: ['Allow plain PKCE', 'The challenge is the verifier itself: nearly no protection.'],
  require_pushed_authorization_requests: [
    'Require pushed requests',
    'Authorization requests come from its server, not through the browser.',
  ],
  require_consent: [
    'Ask for consent',
    'People see what the application gets, and may say no. Leave it out for your own.',
  ],
  allow_remember_consent: ['Let people be remembered', 'They are not asked again for the same scopes.'],
  consent_lifetime_seconds: ['Remembered for', 'They are asked again after it. Empty: never.'],
  local_login: ['Sign-in with a password here', 'Off: only through identity providers.'],
  identity_providers: ['Identity providers', 'With which of them people may sign in for this application.'],
  default_max_age: ['Sign-in at most this old', 'Older sessions have to sign in again. Empty: no limit.'],
  minimum_acr: [
    'Required level of sign-in',
    'A level or an alias of the portal, such as urn:signet:acr:2 for two factors or phr for a passkey. Empty: none.',
  ],
  default_acr_values: [
    'Preferred levels of sign-in',
    'One a line, the best first, for requests without acr_values. People who cannot reach one sign in all the same.',
  ],
} as const;

/** The parts of a client's pages; the first field of each decides where it begins. */
export const clientOptions = {
  application_type: { '': 'By its redirect URIs', web: 'Web', native: 'Native' },
  user_code: { base20: 'Letters', numeric: 'Digits' },
  token_endpoint_auth_method: {
    client_secret_basic: 'A secret, in the header',
    client_secret_post: 'A secret, in the body',
    private_key_jwt: 'A signature with its own key',
    none: 'Nothing: it cannot keep a secret',
  },
  allowed_cors_origins: {
    auto: 'Automatic: those of the redirect URIs, if the client is public',
    listed: 'Only these',
  },
  refresh_token_rotation: { auto: 'Automatic: yes for public clients', true: 'Yes', false: 'No' },
  require_pkce: {
    auto: 'Automatic: yes for public clients; others may send a nonce instead',
    true: 'Yes',
    false: 'No',
  },
  always_include_user_claims_in_id_token: {
    auto: 'Automatic: from the token endpoint, for clients that authenticate',
    true: 'Yes',
    false: 'No',
  },
  access_token_typ: { 'at+jwt': 'at+jwt', JWT: 'JWT' },
  client_assertion_audience: { endpoint: 'The issuer or the endpoint', issuer: 'The issuer alone' },
  identity_providers: { '*': 'All', allow: 'Only these', deny: 'All but these' },
  access_token_format: { jwt: 'JWT', reference: 'Reference' },
  access_token_signing_alg: { RS256: 'RS256', PS256: 'PS256', ES256: 'ES256', EdDSA: 'EdDSA' },
  id_token_signed_response_alg: { RS256: 'RS256', PS256: 'PS256', ES256: 'ES256', EdDSA: 'EdDSA' },
  grant_types: {
    authorization_code: 'Authorization code: people sign in in a browser',
    refresh_token: 'Refresh token: stays signed in',
    client_credentials: 'Client credentials: acts for itself',
    'urn:ietf:params:oauth:grant-type:device_code': 'Device code: for televisions and command lines',
    'urn:ietf:params:oauth:grant-type:token-exchange': 'Token exchange: acts for people in a chain of services',
    implicit: 'Implicit: tokens in the address. Outdated and unsafe',
    password: 'Password: the application sees it. Outdated and unsafe',
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
