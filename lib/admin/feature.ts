import type { Snapshot } from '#lib/snapshot/snapshot';
import type { Permission } from './access/permission';
import type { AdminContext } from './admin-context';
import type { SearchGroup } from './search/search-group';

/**
 * What crosses the features of the administration: an entry of each in `feature.ts`, which the search, the palette and
 * the audit log read from lib/admin/features.ts. It imports neither views nor actions.
 */
export type Feature = {
  /** The pages of its objects, by the kind that an audit event names. */
  readonly objects?: Readonly<Record<string, (id: string) => string>>;
  /** What a person can start from any page. */
  readonly palette?: readonly { readonly label: string; readonly href: string; readonly permission: Permission }[];
  /**
   * What the search finds of it: in the configuration in memory, or with an indexed statement.
   * @param limit the number of hits
   */
  readonly search?: (
    admin: Pick<AdminContext, 'snapshot' | 'db' | 'now'>,
    text: string,
    limit?: number,
  ) => SearchGroup | Promise<SearchGroup>;
  /** Which of its entries name groups, and as what. */
  readonly namesGroups?: (snapshot: Snapshot) => readonly GroupUse[];
};

/** An entry that names groups. */
export type GroupUse = {
  readonly kind: 'client' | 'api' | 'provider';
  readonly id: string;
  readonly name: string;
  readonly href: string;
  /** What the entry gives them, in words, with the names of the groups. */
  readonly gives: readonly (readonly [what: string, groups: readonly string[]])[];
};
