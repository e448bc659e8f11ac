import type { IdentityProvider } from '#lib/providers/provider';
import { groupKey } from '#lib/vocabulary/group-name';

type Mapping = NonNullable<IdentityProvider['groupMapping']>;

/** Why the memberships of a provider stay as they are, or are not all there. */
export const groupsProblems = ['groups_overage', 'groups_unreadable', 'groups_too_many'] as const;
export type GroupsProblem = (typeof groupsProblems)[number];

/** What a provider says about a person's groups. */
export type SaidGroups =
  /** The values that lead to groups. `isMissing`: there is no such claim, which is an empty list. */
  | { readonly values: readonly string[]; readonly isMissing: boolean }
  | { readonly problem: Exclude<GroupsProblem, 'groups_too_many'> };

const maximumSaid = 5000;

/** What the claims of a provider say of a person's groups. Pure. */
export function readSaidGroups({ claim, values }: Mapping, claims: Readonly<Record<string, unknown>>): SaidGroups {
  const isThere = Object.hasOwn(claims, claim);
  // Entra says so with `hasgroups` where the answer travels in an address. Then there is no list beside it.
  if (isElsewhere(claim, claims._claim_names) || (!isThere && claims.hasgroups === true)) {
    return { problem: 'groups_overage' };
  }
  if (!isThere) return { values: [], isMissing: true };
  const said = [claims[claim]].flat();
  if (said.length > maximumSaid || !said.every((one) => typeof one === 'string')) {
    return { problem: 'groups_unreadable' };
  }
  return { values: [...new Set(said)].filter((one) => Object.hasOwn(values, one)), isMissing: false };
}

/** A distributed or aggregated claim (OIDC Core §5.6.2), which nobody follows. */
function isElsewhere(claim: string, names: unknown): boolean {
  return typeof names === 'object' && names !== null && Object.hasOwn(names, claim);
}

/** The groups that values of a provider lead to, by groupKey(). */
export function mappedGroups({ values }: Mapping, said: readonly string[]): ReadonlySet<string> {
  const names = said.flatMap((one) => (Object.hasOwn(values, one) ? (values[one] ?? []) : []));
  return new Set(names.map(groupKey));
}
