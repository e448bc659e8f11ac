import type { Rule } from '#lib/explain/refusal';
import { invalidClientRules, unauthorizedClientRules } from './client';
import { invalidGrantRules, unsupportedGrantTypeRules } from './grant';
import { invalidRequestRules } from './invalid-request';
import { accessDeniedRules, consentRequiredRules, loginRequiredRules } from './person';
import { invalidClientMetadataRules, invalidRedirectUriRules, registrationTokenRules } from './registration';
import { invalidRequestObjectRules } from './request-object';
import { invalidScopeRules, invalidTargetRules } from './scope';
import { dpopNonceRules, insufficientScopeRules, invalidDpopProofRules, invalidTokenRules } from './token';

/**
 * All refusals of protocol endpoints, by the registered error code of the response (RFC 6749 §4.1.2.1 and §5.2, RFC
 * 6750 §3.1, RFC 7591 §3.2.2, RFC 8628 §3.5, RFC 9449 §12.2, RFC 9101 §7, OpenID Connect Core §3.1.2.6). The name of a
 * rule is unique among all of them, except that `no_access` is one rule with two codes.
 */
export const rules = {
  invalid_request: invalidRequestRules,
  invalid_client: invalidClientRules,
  unauthorized_client: unauthorizedClientRules,
  invalid_grant: invalidGrantRules,
  unsupported_grant_type: unsupportedGrantTypeRules,
  invalid_scope: invalidScopeRules,
  invalid_target: invalidTargetRules,
  invalid_redirect_uri: invalidRedirectUriRules,
  invalid_client_metadata: invalidClientMetadataRules,
  invalid_token: { ...invalidTokenRules, ...registrationTokenRules },
  invalid_dpop_proof: invalidDpopProofRules,
  use_dpop_nonce: dpopNonceRules,
  insufficient_scope: insufficientScopeRules,
  access_denied: accessDeniedRules,
  login_required: loginRequiredRules,
  consent_required: consentRequiredRules,
  unsupported_response_type: {
    response_type_unknown: {
      description: 'The response_type is not supported',
      fix: 'Send a response_type that the discovery document lists. response_type=code works for every app.',
      setting: 'response_types',
    },
    legacy_response_type_off: {
      description: 'The response_type is not supported',
      fix: 'Use response_type=code with PKCE. The implicit and hybrid flows are turned off for every client here.',
      setting: 'legacy_flows',
    },
  },
  unmet_authentication_requirements: {
    acr_unknown: {
      description: 'No level of authentication has the requested acr',
      fix: 'Request a value in acr_values_supported, or do not mark acr as essential in the claims parameter.',
    },
    acr_out_of_reach: {
      description: 'The user cannot reach the level of authentication that the app needs',
      fix: 'Ask the user to add a passkey at /account/passkeys/new. Or lower minimum_acr of the client, or the essential acr of the request.',
    },
  },
  registration_not_supported: {
    registration_parameter: {
      description: 'registration is not supported',
      fix: 'Register the client first. Then send its client_id.',
    },
  },
  invalid_request_uri: {
    request_uri_unusable: {
      description: 'The request_uri is unknown, has expired, was already used, or belongs to another client',
      fix: 'Push a new request for each sign-in, and redirect the browser right away. Opening the address again after the sign-in also shows this page.',
    },
    request_uri_not_registered: {
      description: 'The request_uri is not registered for this client',
      fix: 'Register the address of the request object with the client. The addresses are compared byte for byte. Or push the request to /connect/par.',
      setting: 'request_uris',
    },
    request_uri_unfetched: {
      description: 'The request object could not be fetched from the request_uri',
      fix: 'Serve it with status 200 and Content-Type: application/oauth-authz-req+jwt, at a public https address, without redirects.',
    },
    request_uri_spent: {
      description: 'Too many request objects of this client were fetched',
      fix: 'Wait a minute. The server fetches 60 per minute. Pushed requests and request objects sent by value have no such limit.',
    },
  },
  invalid_request_object: invalidRequestObjectRules,
  authorization_pending: {
    device_pending: { description: 'The user has not answered yet', fix: 'Keep polling at the interval.' },
  },
  slow_down: {
    polled_too_often: {
      description: 'The device polls more often than the interval allows',
      fix: 'Add five seconds to the interval, and keep it for the following polls (RFC 8628 section 3.5).',
    },
  },
  expired_token: {
    device_code_expired: {
      description: 'The device_code has expired',
      fix: 'Start again. Request a new device_code and show its user code.',
      setting: 'device_code_lifetime_seconds',
    },
  },
  temporarily_unavailable: {
    password_queue_full: {
      description: 'Too many passwords are waiting to be checked',
      fix: 'Wait for the number of seconds in Retry-After. To check more passwords at once, add processors or processes.',
    },
    encryption_key_missing: {
      description: 'The recipient has no key for the registered encryption',
      fix: 'Publish a public key in jwks or at jwks_uri. Its kty and curve must fit the algorithm, and its use must be enc or absent. Then try again: a code can still be redeemed.',
      setting: 'jwks',
    },
    secret_guesses_spent: {
      description: 'Too many wrong secrets came from this address',
      fix: 'Correct the secret, and wait for the number of seconds in Retry-After. Behind a proxy, all callers share one address until SIGNET_TRUSTED_PROXIES lists the proxy.',
    },
    pushed_requests_spent: {
      description: 'Too many requests came from this address',
      fix: 'Wait for the number of seconds in Retry-After. Clients that authenticate have no such limit. Behind a proxy, all callers share one address until SIGNET_TRUSTED_PROXIES lists the proxy.',
    },
    sign_ins_spent: {
      description: 'Too many sign-ins were started from this address',
      fix: 'Wait for the number of seconds in Retry-After, and look for an app that redirects in a loop. Behind a proxy, all callers share one address until SIGNET_TRUSTED_PROXIES lists the proxy.',
    },
    registrations_spent: {
      description: 'Too many clients were registered from this address',
      fix: 'Wait for the number of seconds in Retry-After, or register with an initial access token. Behind a proxy, all callers share one address until SIGNET_TRUSTED_PROXIES lists the proxy.',
      setting: 'dynamic_registration',
    },
    registrations_full: {
      description: 'The limit of self-registered clients is reached',
      fix: 'Delete unused self-registered clients, or add the trusted ones to the configuration file. Registration with an initial access token still works.',
      setting: 'dynamic_registration',
    },
    registrations_of_network_full: {
      description: 'The limit of self-registered clients for this network is reached',
      fix: 'Delete unused self-registered clients, or register with an initial access token, which has no such limit. Behind a proxy, all callers share one network until SIGNET_TRUSTED_PROXIES lists the proxy.',
      setting: 'dynamic_registration',
    },
    client_being_removed: {
      description: 'The deleted client of this document is still being removed',
      fix: 'Wait for the number of seconds in Retry-After. The server removes everything that was granted to a deleted client before its client_id can be used again.',
    },
    documents_spent: {
      description: 'Too many metadata documents were requested',
      fix: 'Wait for the number of seconds in Retry-After. There is a limit for each user, for each host, and in total.',
      setting: 'client_id_metadata_documents',
    },
    device_requests_spent: {
      description: 'Too many requests came from this address',
      fix: 'Wait for the number of seconds in Retry-After. Behind a proxy, all callers share one address until SIGNET_TRUSTED_PROXIES lists the proxy.',
    },
  },
  server_error: {
    unexpected: {
      description: 'The request could not be processed',
      fix: 'Search the log of the server for the reference. The log entry describes what happened.',
    },
  },
} as const satisfies Record<string, Record<string, Rule>>;

/** The registered error codes that we use. */
export type OAuthErrorCode = keyof typeof rules;

/** The rules of an error code. */
export type RuleName<Code extends OAuthErrorCode> = Extract<keyof (typeof rules)[Code], string>;

const table: Readonly<Record<string, Readonly<Record<string, Rule>>>> = rules;

/** @throws for a name that does not belong to this code. The compiler prevents this */
export function getRule(code: OAuthErrorCode, name: string): Rule {
  const rule = table[code]?.[name];
  if (rule === undefined) throw new Error(`there is no rule ${name} for ${code}`);
  return rule;
}
