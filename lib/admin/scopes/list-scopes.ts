import { isAdminScope } from '#lib/scopes/admin-scopes';
import type { Scope } from '#lib/scopes/scope';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { AdminContext } from '../admin-context';
import { type SecretsState, secretsState } from '../clients/list-clients';
import { holdsText } from '../entries/list-page';

export type ScopeLine = {
  readonly name: string;
  readonly displayName: string | null;
  readonly enabled: boolean;
  /** False when its row is broken; it is switched off then. */
  readonly isReadable: boolean;
  readonly builtIn: boolean;
  readonly claims: number;
  readonly secrets: SecretsState;
  /** How many clients may ask for it. */
  readonly clients: number;
  /** Nobody has written down what people read about it. */
  readonly lacksTexts: boolean;
};

/** Every scope by name, identity and API apart, but for those of the admin API. They are in memory: no statement. */
export function listScopeLines({ snapshot, now }: AdminContext): {
  readonly identity: readonly ScopeLine[];
  readonly resource: readonly ScopeLine[];
} {
  const used = countUses(snapshot);
  const lines = findScopes(snapshot, '').map((scope) => ({
    type: scope.type,
    line: {
      name: scope.name,
      displayName: scope.displayName,
      enabled: scope.enabled,
      isReadable: scope.unreadable !== true,
      builtIn: scope.builtIn,
      claims: scope.claims.length,
      secrets: secretsState(scope.secrets, now),
      clients: used.get(scope.name) ?? 0,
      lacksTexts: !scope.builtIn && (scope.displayName === null || scope.description === null),
    },
  }));
  const of = (type: 'identity' | 'resource') => lines.flatMap((entry) => (entry.type === type ? [entry.line] : []));
  return { identity: of('identity'), resource: of('resource') };
}

/** The scopes that hold a text in their names or resource, by name, but for those of the admin API. */
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
