import { unusedSince } from '#lib/clients/usage/unused-since';
import type { Database } from '#lib/db/database';
import type { Change } from '../diff';
import type { AccessRules, RuledApi, RuledClient, RulesChange } from './access-rules';
import { countLimit, type Mark, type PeopleMark, takesAccess } from './mark';
import { isNobody, type Standing, type StandingChange, whoHas, whoMayUse } from './standing';
import { countUsers, findLeaving, type Leaving } from './standing-store';
import { asking } from './token-marks';

export type Reading = { readonly db: Database; readonly now: Date; readonly rules: RulesChange };

/** Each changed role is looked up on its own. Of an entry with more of them, the others are not. */
const maximumRoles = 20;

/** A condition of a standing has at most this many groups. */
const maximumGroups = 2000;

/** Who loses or gets access to a client, and roles of a client or an API, by a change of its entry. */
export async function ownerMarks({ section, key, kind }: Change, reading: Reading): Promise<readonly Mark[]> {
  const { before, after } = reading.rules;
  const [former, later] =
    section === 'clients'
      ? [before.clients.get(key), after.clients.get(key)]
      : [before.apis.get(key), after.apis.get(key)];
  // A new client says itself who may use it.
  if (kind === 'create' && section === 'clients') return [];
  const marks = [...(await accessMarks(former, later, reading)), ...(await roleMarks(former, later, reading))];
  return takesAccess(marks) ? [...marks, ...lifetimeMarks(clientsOf(former, before))] : marks;
}

type Owner = RuledClient | RuledApi | undefined;

async function accessMarks(former: Owner, later: Owner, reading: Reading): Promise<readonly Mark[]> {
  const client = former ?? later;
  if (client === undefined || !('clientId' in client)) return [];
  const { before, after } = reading.rules;
  const from = whoMayUse(former && 'clientId' in former ? former : undefined, before);
  const to = whoMayUse(later && 'clientId' in later ? later : undefined, after);
  // Whoever could use it because everyone could has grants, which count as such.
  if (from === 'everyone' && (later === undefined || !later.enabled)) return [];
  if (to === 'everyone' && !former?.enabled) return [];
  if (isTooLarge(from) || isTooLarge(to)) return [{ kind: 'not_checked' }];
  return [
    ...(await peopleMarks('access_lost', client.clientId, { from, to }, reading)),
    ...(await peopleMarks('access_gained', client.clientId, { from: to, to: from }, reading)),
  ];
}

async function peopleMarks(
  kind: PeopleMark['kind'],
  clientId: string,
  change: StandingChange,
  { db, now }: Reading,
): Promise<readonly PeopleMark[]> {
  const found = await findLeaving(db, change, now);
  if (found.people.length === 0) return [];
  const isAll = found.people.length <= countLimit && !found.isAtLeast;
  const subs = isAll ? found.people.map(({ sub }) => sub) : null;
  const users = await countUsers(db, [clientId], { ...change, subs, since: unusedSince(now), now });
  return [{ kind, ...counted(found), ...users }];
}

function counted({ people, isAtLeast }: Leaving) {
  return { count: people.length, names: people.map(({ username }) => username).toSorted(), isAtLeast };
}

async function roleMarks(former: Owner, later: Owner, { db, now, rules }: Reading): Promise<readonly Mark[]> {
  const ids = new Set([...(former?.roles ?? []), ...(later?.roles ?? [])].map(({ id }) => id));
  const changes = [...ids].flatMap((id) => {
    const [one, other] = [former, later].map((owner) => owner?.roles.find((role) => role.id === id));
    const change = { from: whoHas(one, former, rules.before), to: whoHas(other, later, rules.after) };
    const back = { from: change.to, to: change.from };
    return isNobody(change) && isNobody(back) ? [] : [{ name: (other ?? one)?.name ?? '', change, back }];
  });
  const marks: Mark[] = [];
  for (const { name, change, back } of changes.slice(0, maximumRoles)) {
    if (isTooLarge(change.from) || isTooLarge(change.to)) return [{ kind: 'not_checked' }];
    for (const [kind, one] of [
      ['roles_lost', change],
      ['roles_gained', back],
    ] as const) {
      const found = await findLeaving(db, one, now);
      if (found.people.length > 0) marks.push({ kind, role: name, ...counted(found) });
    }
  }
  return changes.length > maximumRoles ? [...marks, { kind: 'not_checked' }] : marks;
}

function isTooLarge(standing: Standing): boolean {
  return standing !== 'everyone' && standing.groupIds.length > maximumGroups;
}

function clientsOf(owner: Owner, rules: AccessRules): readonly RuledClient[] {
  if (owner === undefined) return [];
  return 'clientId' in owner ? [owner] : asking(owner.scopes, rules);
}

/** For how long JWTs of these clients live that APIs verify on their own. */
export function lifetimeMarks(clients: readonly RuledClient[]): Mark[] {
  const lifetimes = clients
    .filter(({ accessTokenFormat }) => accessTokenFormat === 'jwt')
    .map(({ accessTokenLifetimeSeconds }) => accessTokenLifetimeSeconds);
  return lifetimes.length === 0 ? [] : [{ kind: 'jwts_live', seconds: Math.max(...lifetimes) }];
}
