import { groupKey } from '#lib/vocabulary/group-name';
import type { Role } from '#lib/vocabulary/role';
import { accessTarget } from './assignment-store';
import { isLiveMembership, type LiveConfiguration } from './live-groups';
import type { AccessSummary } from './summary';

/** A client as far as it decides who may use it. */
type AccessClient = {
  readonly clientId: string;
  readonly access: 'everyone' | 'assigned';
  readonly accessGroups: readonly string[];
  readonly roles: readonly Role[];
};

/** An API. A token for it is issued to whoever may use the client. */
type AccessApi = { readonly name: string; readonly roles: readonly Role[] };

/** What of the configuration decides. */
type AccessConfiguration = Omit<LiveConfiguration, 'groups'> & {
  /** By ID. */
  readonly groups: ReadonlyMap<string, { readonly key: string }>;
};

/** What a person is in one client or API. */
type Access<Membership, Assignment> = {
  /** Whether the person may use the client. */
  readonly may: boolean;
  /** In the order of the configuration. None for somebody who may not use the client. */
  readonly roles: readonly Role[];
  /** What gives access or a role, each with the role it gives. Default roles have no other reason. */
  readonly because: readonly Reason<Membership, Assignment>[];
};

type Reason<Membership, Assignment> =
  | { readonly membership: Membership; readonly role: Role | null }
  | { readonly assignment: Assignment; readonly role: Role | null };

/** What a person is in groups and by assignments, as far as it decides. */
type Standing<Membership, Assignment> = {
  readonly memberships: readonly Membership[];
  readonly assignments: readonly Assignment[];
};

/**
 * Decides what a person is in a client or an API now. Groups and roles that do not exist give nothing, and neither does
 * what is over. Access comes from an assignment, a role by a group, or a group of `access_groups`; default roles follow
 * from access, and never open it. Pure, apart from what it remembers of the configuration.
 */
export function decideAccess<
  Membership extends AccessSummary['memberships'][number],
  Assignment extends AccessSummary['assignments'][number],
>(
  { memberships, assignments }: Standing<Membership, Assignment>,
  target: AccessClient | AccessApi,
  configuration: AccessConfiguration,
  now: Date,
): Access<Membership, Assignment> {
  const { byGroup, byTarget } = compile(target, configuration.groups);
  const nowMs = now.getTime();
  const because: Reason<Membership, Assignment>[] = [];
  if (byGroup.size > 0) {
    for (const membership of memberships) {
      const gives = byGroup.get(membership.groupId);
      if (gives === undefined || !isLiveMembership(membership, configuration, nowMs)) continue;
      for (const role of gives) because.push({ membership, role });
    }
  }
  for (const assignment of assignments) {
    const role = byTarget.get(assignment.target);
    if (role !== undefined && nowMs < assignment.endsAtMs) because.push({ assignment, role });
  }
  const may = !('access' in target) || target.access === 'everyone' || because.length > 0;
  const given = new Set(because.map(({ role }) => role));
  const roles = may ? target.roles.filter((role) => role.default || given.has(role)) : [];
  return { may, roles, because };
}

/** Whether one of these groups or targets may give something in a client or an API. Most of many do not, which is soon told. */
export function mayGive(
  ids: ReadonlySet<string>,
  target: AccessClient | AccessApi,
  { groups }: Pick<AccessConfiguration, 'groups'>,
): boolean {
  const { byGroup, byTarget } = compile(target, groups);
  for (const id of byGroup.keys()) if (ids.has(id)) return true;
  for (const id of byTarget.keys()) if (ids.has(id)) return true;
  return false;
}

/** What groups and assignments give in a client or an API: a role, or null for access alone. */
type Compiled = {
  readonly groups: AccessConfiguration['groups'];
  /** By the ID of the group. */
  readonly byGroup: ReadonlyMap<string, readonly (Role | null)[]>;
  /** By the ID of the role, or accessTarget(). */
  readonly byTarget: ReadonlyMap<string, Role | null>;
};

const compiled = new WeakMap<object, Compiled>();

/** A client and the groups are the same objects as long as nobody changes them, so this is done once for each change. */
function compile(target: AccessClient | AccessApi, groups: AccessConfiguration['groups']): Compiled {
  const known = compiled.get(target);
  if (known?.groups === groups) return known;
  const ids = idsByKey(groups);
  const byGroup = new Map<string, (Role | null)[]>();
  const add = (name: string, role: Role | null) => {
    const id = ids.get(groupKey(name));
    if (id !== undefined) byGroup.set(id, [...(byGroup.get(id) ?? []), role]);
  };
  const byTarget = new Map<string, Role | null>(target.roles.map((role) => [role.id, role]));
  if ('access' in target) {
    for (const name of target.accessGroups) add(name, null);
    byTarget.set(accessTarget(target.clientId), null);
  }
  for (const role of target.roles) for (const name of role.groups) add(name, role);
  const result = { groups, byGroup, byTarget };
  compiled.set(target, result);
  return result;
}

const keys = new WeakMap<AccessConfiguration['groups'], ReadonlyMap<string, string>>();

/** The IDs of groups by groupKey(). Remembered for each snapshot. */
export function idsByKey(groups: AccessConfiguration['groups']): ReadonlyMap<string, string> {
  const known = keys.get(groups);
  if (known !== undefined) return known;
  const ids = new Map([...groups].map(([id, { key }]) => [key, id]));
  keys.set(groups, ids);
  return ids;
}

/** The IDs of the groups with these names, each once. Names without a group are passed over. */
export function idsOfNames(names: readonly string[], groups: AccessConfiguration['groups']): string[] {
  const ids = idsByKey(groups);
  return [...new Set(names.flatMap((name) => ids.get(groupKey(name)) ?? []))];
}
