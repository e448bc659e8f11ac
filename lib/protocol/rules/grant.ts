import type { Rule } from '#lib/explain/refusal';
import { noAccess } from './person';

/** RFC 6749 §5.2: the code, token or password is not valid, or belongs to another client. */
export const invalidGrantRules = {
  value_invalid: {
    description: 'The {name} is not valid',
    fix: 'Send the value exactly as this server issued it.',
  },
  code_invalid: {
    description: 'The code is not valid',
    fix: 'Redeem each code once, soon after it is issued, with the client it was issued to. Sending a code a second time revokes all tokens that came from it.',
    setting: 'authorization_code_lifetime_seconds',
  },
  code_redirect_uri_differs: {
    description: 'The redirect_uri differs from the authorization request',
    fix: 'Send the same redirect_uri to the token endpoint as to the authorization endpoint, byte for byte.',
  },
  code_redirect_uri_removed: {
    description: 'The redirect_uri of the code is no longer registered',
    fix: 'The client changed after the code was issued. Register the address again, or start again with a registered one.',
    setting: 'redirect_uris',
  },
  challenge_absent: {
    description: 'The authorization request had no code_challenge',
    fix: 'Send a code_challenge in the authorization request. A code_verifier without one can be a sign of an attack.',
    setting: 'require_pkce',
  },
  code_challenge_insufficient: {
    description: 'The client now needs a PKCE method that the code was issued without',
    fix: 'The client changed after the code was issued. Start again with the code_challenge that it needs.',
    setting: 'require_pkce',
  },
  verifier_malformed: {
    description: 'The code_verifier is missing or malformed',
    fix: 'Send the code_verifier that the code_challenge of this sign-in was made from. It has 43 to 128 characters.',
  },
  verifier_mismatch: {
    description: 'The code_verifier does not match',
    fix: 'Store a code_verifier for each sign-in, for example by its state, and send the one that belongs to this code.',
  },
  code_of_another_key: {
    description: 'The code is bound to another key',
    fix: 'Sign the proof with the key whose thumbprint was in dpop_jkt, or that signed the proof of the pushed request.',
  },
  refresh_token_invalid: {
    description: 'The refresh token is not valid',
    fix: 'Use the newest refresh token, and use it once. When it has ended, ask the user to sign in again. If the app refreshes in parallel, set a grace period.',
    setting: 'refresh_token_grace_seconds',
  },
  device_code_invalid: {
    description: 'The device_code is not valid',
    fix: 'Poll with the device_code of this device, and stop after the first result.',
    setting: 'device_code_lifetime_seconds',
  },
  grant_invalid: {
    description: 'The grant is not valid',
    fix: 'Ask the user to sign in again. Either access was revoked, the session ended, the user or the tenant is disabled, or the user no longer belongs to the tenant.',
  },
  tenant_disabled: {
    description: 'The tenant is disabled',
    fix: 'Enable the tenant of the client. Until then, the client gets no tokens.',
    setting: 'tenant',
  },
  no_access: noAccess,
  no_scope_left: {
    description: 'None of the granted scopes is allowed anymore',
    fix: 'Add the scopes to the client again, or ask the user to sign in again.',
    setting: 'scope',
  },
  wrong_credentials: {
    description: 'invalid_username_or_password',
    fix: 'Check the username and the password, and that the user is enabled and belongs to the tenant. An email address works only if identifiers includes email and exactly one enabled user has verified it.',
  },
  new_password_needed: {
    description: 'The user must set a new password first',
    fix: 'Ask the user to sign in with a browser and set the new password there.',
  },
  administration_by_browser: {
    description: 'The scope needs a sign-in with a browser',
    fix: 'Use the authorization code flow or the device flow. A password alone is not enough for a token with an administration scope.',
  },
  second_factor_needed: {
    description: 'The user must sign in with a second factor',
    fix: 'Use the authorization code flow. Two-step verification of the user, second_factor or minimum_acr requires a second factor, and the password grant cannot ask for one.',
  },
  too_many_attempts: {
    description: 'Too many attempts. Try again later',
    fix: 'Wait until the limit has passed. Many failures for one user or IP address can be a sign of an attack.',
  },
  provider_without_passwords: {
    description: 'This identity provider does not accept passwords here',
    fix: 'Remove idp: from acr_values. Users of another provider must sign in with a browser.',
  },
  credential_invalid: {
    description: 'The credential is not valid',
    fix: 'Send a credential that this extension grant accepts.',
  },
  extension_grant_failed: {
    description: 'The grant is not valid',
    fix: 'The extension grant failed without an error code. Search the log of the server for the reference.',
  },
} as const satisfies Record<string, Rule>;

/** RFC 6749 §5.2. */
export const unsupportedGrantTypeRules = {
  grant_type_unknown: {
    description: 'The grant_type is not supported',
    fix: 'Send a grant_type that the discovery document lists.',
  },
  legacy_grant_off: {
    description: 'The grant_type is not supported',
    fix: 'Use the authorization code flow or the device flow. The password grant is turned off for every client here.',
    setting: 'legacy_flows',
  },
  extension_grant_not_allowed: {
    description: 'The client may not use this grant_type',
    fix: 'Add this grant type to the client.',
    setting: 'grant_types',
  },
  passwords_not_allowed: {
    description: 'The client may not use passwords',
    fix: 'Use the authorization code flow, or turn on local_login for this client.',
    setting: 'local_login',
  },
  token_exchange_not_allowed: {
    description: 'The client may not exchange tokens',
    fix: 'List in token_exchange whose tokens the client may exchange.',
    setting: 'token_exchange',
  },
} as const satisfies Record<string, Rule>;
