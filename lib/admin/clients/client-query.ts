import { type ListPlace, type ListSort, readPlace, readSort } from '../list/list-query';
import { type Query, textOf, wordOf } from '../query';
import { type ApplicationKind, applicationKinds } from './application-kind';
import { type SecretsState, secretsStates } from './secrets-state';

/** The filter of the list. Absent and null are no condition. */
export type ClientFilter = {
  /** Part of a name, an ID or a redirect URI. */
  readonly q?: string | null;
  readonly kind?: ApplicationKind | null;
  readonly state?: 'enabled' | 'disabled' | null;
  /** Self-registered clients, or clients that administrators created. */
  readonly origin?: 'self' | 'made' | null;
  readonly secrets?: SecretsState | null;
  /** The tenant of the clients. */
  readonly tenant?: string | null;
  /** A scope that the clients may ask for. */
  readonly scope?: string | null;
};

const clientSorts = ['name', 'last_used', 'created'] as const;
export type ClientSort = ListSort<(typeof clientSorts)[number]>;

/** The filter, order and place of the list in an address. */
export type ClientQuery = Required<ClientFilter> &
  ListPlace & {
    /** Clients that were not used for 90 days. */
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
