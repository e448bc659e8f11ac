import type { Rule } from '#lib/explain/refusal';

/** RFC 6749 §5.2: the code, token or password is not valid, or belongs to another client. */
export const invalidGrantRules = {
  value_invalid: {
    description: 'The {name} is not valid',
    fix: 'Send the value as this server issued it, whole and unchanged.',
  },
  code_invalid: {
    description: 'The code is not valid',
    fix: 'Redeem a code once and at once, by the client it was issued to. A code that is sent twice ends all its tokens.',
    setting: 'authorization_code_lifetime_seconds',
  },
  code_redirect_uri_differs: {
    description: 'The redirect_uri differs from the authorization request',
    fix: 'Send the same redirect_uri to the token endpoint as to the authorization endpoint, byte for byte.',
  },
  code_redirect_uri_removed: {
    description: 'The redirect_uri of the code is no longer registered',
    fix: 'Register the address again, or start again with a registered one. The client was changed after the code was issued.',
    setting: 'redirect_uris',
  },
  challenge_absent: {
    description: 'The authorization request had no code_challenge',
    fix: 'Send the code_challenge with the authorization request; a code_verifier without it may be an attack.',
    setting: 'require_pkce',
  },
  code_challenge_insufficient: {
    description: 'The code was issued without the PKCE that the client needs now',
    fix: 'Start again, with the code_challenge that the client needs. The client was changed after the code was issued.',
    setting: 'require_pkce',
  },
  verifier_malformed: {
    description: 'The code_verifier is missing or malformed',
    fix: 'Send the code_verifier of this sign-in: 43 to 128 characters, the same ones that its challenge was made from.',
  },
  verifier_mismatch: {
    description: 'The code_verifier does not match',
    fix: 'Keep the code_verifier of each sign-in apart, for example by its state, and send the one whose challenge was sent.',
  },
  code_of_another_key: {
    description: 'The code is bound to another key',
    fix: 'Make the proof with the key whose thumbprint the authorization request had in dpop_jkt, or that signed the proof of the pushed request.',
  },
  refresh_token_invalid: {
    description: 'The refresh token is not valid',
    fix: 'Use the newest refresh token, each one once, and ask the person to sign in again when it has ended. Requests that refresh at the same time need a grace period.',
    setting: 'refresh_token_grace_seconds',
  },
  device_code_invalid: {
    description: 'The device_code is not valid',
    fix: 'Poll with the device_code of this device until it is answered, and no longer.',
    setting: 'device_code_lifetime_seconds',
  },
  grant_invalid: {
    description: 'The grant is not valid',
    fix: 'Let the person sign in again: access was revoked, the session ended, the account or the tenant is disabled, or the account left the tenant.',
  },
  tenant_disabled: {
    description: 'The tenant is switched off',
    fix: 'Switch the tenant of the client on again. Until then it gets no tokens.',
    setting: 'tenant',
  },
  no_scope_left: {
    description: 'No granted scope is allowed any more',
    fix: 'Allow the client the scopes again, or let the person sign in again.',
    setting: 'scope',
  },
  wrong_credentials: {
    description: 'invalid_username_or_password',
    fix: 'Check username and password, that the account is enabled and that it belongs to the tenant. An address counts where identifiers has email, and exactly one enabled account has it as verified.',
  },
  new_password_needed: {
    description: 'This account has to set a new password first',
    fix: 'The person signs in by a browser, which leads to the page that sets the new password.',
  },
  administration_by_browser: {
    description: 'The scope needs a sign-in with a browser',
    fix: 'Send the person through the authorization code flow or the device flow: this grant does not show who the person is well enough for a token that administers.',
  },
  second_factor_needed: {
    description: 'This account signs in with a second factor',
    fix: 'Send the person through the authorization code flow: a password grant cannot ask for a second factor, which the account has, or second_factor or minimum_acr asks for.',
  },
  too_many_attempts: {
    description: 'Too many attempts; try again later',
    fix: 'Wait until the limit has passed. Many failures of one account or address may be an attack.',
  },
  provider_without_passwords: {
    description: 'This identity provider takes no passwords here',
    fix: 'Leave idp: out of acr_values; people of another provider sign in through the browser.',
  },
  credential_invalid: {
    description: 'The credential is not valid',
    fix: 'Send the credential that this extension grant takes.',
  },
} as const satisfies Record<string, Rule>;

/** RFC 6749 §5.2. */
export const unsupportedGrantTypeRules = {
  grant_type_unknown: {
    description: 'The grant_type is not supported',
    fix: 'Use a grant_type of the discovery document.',
  },
  legacy_grant_off: {
    description: 'The grant_type is not supported',
    fix: 'Let people sign in through the browser, or by a device code. The password grant is switched off for every client here.',
    setting: 'legacy_flows',
  },
  extension_grant_not_allowed: {
    description: 'The client may not use this grant_type',
    fix: 'Allow the client this grant.',
    setting: 'grant_types',
  },
  passwords_not_allowed: {
    description: 'The client may not use passwords',
    fix: 'Let people sign in through the browser, or switch local_login on for this client.',
    setting: 'local_login',
  },
  token_exchange_not_allowed: {
    description: 'The client may not exchange tokens',
    fix: 'Say whose tokens the client may exchange.',
    setting: 'token_exchange',
  },
} as const satisfies Record<string, Rule>;
