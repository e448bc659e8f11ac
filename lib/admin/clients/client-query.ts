import { type ListPlace, type ListSort, readPlace, readSort } from '../list/list-query';
import { type Query, textOf, wordOf } from '../query';
import { type ApplicationKind, applicationKinds } from './application-kind';
import { type SecretsState, secretsStates } from './secrets-state';

/** Which clients; absent and null are no condition. */
export type ClientFilter = {
  /** Part of a name, an id or a redirect URI. */
  readonly q?: string | null;
  readonly kind?: ApplicationKind | null;
  readonly state?: 'enabled' | 'disabled' | null;
  /** Self-registered clients, or those of administrators. */
  readonly origin?: 'self' | 'made' | null;
  readonly secrets?: SecretsState | null;
  /** The tenant they belong to. */
  readonly tenant?: string | null;
  /** A scope they may ask for. */
  readonly scope?: string | null;
};

const clientSorts = ['name', 'last_used', 'created'] as const;
export type ClientSort = ListSort<(typeof clientSorts)[number]>;

/** What an address says about the list. */
export type ClientQuery = Required<ClientFilter> &
  ListPlace & {
    /** Those without a use for 90 days. */
    readonly use: 'unused' | null;
    readonly sort: ClientSort;
  };

export function readClientQuery(query: Query): ClientQuery {
  return {
    q: textOf(query, 'q', 400),
    kind: wordOf(query, 'kind', applicationKinds, null),
    state: wordOf(query, 'state', ['enabled', 'disabled'], null),
    origin: wordOf(query, 'origin', ['self', 'made'], null),
    use: wordOf(query, 'use', ['unused'], null),
    secrets: wordOf(query, 'secrets', secretsStates, null),
    tenant: textOf(query, 'tenant'),
    scope: textOf(query, 'scope'),
    sort: readSort(query, clientSorts, { by: 'name', isDescending: false }),
    ...readPlace(query),
  };
}
