import type { Rule } from '#lib/explain/refusal';

/** RFC 6749 §3.3 and §5.2. */
export const invalidScopeRules = {
  scope_missing: {
    description: 'The scope is missing',
    fix: 'Send the parameter scope with one or more of the scopes of the client, for example openid profile.',
    setting: 'scope',
  },
  scope_malformed: {
    description: 'The scope is malformed',
    fix: 'Separate scopes by one space each, without quotes and backslashes.',
  },
  scope_too_long: {
    description: 'The scope is too long',
    fix: 'Ask for fewer scopes: at most 300 characters.',
  },
  scope_empty: {
    description: 'The client has no scope for this request',
    fix: 'Allow the client a scope that this grant can give: client_credentials gives resource scopes alone.',
    setting: 'scope',
  },
  scope_unavailable: {
    description: 'The scope {name} is not available to this client',
    fix: 'Allow the client the scope, and see that the scope exists, is enabled and suits this grant.',
    setting: 'scope',
  },
  scope_not_granted: {
    description: 'A scope was not granted',
    fix: 'A refresh can only narrow the scope. For more, let the person sign in again with the wider scope.',
    setting: 'scope',
  },
  scope_not_allowed: {
    description: 'A scope is unknown or not allowed for this client',
    fix: 'Allow the client the scope, and see that the scope exists and is enabled.',
    setting: 'scope',
  },
  scope_not_open: {
    description: 'None of the scopes is open to a client that registered itself',
    fix: 'Open a resource scope with open: true, or list the client in the configuration file with its scopes.',
    setting: 'open',
  },
  resource_scopes_only: {
    description: 'This response_type needs resource scopes and no identity scope',
    fix: 'Ask for resource scopes, or for a response_type with an ID token.',
  },
  identity_scopes_only: {
    description: 'This response_type allows identity scopes only',
    fix: 'Ask for a response_type that returns an access token, or leave the resource scopes out.',
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
    fix: 'Name a resource scope of this request, by its name or its registered resource URI.',
    setting: 'resource',
  },
} as const satisfies Record<string, Rule>;
