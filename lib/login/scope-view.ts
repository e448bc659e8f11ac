import { offlineAccess } from '#lib/protocol/scope';
import type { Scope } from '#lib/scopes/scope';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { pickClaims } from '#lib/tokens/claims';
import type { ClaimValue, User } from '#lib/users/user';

export type ScopeView = {
  readonly name: string;
  /** The configured text, else null: the texts of built-in scopes are in the catalog. */
  readonly displayName: string | null;
  readonly description: string | null;
  /** Those of other languages. */
  readonly texts: Scope['texts'];
  readonly required: boolean;
  readonly emphasize: boolean;
  readonly type: 'identity' | 'resource' | 'offline';
  /** For identity scopes: the values that will be shared, for example "ana@example.com". */
  readonly values: readonly string[];
};

/** What the page shows of a scope: its texts, its weight, and the values of theirs that it shares. */
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

/** What goes out by these claims, as far as a person recognizes it. */
export function sharedValues(claims: readonly string[], user: Pick<User, 'username' | 'claims'>): string[] {
  return Object.values(pickClaims(user, claims)).flatMap(readable);
}

/** The values that a person recognizes: texts and numbers; not flags, pictures or structures. */
function readable(value: ClaimValue | undefined): string[] {
  if (typeof value === 'string') return value === '' || value.startsWith('http') ? [] : [value];
  if (typeof value === 'number') return [String(value)];
  return Array.isArray(value) ? value.flatMap(readable) : [];
}
