import type { Api } from '#lib/apis/api';
import { adminScopes } from './admin-scopes';
import type { Scope, ScopeRecord } from './scope';

/** The identity scopes that exist without being listed (OIDC Core §5.4, `roles` and `groups`), with their claims. */
const claimsOf = {
  openid: ['sub'],
  profile: [
    'name',
    'family_name',
    'given_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  address: ['address'],
  roles: ['role', 'roles'],
  groups: ['groups'],
};

/**
 * The scopes that a person cannot leave out at consent, and those that the page emphasizes (as IdentityServer does).
 */
const required = new Set(['openid']);
const emphasized = new Set(['profile', 'email', 'phone', 'address']);

/** The built-in scopes by name. A configured scope of the same name replaces one. */
export const builtInScopes: ReadonlyMap<string, ScopeRecord> = new Map([
  ...Object.entries(claimsOf).map(([name, claims]): [string, ScopeRecord] => [name, builtIn(name, claims)]),
  ...administration(),
]);

/** The consent text for an app that wants to administer with the person's rights. */
function administration(): [string, ScopeRecord][] {
  const texts = {
    [adminScopes.read]: [
      'View how Signet is set up',
      'View clients, users, keys and the audit log, without changing them',
    ],
    [adminScopes.edit]: ['Administer Signet', 'Do everything that your administration role allows'],
    [adminScopes.own]: ['Administer Signet as an owner', 'Do everything that your administration role allows'],
  };
  return Object.entries(texts).map(([name, [displayName = null, description = null]]) => [
    name,
    { ...builtIn(name, []), type: 'resource', displayName, description, emphasize: true },
  ]);
}

function builtIn(name: string, claims: readonly string[]): ScopeRecord {
  return {
    name,
    type: 'identity',
    displayName: null,
    description: null,
    claims,
    required: required.has(name),
    emphasize: emphasized.has(name),
    enabled: true,
    resource: null,
    audience: 'name',
    open: false,
    accessTokenTyp: null,
    introspectionSignedResponseAlg: null,
    introspectionEncryptedResponseAlg: null,
    introspectionEncryptedResponseEnc: null,
    secrets: [],
    jwks: null,
    jwksUri: null,
    texts: {},
    builtIn: true,
  };
}

/**
 * All scopes with the APIs that list them: first the built-in ones, some of them replaced, then the configured ones. Other
 * identity scopes and ID tokens need `openid` (OpenID Connect Core §3.1.2.1), so it cannot be left out at consent, whatever
 * its entry says.
 */
export function withBuiltIn(configured: readonly ScopeRecord[], apis: readonly Api[] = []): ReadonlyMap<string, Scope> {
  const listing = new Map<string, Api[]>();
  for (const api of apis) for (const name of api.scopes) listing.set(name, [...(listing.get(name) ?? []), api]);
  const replaced = new Set(configured.map(({ name }) => name));
  const own = configured.map((scope) => (required.has(scope.name) ? { ...scope, required: true } : scope));
  const records = new Map([...builtInScopes, ...own.map((scope) => [scope.name, scope] as const)]);
  return new Map(
    [...records].map(([name, scope]) => {
      const all = listing.get(name) ?? [];
      const enabled = all.filter((api) => api.enabled);
      const isOn = scope.enabled && (all.length === 0 || enabled.length > 0);
      return [name, { ...scope, enabled: isOn, configured: replaced.has(name), apis: enabled }];
    }),
  );
}
