import { z } from 'zod';
import { unusedSince } from '#lib/clients/usage/unused-since';
import type { Database } from '#lib/db/database';
import { accessTarget, listAssignmentsOf } from '#lib/groups/assignment-store';
import { idsByKey } from '#lib/groups/decide-access';
import { listMembershipsOf, listUsernames } from '#lib/groups/membership-store';
import { type AccessSummary, factsOf } from '#lib/groups/summary';
import { groupKey } from '#lib/vocabulary/group-name';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { Change } from '../diff';
import { lifetimeMarks, type Reading } from './access-marks';
import type { AccessRules, RulesChange } from './access-rules';
import { countLimit, type Mark } from './mark';
import { effectsOnPerson, type HeldChange, type PersonEffects } from './person-effects';
import { countUsers, listPeopleFrom } from './standing-store';

/** What a change of one account in a file takes or gives. */
export function personMarks(
  { before, after, values }: Change,
  { rules, now }: Pick<Reading, 'rules' | 'now'>,
): readonly Mark[] {
  if (before === null || after === null) return [];
  if (!values.some(({ key }) => key === 'groups' || key === 'assignments')) return [];
  const held = { before: heldIn(before, rules.before), after: heldIn(after, rules.after) };
  const effects = effectsOnPerson(held, rules, now);
  const told = (kind: 'access_lost' | 'access_gained' | 'roles_lost' | 'roles_gained', names: readonly string[]) =>
    names.length === 0 ? [] : [{ kind, person: true as const, names }];
  return [
    ...told('access_lost', effects.lost),
    ...told('access_gained', effects.gained),
    ...told('roles_lost', effects.rolesLost),
    ...told('roles_gained', effects.rolesGained),
    ...lifetimeMarks(clientsLosing(effects, rules.before)),
  ];
}

/** What the memberships of a provider that end gave. */
export async function mappingMarks({ key, before, after }: Change, reading: Reading): Promise<readonly Mark[]> {
  const isOver = (before?.group_mapping ?? null) !== null && (after?.group_mapping ?? null) === null;
  if (!isOver) return [];
  const { db, now, rules } = reading;
  const subs = await listPeopleFrom(db, `provider:${key}`, now);
  const held = await readHeld(db, subs);
  const changes = subs.map((sub): readonly [string, HeldChange] => {
    const same = held.get(sub) ?? { memberships: [], assignments: [] };
    return [sub, { before: same, after: same }];
  });
  return peopleMarks(db, new Map(changes), { rules, now });
}

/** What people have now, by sub. */
export async function readHeld(db: Database, subs: readonly string[]) {
  const memberships = await listMembershipsOf(db, subs);
  const assignments = await listAssignmentsOf(db, subs);
  return new Map(subs.map((sub) => [sub, factsOf(memberships.get(sub) ?? [], assignments.get(sub) ?? [])]));
}

/** What a change of what people have takes from them or gives them. At most countLimit + 1 people are looked at. */
export async function peopleMarks(
  db: Database,
  people: ReadonlyMap<string, HeldChange>,
  { rules, now }: { readonly rules: RulesChange; readonly now: Date },
): Promise<readonly Mark[]> {
  const some = [...people].slice(0, countLimit + 1);
  const isAtLeast = some.length > countLimit;
  const effects = some.map(([sub, held]) => ({ sub, ...effectsOnPerson(held, rules, now) }));
  const usernames = await listUsernames(
    db,
    effects.filter(hasAny).map(({ sub }) => sub),
  );
  const counted = (subs: readonly string[]) => ({
    count: subs.length,
    names: subs.map((sub) => usernames.get(sub) ?? sub).toSorted(),
    isAtLeast: isAtLeast && subs.length <= countLimit,
  });
  const marks: Mark[] = [];
  for (const [kind, of] of [
    ['access_lost', 'lost'],
    ['access_gained', 'gained'],
  ] as const) {
    const subs = effects.flatMap(({ sub, ...one }) => (one[of].length > 0 ? [sub] : []));
    if (subs.length === 0) continue;
    const clients = [...new Set(effects.flatMap((one) => one[of]))];
    const asked = { from: 'everyone', to: nobody, clientIds: clients, subs, since: unusedSince(now), now } as const;
    const [users = { used: 0, isUsedAtLeast: false }] = await countUsers(db, [asked]);
    marks.push({ kind, ...counted(subs), ...users });
  }
  for (const [kind, of] of [
    ['roles_lost', 'rolesLost'],
    ['roles_gained', 'rolesGained'],
  ] as const) {
    for (const role of [...new Set(effects.flatMap((one) => one[of]))].toSorted()) {
      marks.push({
        kind,
        role,
        ...counted(effects.flatMap(({ sub, ...one }) => (one[of].includes(role) ? [sub] : []))),
      });
    }
  }
  const all = (of: 'lost' | 'rolesLost') => [...new Set(effects.flatMap((one) => one[of]))];
  const losing = clientsLosing({ lost: all('lost'), rolesLost: all('rolesLost') }, rules.before);
  return [...marks, ...lifetimeMarks(losing)];
}

const nobody = { groupIds: [], targets: [], sources: [] };

function hasAny({ lost, gained, rolesLost, rolesGained }: PersonEffects): boolean {
  return lost.length + gained.length + rolesLost.length + rolesGained.length > 0;
}

/** The clients whose tokens say what people lose. For roles of APIs, every client may be one. */
function clientsLosing({ lost, rolesLost }: Pick<PersonEffects, 'lost' | 'rolesLost'>, { clients }: AccessRules) {
  const isOfApi = rolesLost.some((role) => !clients.has(role.slice(0, role.lastIndexOf(': '))));
  return [...clients.values()].filter(({ clientId, enabled }) => {
    const isOwn = lost.includes(clientId) || rolesLost.some((role) => role.startsWith(`${clientId}: `));
    return isOwn || (isOfApi && enabled);
  });
}

const moment = z.string().nullish().catch(null);
const listedGroup = z.union([
  z.string().transform((group) => ({ group, source: 'file', expires_at: null })),
  z.object({ group: z.string(), source: z.string().catch('file'), expires_at: moment }),
]);
const listedAssignment = z.object({
  client: z.string().optional(),
  api: z.string().optional(),
  role: z.string().nullish().catch(null),
  source: z.string().catch('file'),
  expires_at: moment,
});
const listed = z.object({
  groups: z.array(listedGroup).catch([]),
  assignments: z.array(listedAssignment).catch([]),
});

/** What an account has, as a file says it. */
function heldIn(wire: Wire, rules: AccessRules): AccessSummary {
  const { groups, assignments } = listed.parse(wire);
  const ids = idsByKey(rules.groups);
  const endOf = (text: string | null | undefined) => (text ? new Date(text) : null);
  const memberships = groups.flatMap(({ group, source, expires_at }) => {
    const groupId = ids.get(groupKey(group));
    return groupId === undefined ? [] : [{ groupId, source, expiresAt: endOf(expires_at) }];
  });
  const given = assignments.flatMap(({ client, api, role, expires_at }) => {
    const owner = client === undefined ? rules.apis.get(api ?? '') : rules.clients.get(client);
    const id = owner?.roles.find(({ name }) => name === role)?.id;
    const target = role || client === undefined ? id : accessTarget(client);
    return target === undefined ? [] : [{ target, expiresAt: endOf(expires_at) }];
  });
  return factsOf(memberships, given);
}
