/** An effect of a change on people or clients, from how they use the entry today. */
export type Mark =
  | {
      readonly kind: CountedMark;
      /** More than `countLimit` means that counting stopped. */
      readonly count: number;
    }
  | { readonly kind: NamedMark; readonly names: readonly string[] }
  /** Nobody looked who uses the entry. */
  | { readonly kind: 'not_checked' };

type CountedMark =
  | 'people_lose_access'
  | 'tokens_stop'
  | 'secrets_in_use'
  | 'scope_clients'
  | 'provider_people'
  | 'tenant_clients'
  | 'group_members'
  | 'memberships_end'
  | 'grants_end'
  | 'sessions_end';

export type NamedMark =
  | 'client_in_use'
  | 'people_become_new'
  | 'redirect_uris_in_use'
  | 'grant_types_in_use'
  | 'scopes_in_use'
  | 'authentication_in_use'
  | 'legacy_flows_in_use';

/** Counting stops here. */
export const countLimit = 1000;

/** A mark for a count, if there is anything to report. */
export function counted(kind: CountedMark, count: number): Mark[] {
  return count === 0 ? [] : [{ kind, count }];
}
