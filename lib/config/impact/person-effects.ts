import { accessTarget } from '#lib/groups/assignment-store';
import { decideAccess } from '#lib/groups/decide-access';
import type { AccessSummary } from '#lib/groups/summary';
import { groupKey } from '#lib/vocabulary/group-name';
import type { AccessRules, RuledApi, RuledClient, RulesChange } from './access-rules';

/** What a person has before and after a change. */
export type HeldChange = { readonly before: AccessSummary; readonly after: AccessSummary };

/** What a change means for one person. */
export type PersonEffects = {
  /** Clients. */
  readonly lost: readonly string[];
  readonly gained: readonly string[];
  /** Roles, each with its client or API: `ledger: admin`. */
  readonly rolesLost: readonly string[];
  readonly rolesGained: readonly string[];
};

/**
 * Compares what a person is before and after a change of memberships, assignments or rules. It looks only at clients and
 * APIs that what changed leads to. Pure, apart from what it remembers of the rules.
 */
export function effectsOnPerson(held: HeldChange, rules: RulesChange, now: Date): PersonEffects {
  const { groupIds, targets } = changedIn(held, rules);
  const keys = new Set<string>();
  for (const one of [rules.before, rules.after]) {
    const { byGroup, byTarget } = indexOf(one);
    for (const id of groupIds) for (const key of byGroup.get(one.groups.get(id)?.key ?? '') ?? []) keys.add(key);
    for (const target of targets) {
      const key = byTarget.get(target);
      if (key !== undefined) keys.add(key);
    }
  }
  const found: Record<keyof PersonEffects, string[]> = { lost: [], gained: [], rolesLost: [], rolesGained: [] };
  for (const key of [...keys].toSorted()) {
    const before = decidedIn(key, held.before, rules.before, now);
    const after = decidedIn(key, held.after, rules.after, now);
    const name = key.slice(key.indexOf(' ') + 1);
    if (before.may && !after.may) found.lost.push(name);
    if (after.may && !before.may) found.gained.push(name);
    for (const role of before.roles) if (!after.roles.has(role)) found.rolesLost.push(`${name}: ${role}`);
    for (const role of after.roles) if (!before.roles.has(role)) found.rolesGained.push(`${name}: ${role}`);
  }
  return found;
}

type Decided = { readonly may: boolean; readonly roles: ReadonlySet<string> };

function decidedIn(key: string, held: AccessSummary, rules: AccessRules, now: Date): Decided {
  const owner = ownersOf(rules).get(key);
  if (owner === undefined || !owner.enabled) return { may: false, roles: new Set() };
  const { may, roles } = decideAccess(held, owner, rules, now);
  return { may: may && 'clientId' in owner, roles: new Set(roles.map(({ name }) => name)) };
}

/** The groups and targets of what a person has before and not after, or the other way round. */
function changedIn({ before, after }: HeldChange, rules: RulesChange) {
  const isOther = rules.before.providers !== rules.after.providers;
  const textOf = (one: object) => JSON.stringify(one);
  const changed = <One extends object>(
    former: readonly One[],
    later: readonly One[],
    always: (one: One) => boolean,
  ) => {
    const [known, kept] = [new Set(former.map(textOf)), new Set(later.map(textOf))];
    const isChanged = (one: One, others: ReadonlySet<string>) => !others.has(textOf(one)) || always(one);
    return [...former.filter((one) => isChanged(one, kept)), ...later.filter((one) => isChanged(one, known))];
  };
  const memberships = changed(before.memberships, after.memberships, ({ source }) => isOther && source !== null);
  const assignments = changed(before.assignments, after.assignments, () => false);
  return {
    groupIds: new Set(memberships.map(({ groupId }) => groupId)),
    targets: new Set(assignments.map(({ target }) => target)),
  };
}

type Index = {
  readonly owners: ReadonlyMap<string, RuledClient | RuledApi>;
  /** By groupKey(). */
  readonly byGroup: ReadonlyMap<string, readonly string[]>;
  readonly byTarget: ReadonlyMap<string, string>;
};

const indexes = new WeakMap<AccessRules, Index>();

function indexOf(rules: AccessRules): Index {
  const known = indexes.get(rules);
  if (known !== undefined) return known;
  const owners = new Map<string, RuledClient | RuledApi>();
  for (const one of rules.clients.values()) owners.set(`client ${one.clientId}`, one);
  for (const one of rules.apis.values()) owners.set(`api ${one.name}`, one);
  const byGroup = new Map<string, string[]>();
  const byTarget = new Map<string, string>();
  for (const [key, owner] of owners) {
    const named = [...('clientId' in owner ? owner.accessGroups : []), ...owner.roles.flatMap(({ groups }) => groups)];
    for (const group of new Set(named.map(groupKey))) byGroup.set(group, [...(byGroup.get(group) ?? []), key]);
    for (const { id } of owner.roles) byTarget.set(id, key);
    if ('clientId' in owner) byTarget.set(accessTarget(owner.clientId), key);
  }
  const index = { owners, byGroup, byTarget };
  indexes.set(rules, index);
  return index;
}

function ownersOf(rules: AccessRules): Index['owners'] {
  return indexOf(rules).owners;
}
