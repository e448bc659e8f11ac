import { offlineAccess } from '#lib/protocol/scope';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { ClaimValue, User } from '#lib/users/user';
import type { ScopeFace } from './page-models';

/** What a person may know of a scope: its texts, its weight, and the values of theirs that it shares. */
export function scopeFace(name: string, user: Pick<User, 'claims'>, { scopes }: Pick<Snapshot, 'scopes'>): ScopeFace {
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
    values: type === 'identity' ? (scope?.claims ?? []).flatMap((claim) => readable(user.claims[claim])) : [],
  };
}

/** What a person recognises as theirs: texts and numbers; not flags, pictures or structures. */
export function readable(value: ClaimValue | undefined): string[] {
  if (typeof value === 'string') return value === '' || value.startsWith('http') ? [] : [value];
  if (typeof value === 'number') return [String(value)];
  return Array.isArray(value) ? value.flatMap(readable) : [];
}
