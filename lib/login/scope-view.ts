import { offlineAccess } from '#lib/protocol/scope';
import type { Scope } from '#lib/scopes/scope';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { pickClaims } from '#lib/tokens/claims';
import type { ClaimValue, User } from '#lib/users/user';

export type ScopeView = {
  readonly name: string;
  /** The configured text, otherwise null. The texts of built-in scopes are in the catalog. */
  readonly displayName: string | null;
  readonly description: string | null;
  /** The texts in other languages. */
  readonly texts: Scope['texts'];
  readonly required: boolean;
  readonly emphasize: boolean;
  readonly type: 'identity' | 'resource' | 'offline';
  /** For identity scopes: the values that will be shared, for example "ana@example.com". */
  readonly values: readonly string[];
};

/** A scope on the page: its texts, its weight, and the person's values that it shares. */
export function scopeView(
  name: string,
  user: Pick<User, 'username' | 'claims'>,
  { scopes }: Pick<Snapshot, 'scopes'>,
): ScopeView {
  const scope = scopes.get(name);
  const type = name === offlineAccess ? 'offline' : (scope?.type ?? 'resource');
  return {
    name,
    displayName: scope?.displayName ?? null,
    description: scope?.description ?? null,
    texts: scope?.texts ?? {},
    required: scope?.required ?? false,
    emphasize: scope?.emphasize ?? name === offlineAccess,
    type,
    values: type === 'identity' ? sharedValues(scope?.claims ?? [], user) : [],
  };
}

/** The values that these claims share, as far as a person recognizes them. */
export function sharedValues(claims: readonly string[], user: Pick<User, 'username' | 'claims'>): string[] {
  return Object.values(pickClaims(user, claims)).flatMap(readable);
}

/** The values that a person recognizes: texts and numbers, but not flags, pictures or structures. */
function readable(value: ClaimValue | undefined): string[] {
  if (typeof value === 'string') return value === '' || value.startsWith('http') ? [] : [value];
  if (typeof value === 'number') return [String(value)];
  return Array.isArray(value) ? value.flatMap(readable) : [];
}
