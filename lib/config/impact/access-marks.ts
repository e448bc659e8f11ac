import { unusedSince } from '#lib/clients/usage/unused-since';
import type { Database } from '#lib/db/database';
import type { Change } from '../diff';
import type { AccessRules, RuledApi, RuledClient, RulesChange } from './access-rules';
import { askTogether } from './ask-together';
import { countLimit, type Mark, type PeopleMark, takesAccess } from './mark';
import { isNobody, type Standing, type StandingChange, whoHas, whoMayUse } from './standing';
import { countUsers, findLeaving, type Leaving, type Users, type UsersAsked } from './standing-store';
import { asking } from './token-marks';

export type Reading = {
  readonly db: Database;
  readonly now: Date;
  readonly rules: RulesChange;
  readonly ask: Asker;
};

/** Asks who loses something. What is asked at once goes into few statements. */
type Asker = {
  readonly leaving: (change: StandingChange) => Promise<Leaving>;
  readonly users: (asked: UsersAsked) => Promise<Users>;
};

/** So many questions go into a statement. */
const questionsAtOnce = 25;

/** Where everybody was in, so many accounts are looked at: of one entry, and of all together. */
const looked = { each: 10_000, together: 1_000_000 } as const;

/** @param owners how many clients and APIs are asked about */
export function createAsker(db: Database, owners: number, now: Date): Asker {
  const each = Math.min(looked.each, Math.ceil(looked.together / Math.max(owners, 1)));
  return {
    leaving: askTogether(questionsAtOnce, (changes) => findLeaving(db, changes, { now, looked: each })),
    users: askTogether(questionsAtOnce, (asked) => countUsers(db, asked)),
  };
}

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
  const marks = (await Promise.all([accessMarks(former, later, reading), roleMarks(former, later, reading)])).flat();
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
  const marks = [
    peopleMarks('access_lost', client.clientId, { from, to }, reading),
    peopleMarks('access_gained', client.clientId, { from: to, to: from }, reading),
  ];
  return (await Promise.all(marks)).flat();
}

async function peopleMarks(
  kind: PeopleMark['kind'],
  clientId: string,
  change: StandingChange,
  { ask, now }: Reading,
): Promise<readonly PeopleMark[]> {
  if (isNobody(change)) return [];
  const found = await ask.leaving(change);
  if (found.people.length === 0) return [];
  const isAll = found.people.length <= countLimit && !found.isAtLeast;
  const subs = isAll ? found.people.map(({ sub }) => sub) : null;
  const users = await ask.users({ ...change, clientIds: [clientId], subs, since: unusedSince(now), now });
  return [{ kind, ...counted(found), ...users }];
}

function counted({ people, isAtLeast }: Leaving) {
  return { count: people.length, names: people.map(({ username }) => username).toSorted(), isAtLeast };
}

async function roleMarks(former: Owner, later: Owner, { ask, rules }: Reading): Promise<readonly Mark[]> {
  const ids = new Set([...(former?.roles ?? []), ...(later?.roles ?? [])].map(({ id }) => id));
  const changes = [...ids].flatMap((id) => {
    const [one, other] = [former, later].map((owner) => owner?.roles.find((role) => role.id === id));
    const change = { from: whoHas(one, former, rules.before), to: whoHas(other, later, rules.after) };
    const back = { from: change.to, to: change.from };
    return isNobody(change) && isNobody(back) ? [] : [{ name: (other ?? one)?.name ?? '', change, back }];
  });
  const some = changes.slice(0, maximumRoles);
  if (some.some(({ change: { from, to } }) => isTooLarge(from) || isTooLarge(to))) return [{ kind: 'not_checked' }];
  const questions = some.flatMap(({ name, change, back }) => [
    { kind: 'roles_lost' as const, role: name, change },
    { kind: 'roles_gained' as const, role: name, change: back },
  ]);
  const asked = questions
    .filter(({ change }) => !isNobody(change))
    .map(async ({ kind, role, change }): Promise<readonly Mark[]> => {
      const found = await ask.leaving(change);
      return found.people.length === 0 ? [] : [{ kind, role, ...counted(found) }];
    });
  const marks = (await Promise.all(asked)).flat();
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
