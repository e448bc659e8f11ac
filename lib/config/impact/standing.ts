import { accessTarget } from '#lib/groups/assignment-store';
import { idsOfNames } from '#lib/groups/decide-access';
import type { Role } from '#lib/vocabulary/role';
import type { AccessRules, RuledApi, RuledClient } from './access-rules';

/**
 * Who uses a client or has a role, as a condition that a database can answer: everyone, or the people with a live
 * membership in one of these groups or a live assignment to one of these targets. It says the same as decideAccess().
 */
export type Standing =
  | 'everyone'
  | {
      /** IDs. */
      readonly groupIds: readonly string[];
      readonly targets: readonly string[];
      /** The providers whose memberships count. */
      readonly sources: readonly string[];
    };

/** What decides which memberships count. */
type Live = Pick<AccessRules, 'groups' | 'providers'>;

/** A condition before and after a change. */
export type StandingChange = { readonly from: Standing; readonly to: Standing };

const nobody: Exclude<Standing, 'everyone'> = { groupIds: [], targets: [], sources: [] };

/** Who may use a client. Nobody may use one that is disabled or gone. */
export function whoMayUse(
  client: Pick<RuledClient, 'clientId' | 'enabled' | 'access' | 'accessGroups' | 'roles'> | undefined,
  rules: Live,
): Standing {
  if (client === undefined || !client.enabled) return nobody;
  if (client.access === 'everyone') return 'everyone';
  const { accessGroups, roles, clientId } = client;
  const named = [...accessGroups, ...roles.flatMap(({ groups }) => groups)];
  return standingOf(named, [accessTarget(clientId), ...roles.map(({ id }) => id)], rules);
}

/** The members of groups. */
export function whoIsIn(groups: readonly string[], rules: Live): Standing {
  return standingOf(groups, [], rules);
}

/** Who has a role. */
export function whoHas(
  role: Role | undefined,
  owner: RuledClient | RuledApi | undefined,
  rules: AccessRules,
): Standing {
  if (role === undefined || owner === undefined || !owner.enabled) return nobody;
  if (role.default) return 'clientId' in owner ? whoMayUse(owner, rules) : 'everyone';
  return standingOf(role.groups, [role.id], rules);
}

function standingOf(groups: readonly string[], targets: readonly string[], { providers, ...rules }: Live): Standing {
  const groupIds = idsOfNames(groups, rules.groups);
  const sources = [...providers].flatMap(([name, { groupMapping }]) =>
    groupMapping === null ? [] : `provider:${name}`,
  );
  return { groupIds: groupIds.toSorted(), targets: [...new Set(targets)].toSorted(), sources: sources.toSorted() };
}

/** What gives somebody `from` who may not have `to`: only these memberships and assignments need to be looked at. */
export function candidatesOf({ from, to }: StandingChange): Exclude<Standing, 'everyone'> & {
  /** Memberships of these sources in `keptIds` count before and not after. */
  readonly ending: readonly string[];
  readonly keptIds: readonly string[];
} {
  if (from === 'everyone' || to === 'everyone') return { ...nobody, ending: [], keptIds: [] };
  const without = (list: readonly string[], others: readonly string[]) => {
    const known = new Set(others);
    return list.filter((one) => !known.has(one));
  };
  const ending = without(from.sources, to.sources);
  const groupIds = without(from.groupIds, to.groupIds);
  return {
    groupIds,
    targets: without(from.targets, to.targets),
    sources: from.sources,
    ending,
    keptIds: ending.length === 0 ? [] : without(from.groupIds, groupIds),
  };
}

/** Whether nobody can be in `from` without being in `to`. */
export function isNobody(change: StandingChange): boolean {
  if (change.to === 'everyone') return true;
  if (change.from === 'everyone') return false;
  const { groupIds, targets, keptIds } = candidatesOf(change);
  return groupIds.length + targets.length + keptIds.length === 0;
}
