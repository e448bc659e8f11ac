import { isAdminScope } from '#lib/scopes/admin-scopes';
import type { Scope } from '#lib/scopes/scope';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { AdminContext } from '../admin-context';
import { type SecretsState, secretsState } from '../entries/secrets';
import { type ListPage, mapLines, pageOf } from '../list/list-page';
import { holdsText, type ListPlace, readPlace } from '../list/list-query';
import { type Query, textOf, wordOf } from '../query';

export const scopeTypes = ['resource', 'identity'] as const;

/** The place and filters in the address of the list. */
export type ScopeQuery = ListPlace & { readonly q: string | null; readonly type: Scope['type'] | null };

export function readScopeQuery(query: Query): ScopeQuery {
  return { q: textOf(query, 'q'), type: wordOf(query, 'type', scopeTypes, null), ...readPlace(query) };
}

export type ScopeLine = {
  readonly name: string;
  readonly type: Scope['type'];
  readonly displayName: string | null;
  readonly enabled: boolean;
  /** False if the stored row is broken. The scope is disabled then. */
  readonly isReadable: boolean;
  readonly builtIn: boolean;
  readonly claims: number;
  readonly secrets: SecretsState;
  /** How many clients may ask for it. */
  readonly clients: number;
  /** Its display name or description is missing. */
  readonly lacksTexts: boolean;
};

/** A page of the scopes by name, without those of the admin API. The scopes are in memory: no statement. */
export function listScopeLines(
  { snapshot, now }: AdminContext,
  { q, type, ...place }: ScopeQuery,
): ListPage<ScopeLine> {
  const used = countUses(snapshot);
  const matching = findScopes(snapshot, q ?? '').filter((scope) => type === null || scope.type === type);
  return mapLines(
    pageOf(matching, place, ({ name }) => name),
    (scope) => ({
      name: scope.name,
      type: scope.type,
      displayName: scope.displayName,
      enabled: scope.enabled,
      isReadable: scope.unreadable !== true,
      builtIn: scope.builtIn,
      claims: scope.claims.length,
      secrets: secretsState(scope.secrets, now),
      clients: used.get(scope.name) ?? 0,
      lacksTexts: !scope.builtIn && (scope.displayName === null || scope.description === null),
    }),
  );
}

/** The scopes whose names or resource contain a text, by name, without those of the admin API. */
export function findScopes({ scopes }: Pick<Snapshot, 'scopes'>, text: string): readonly Scope[] {
  return [...scopes.values()]
    .filter(({ name }) => !isAdminScope(name))
    .filter(({ name, displayName, resource }) => holdsText([name, displayName, resource], text))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function countUses({ clients }: Pick<Snapshot, 'clients'>): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const client of clients.values()) {
    for (const name of client.scope) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return uses;
}
