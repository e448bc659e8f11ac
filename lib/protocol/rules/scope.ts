import type { Rule } from '#lib/explain/refusal';

/** RFC 6749 §3.3 and §5.2. */
export const invalidScopeRules = {
  scope_missing: {
    description: 'The scope is missing',
    fix: 'Send the parameter scope with one or more scopes of the client, for example openid profile.',
    setting: 'scope',
  },
  scope_malformed: {
    description: 'The scope is malformed',
    fix: 'Separate scopes with single spaces. Do not use quotes or backslashes.',
  },
  scope_too_long: {
    description: 'The scope is too long',
    fix: 'Request fewer scopes. The scope may have 300 characters, or as many as all scopes of the client together.',
  },
  scope_empty: {
    description: 'The client has no scope for this request',
    fix: 'Add a scope that this grant can give to the client. client_credentials gives only resource scopes.',
    setting: 'scope',
  },
  scope_unavailable: {
    description: 'The scope {name} is not available to this client',
    fix: 'Add the scope to the client, and check that the scope exists, is enabled, and works with this grant.',
    setting: 'scope',
  },
  scope_not_granted: {
    description: 'A scope was not granted',
    fix: 'A refresh can only narrow the scope. To get more, ask the user to sign in again with the wider scope.',
    setting: 'scope',
  },
  scope_not_allowed: {
    description: 'A scope is unknown or not allowed for this client',
    fix: 'Add the scope to the client, and check that the scope exists and is enabled.',
    setting: 'scope',
  },
  scope_not_open: {
    description: 'None of the scopes is available to a self-registered client',
    fix: 'Set open: true on a resource scope, or add the client with its scopes to the configuration file.',
    setting: 'open',
  },
  resource_scopes_only: {
    description: 'This response_type needs resource scopes and does not allow identity scopes',
    fix: 'Request resource scopes, or a response_type that returns an ID token.',
  },
  identity_scopes_only: {
    description: 'This response_type allows only identity scopes',
    fix: 'Request a response_type that returns an access token, or leave the resource scopes out.',
  },
  identity_without_openid: {
    description: 'Identity scopes need the scope openid',
    fix: 'Add openid to the scope.',
    setting: 'scope',
  },
} as const satisfies Record<string, Rule>;

/** RFC 8707 §2. */
export const invalidTargetRules = {
  resource_unavailable: {
    description: 'A resource is unknown or not available to this request',
    fix: 'Send the name or a URI of an API or resource scope that this sign-in covers.',
    setting: 'resource',
  },
  resource_gone: {
    description: 'None of the requested resources is available anymore',
    fix: 'Ask the user to sign in again. The requested APIs were disabled or deleted, or lost the scopes that were granted.',
  },
  resource_alone: {
    description: 'The API {name} needs a token of its own',
    fix: 'Name the API alone in the parameter resource, and request another token for the others.',
    setting: 'resource_indicator_required',
  },
  resource_needed: {
    description: 'A token with this scope needs the parameter resource',
    fix: 'Send the name or a URI of the API in the parameter resource, once for each token.',
    setting: 'resource_indicator_required',
  },
} as const satisfies Record<string, Rule>;
