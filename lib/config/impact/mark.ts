/** An effect of a change on people or clients, from how they use the entry today. */
export type Mark =
  | {
      readonly kind: CountedMark;
      /** More than `countLimit` means that counting stopped. */
      readonly count: number;
    }
  | { readonly kind: NamedMark; readonly names: readonly string[] }
  | PeopleMark
  | PersonMark
  | RoleMark
  /** Scopes whose tokens get another `aud`, and the clients that may ask for them. */
  | { readonly kind: 'audience_changes'; readonly names: readonly string[]; readonly clients: readonly string[] }
  /** APIs that verify JWTs on their own accept those of before for at most so long. */
  | { readonly kind: 'jwts_live'; readonly seconds: number }
  /** Nobody looked who uses the entry. */
  | { readonly kind: 'not_checked' };

/** People, of whom the first are named. */
type Counted = {
  /** More than `countLimit` means that counting stopped. */
  readonly count: number;
  readonly names: readonly string[];
  /** Not everybody was looked at. */
  readonly isAtLeast: boolean;
};

/** People who may use a client no longer, or from now on. `used`: of them, those who used it in 90 days. */
export type PeopleMark = Counted & {
  readonly kind: 'access_lost' | 'access_gained';
  readonly used: number;
  /** Not every use was looked at. */
  readonly isUsedAtLeast: boolean;
};

/** People who lose or get one role. */
type RoleMark = Counted & { readonly kind: 'roles_lost' | 'roles_gained'; readonly role: string };

/** What one person loses or gets: clients, or roles with their client or API. */
type PersonMark = {
  readonly kind: 'access_lost' | 'access_gained' | 'roles_lost' | 'roles_gained';
  readonly person: true;
  readonly names: readonly string[];
};

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
  | 'legacy_flows_in_use'
  /** Clients whose tokens say other groups or roles. */
  | 'claims_change'
  /** Groups or roles that are created under the name of one that left with people. */
  | 'starts_empty';

/** Counting stops here. */
export const countLimit = 1000;

/** A mark for a count, if there is anything to report. */
export function counted(kind: CountedMark, count: number): Mark[] {
  return count === 0 ? [] : [{ kind, count }];
}

/** A mark for names, if there are any. */
export function naming(kind: NamedMark, names: readonly string[]): Mark[] {
  return names.length === 0 ? [] : [{ kind, names }];
}

const taking: ReadonlySet<Mark['kind']> = new Set(['access_lost', 'roles_lost', 'not_checked', 'starts_empty']);

/** Whether a change takes access or roles from people, or leaves those of a former group or role behind. */
export function takesAccess(marks: readonly Mark[]): boolean {
  return marks.some(({ kind }) => taking.has(kind));
}
