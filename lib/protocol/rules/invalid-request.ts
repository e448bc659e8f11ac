import type { Rule } from '#lib/explain/refusal';

/** RFC 6749 §4.1.2.1 and §5.2, RFC 6750 §3.1: something is missing, malformed, repeated or contradicts itself. */
export const invalidRequestRules = {
  body_not_form: {
    description: 'The body must be application/x-www-form-urlencoded in UTF-8',
    fix: 'Send the parameters as a form with the header Content-Type: application/x-www-form-urlencoded.',
  },
  body_not_json: {
    description: 'The body must be application/json in UTF-8',
    fix: 'Send the metadata as a JSON object with the header Content-Type: application/json.',
  },
  json_malformed: {
    description: 'The body is not a JSON object',
    fix: 'Send one JSON object. Its members are the metadata.',
  },
  json_name_repeated: {
    description: 'A name appears twice in the body',
    fix: 'Use each name once in every JSON object. Parsers do not agree which of two values to use.',
  },
  json_too_large: {
    description: 'The JSON in the body is too large',
    fix: 'Send at most 64 KiB of JSON.',
  },
  json_too_deep: {
    description: 'The JSON in the body is nested too deeply',
    fix: 'Nest objects and lists at most 16 levels deep. The outermost object is the first level.',
  },
  json_too_many_members: {
    description: 'The JSON in the body has too many members',
    fix: 'Send at most 1,000 members and at most 1,000 list items in the whole body.',
  },
  registered_client_id_missing: {
    description: 'The client_id must be in the query, once',
    fix: 'Use the registration_client_uri exactly as the server returned it.',
  },
  body_malformed: {
    description: 'The body is not a well-formed form',
    fix: 'Encode names and values as an HTML form does: percent-encoded UTF-8 without NUL, and at most 200 parameters.',
  },
  parameters_malformed: {
    description: 'The parameters are not well-formed',
    fix: 'Encode names and values as an HTML form does: percent-encoded UTF-8 without NUL, and at most 200 parameters.',
  },
  parameter_repeated: {
    description: 'The parameter {name} is repeated',
    fix: 'Send each parameter once, in the query or in the body. Only resource and audience may be repeated.',
  },
  parameter_too_long: {
    description: 'The {name} is too long',
    fix: 'Send a shorter value. The protocol guide lists the maximum lengths.',
  },
  parameter_malformed: {
    description: 'The {name} is missing or malformed',
    fix: 'Send the parameter as the protocol guide describes it for this grant.',
  },
  dpop_proof_needed: {
    description: 'The DPoP proof is missing',
    fix: 'Send a proof in the DPoP header. The tokens of this client are bound to a key (RFC 9449 section 5).',
    setting: 'dpop_bound_access_tokens',
  },
  certificate_needed: {
    description: 'The client certificate is missing',
    fix: 'Send the request to the address in mtls_endpoint_aliases of the discovery document, with the certificate of the client (RFC 8705 section 3). If the address is right, make the proxy forward the certificate.',
    setting: 'tls_client_certificate_bound_access_tokens',
  },
  dpop_jkt_malformed: {
    description: 'The dpop_jkt is malformed',
    fix: 'Send the SHA-256 thumbprint of the public key (RFC 7638) in base64url: 43 characters, without padding.',
  },
  response_type_unbound: {
    description: 'The response_type returns an access token that cannot be bound to a key',
    fix: 'Use response_type=code. The authorization endpoint accepts no proof of possession, so it cannot bind the access tokens that it returns.',
    setting: 'dpop_bound_access_tokens',
  },
  client_id_repeated: {
    description: 'client_id and redirect_uri must be sent once',
    fix: 'Send one client_id and one redirect_uri.',
  },
  client_id_missing: {
    description: 'The client_id is missing or too long',
    fix: 'Send the client_id of the registered client.',
    setting: 'client_id',
  },
  redirect_uri_missing: {
    description: 'The redirect_uri is missing',
    fix: 'Send a registered redirect_uri in every authorization request.',
    setting: 'redirect_uris',
  },
  redirect_uri_not_registered: {
    description: 'The redirect_uri is not registered for this client',
    fix: 'Register the address that was sent, or change the app to send a registered one. The addresses are compared byte for byte.',
    setting: 'redirect_uris',
  },
  authentication_methods_mixed: {
    description: 'Only one client authentication method may be used',
    fix: 'Send the secret in the Authorization header, or in the body, or send an assertion. Use only one of these.',
    setting: 'token_endpoint_auth_method',
  },
  client_id_differs: {
    description: 'The client_id differs from the one in the Authorization header',
    fix: 'Leave the client_id out of the body, or send the same one as in the Authorization header.',
  },
  push_required: {
    description: 'The client must push its authorization requests',
    fix: 'Send the parameters to /connect/par first. Then send the request_uri from its response to the authorization endpoint.',
    setting: 'require_pushed_authorization_requests',
  },
  signature_required: {
    description: 'The client must sign its authorization requests',
    fix: 'Send the parameters in a signed request object, in the parameter request (RFC 9101).',
    setting: 'require_signed_request_object',
  },
  request_twice: {
    description: 'Only one of request and request_uri may be sent',
    fix: 'Send either the request object or its address.',
  },
  pushed_request_uri: {
    description: 'A pushed request must not contain a request_uri',
    fix: 'Push the parameters themselves (RFC 9126 section 2.1).',
  },
  response_type_missing: {
    description: 'The response_type is missing',
    fix: 'Send response_type=code, or another type that the client may use.',
    setting: 'response_types',
  },
  response_mode_not_usable: {
    description: 'The response_mode cannot be used here',
    fix: 'Leave response_mode out, or send one that fits the response_type. Tokens are never sent in a query.',
  },
  response_mode_not_allowed: {
    description: 'The client may not use this response_mode',
    fix: 'Leave response_mode out, or send one that is registered for the client.',
    setting: 'response_modes',
  },
  nonce_missing: {
    description: 'The nonce is missing',
    fix: 'Send a new random nonce with every request for an ID token from the authorization endpoint, and compare it with the nonce in the token.',
  },
  openid_missing: {
    description: 'The scope openid is missing',
    fix: 'Add openid to the scope. This response_type returns an ID token.',
    setting: 'scope',
  },
  prompt_none_with_others: {
    description: 'prompt=none cannot be combined with other values',
    fix: 'Send only prompt=none, or remove none from the list.',
  },
  prompt_create_with_others: {
    description: 'prompt=create cannot be combined with other values',
    fix: 'Send only prompt=create, or remove create from the list.',
    setting: 'registration',
  },
  max_age_malformed: {
    description: 'max_age must be a number of seconds',
    fix: 'Send max_age as a whole number with at most nine digits.',
  },
  id_token_hint_invalid: {
    description: 'The id_token_hint is not valid',
    fix: 'Send an ID token that this server issued to the same client, or leave the hint out. An expired ID token is fine.',
  },
  subjects_differ: {
    description: 'The id_token_hint and the claims parameter name different users',
    fix: 'Name one user, either with the id_token_hint or with the value of sub in the claims parameter.',
  },
  claims_malformed: {
    description: 'The claims parameter is malformed',
    fix: 'Send a JSON object with the members id_token and userinfo (OpenID Connect Core section 5.5).',
  },
  challenge_method_alone: {
    description: 'code_challenge_method was sent without code_challenge',
    fix: 'Send both parameters or neither.',
  },
  challenge_missing: {
    description: 'A code_challenge is required',
    fix: 'Use PKCE with S256 in the app. Every current library supports it. A client with a secret needs it only if require_pkce is true.',
    setting: 'require_pkce',
  },
  challenge_malformed: {
    description: 'The code_challenge is malformed',
    fix: 'Send the SHA-256 of the code_verifier in base64url: 43 characters, without padding.',
  },
  challenge_method_unsupported: {
    description: 'The code_challenge_method is not supported',
    fix: 'Send code_challenge_method=S256. Without the parameter the method is plain, which only clients with allow_plain_pkce may use.',
    setting: 'allow_plain_pkce',
  },
  token_missing: {
    description: 'The token is missing',
    fix: 'Send the token in the parameter token of the body.',
  },
  token_sent_twice: {
    description: 'The token was sent in two ways',
    fix: 'Send the access token only in the Authorization header.',
  },
  grant_type_missing: {
    description: 'The grant_type is missing',
    fix: 'Send the grant_type in the body of the request. Query parameters are ignored.',
    setting: 'grant_types',
  },
  sign_out_expired: {
    description: 'The request has expired',
    fix: 'Start the sign-out again from the app.',
  },
  no_sign_out: {
    description: 'The address does not belong to a sign-out in this browser',
    fix: 'Start the sign-out at /connect/endsession. This address works once, in the browser that started the sign-out.',
  },
  logout_token_unacceptable: {
    description: 'The logout_token is not acceptable',
    fix: 'See the reason. The provider must sign a separate token for this client, with an event and without a nonce, and send it once (Back-Channel Logout sections 2.4 and 2.6).',
  },
  actor_token_incomplete: {
    description: 'The actor_token and the actor_token_type must be sent together',
    fix: 'Send both parameters or neither (RFC 8693 section 2.1).',
  },
  subject_token_unacceptable: {
    description: 'The subject_token is not acceptable',
    fix: 'Send a valid access token of a user. It must belong to a client in the subjects of token_exchange, and its audience must include this client.',
    setting: 'token_exchange',
  },
  actor_token_unacceptable: {
    description: 'The actor_token is not acceptable',
    fix: 'Send an access token that was issued to this client itself, or leave the actor_token out.',
    setting: 'token_exchange',
  },
  delegation_not_allowed: {
    description: 'The client may not act under its own name',
    fix: 'Leave the actor_token out, or allow delegation for the client.',
    setting: 'token_exchange',
  },
  request_tenant_gone: {
    description: 'The tenant of the request was disabled',
    fix: 'Enable the tenant in acr_values, or start the sign-in without it.',
  },
  provider_not_allowed: {
    description: 'The client may not use this identity provider',
    fix: 'Ask for a provider that the client may use, or add this one to the client.',
    setting: 'identity_providers',
  },
} as const satisfies Record<string, Rule>;
