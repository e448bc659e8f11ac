import type { Client } from '#lib/clients/client';
import { unusedSince } from '#lib/clients/usage/unused-since';
import { type Opening, whatOpens } from '#lib/groups/what-opens';
import { seeOther } from '#lib/http/respond';
import { mayEnter } from '#lib/protocol/request-tenant';
import { readAdminRole } from '#lib/users/read-user';
import { groupKey } from '#lib/vocabulary/group-name';
import { matchPath } from '#lib/vocabulary/path-segment';
import { dayMs } from '#lib/vocabulary/time';
import { adminHandler } from '../access/admin-handler';
import type { AdminContext } from '../admin-context';
import { notFound } from '../admin-error';
import { type ChosenLines, maximumBulk, readChosen } from '../bulk/bulk';
import type { NamedPerson } from '../groups/member-store';
import { findPeople } from '../groups/read';
import { type CsvColumns, csvHead, csvLine, download } from '../list/csv';
import { type ListPage, mapLines, pageOf } from '../list/list-page';
import { type ListPlace, readPlace } from '../list/list-query';
import { type ReadSide, readRows } from '../list/read-rows';
import { givenOf, recordExport } from '../list/record-export';
import { maximumTyped, type Picked, resolvePick } from '../pick/read';
import { type Query, textOf, wordOf } from '../query';
import { mayChange } from '../users/read';
import { toLine } from '../users/read-list';
import { mayAssign } from './change-assignments';
import { listCandidates, peopleAtOnce, type Sources } from './people-store';
import { isBy, type PersonIn, sourcesOf, type ToldReason, tellPeople } from './read';

/** What soon ends, ends within this many days. */
export const soonDays = 30;

/** The filters in the address of the list. */
type PeopleFilter = {
  /** A username, a sub or an email address. */
  readonly user: string | null;
  readonly role: string | null;
  readonly group: string | null;
  /** The client used nothing of theirs for 90 days. */
  readonly use: 'unused' | null;
  /** Something that gives access or a role ends within 30 days. */
  readonly ends: 'soon' | null;
};

export type PeopleQuery = PeopleFilter & ListPlace;

export function readPeopleQuery(query: Query): PeopleQuery {
  return {
    user: textOf(query, 'user', 400),
    role: textOf(query, 'role', 400),
    group: textOf(query, 'group', 400),
    use: wordOf(query, 'use', ['unused'], null),
    ends: wordOf(query, 'ends', ['soon'], null),
    ...readPlace(query),
  };
}

/** A person in the list of a client. */
export type PersonLine = {
  readonly sub: string;
  readonly username: string;
  readonly name: string | null;
  readonly email: string | null;
  /** Why they cannot use it all the same. */
  readonly barred: 'disabled' | 'tenant' | null;
  readonly roles: readonly string[];
  readonly because: readonly ToldReason[];
  readonly lastUsedAt: Date | null;
  /** Whether this administrator may change what they are here. */
  readonly mayChange: boolean;
};

type PeoplePage = ListPage<PersonLine> & {
  /** The list is sorted by username. A long one is in no particular order. */
  readonly isSorted: boolean;
};

/**
 * A page of the people who may use a client or have a role there; of one that everybody may use also those who used it.
 * Up to `peopleAtOnce` are sorted by username. Of more, those of the page alone are read, in the order of their subs.
 */
export async function readPeoplePage(admin: AdminContext, client: Client, asked: PeopleQuery): Promise<PeoplePage> {
  const sources = narrow(admin, client, asked);
  const some = await findSome(admin, sources, { user: asked.user, key: null });
  const toLines = (subs: readonly string[]) => readLines(admin, client, { subs, filter: asked });
  if (some.length <= peopleAtOnce) {
    const sorted = (await toLines(some)).toSorted((one, other) => (one.key < other.key ? -1 : 1));
    const page = pageOf(sorted, asked, ({ key }) => key);
    return { ...mapLines(page, ({ line }) => line), isSorted: true };
  }
  const read: ReadSide<string> = (side, key, limit) =>
    listCandidates(admin.db, sources, { key, limit, isBackwards: side === 'before' });
  const page = await readRows(asked, (sub) => sub, read, { total: peopleAtOnce, isCut: true });
  return { ...page, lines: (await toLines(page.lines)).map(({ line }) => line), isSorted: false };
}

/** An account that the list was searched for in vain. */
export type MissingPerson = Pick<Picked, 'value' | 'id'> & {
  /** What would give access. Null for somebody who may use the client. */
  readonly opens: readonly Opening[] | null;
};

/** Who is asked for and not in the list: the account that the text names, or the only one that it finds. */
export async function findMissing(
  admin: AdminContext,
  client: Client,
  { user }: PeopleQuery,
): Promise<MissingPerson | null> {
  const answer = await resolvePick(admin, 'user', user?.slice(0, maximumTyped) ?? null);
  if (answer === null || !('picked' in answer)) return null;
  const { value, id } = answer.picked;
  const [found] = await tellPeople(admin, client, [id]);
  return { value, id, opens: found?.access.may ? null : whatOpens(client) };
}

type Beginning = Pick<PeopleFilter, 'user'> & { readonly key: string | null };

/** The people after a key whom the sources name, one more than are read at once; or the one who is asked for. */
async function findSome({ db }: AdminContext, sources: Sources, { user, key }: Beginning): Promise<readonly string[]> {
  if (user === null) return listCandidates(db, sources, { key, limit: peopleAtOnce + 1 });
  return (await findPeople(db, [user])).people.map(({ sub }) => sub);
}

type Some = { readonly subs: readonly string[]; readonly filter: PeopleFilter };

/** The lines of those who belong in the list, with their places. */
async function readLines(admin: AdminContext, client: Client, { subs, filter }: Some) {
  const found = await tellPeople(admin, client, subs);
  return found
    .filter((one) => isAsked(one, { client, filter, admin }))
    .map((one) => ({ key: one.person.usernameKey, line: toPersonLine(one, admin, client) }));
}

/** Where the people of a filter are found. A default role narrows nothing: everybody has it who may use the client. */
function narrow({ now, snapshot }: AdminContext, client: Client, { role, group, use, ends }: PeopleFilter): Sources {
  const named = client.roles.find(({ name }) => name === role);
  const isNarrow = named !== undefined && !named.default;
  const all = sourcesOf(isNarrow ? { ...client, accessGroups: [], roles: [named] } : client, snapshot);
  const isOfGroup = (id: string) => group !== null && snapshot.groups.get(id)?.key === groupKey(group);
  return {
    ...all,
    ...(isNarrow && { targets: [named.id] }),
    withUses: client.access === 'everyone' && !isNarrow,
    ends: ends === null ? null : soon(now),
    unusedSince: use === null ? null : unusedSince(now),
    ...(group !== null && { targets: [], groupIds: all.groupIds.filter(isOfGroup), withUses: false }),
  };
}

function soon(now: Date) {
  return { after: now, until: new Date(now.getTime() + soonDays * dayMs) };
}

type Asking = { readonly client: Client; readonly filter: PeopleFilter; readonly admin: AdminContext };

/** Whether a person belongs in the list. What the sources name need not count. */
function isAsked({ access, lastUsedAt }: PersonIn, { client, filter, admin: { now } }: Asking): boolean {
  const { role, group, use, ends } = filter;
  const { after, until } = soon(now);
  const isKnown = access.because.length > 0 || (client.access === 'everyone' && lastUsedAt !== null);
  const isEnding = ({ expiresAt }: ToldReason) => expiresAt !== null && expiresAt > after && expiresAt <= until;
  return (
    isKnown &&
    (role === null || access.roles.includes(role)) &&
    (group === null || isBy(access, group)) &&
    (use === null || lastUsedAt === null || lastUsedAt < unusedSince(now)) &&
    (ends === null || access.because.some(isEnding))
  );
}

function toPersonLine({ person, access, lastUsedAt }: PersonIn, admin: AdminContext, client: Client): PersonLine {
  const { sub, username, name, email, enabled, tenants } = toLine(person);
  const tenant = client.tenant === null ? null : (admin.snapshot.tenants.get(client.tenant) ?? null);
  const isOutside = client.tenant !== null && (tenant === null || !mayEnter({ tenants }, tenant));
  return {
    ...{ sub, username, name, email, lastUsedAt },
    barred: enabled ? (isOutside ? 'tenant' : null) : 'disabled',
    roles: access.roles,
    because: access.because,
    mayChange: mayAssign(admin, client) && mayChange(admin.principal, { sub, admin: readAdminRole(person.admin) }),
  };
}

const columns: CsvColumns<PersonLine> = {
  sub: ({ sub }) => sub,
  username: ({ username }) => username,
  name: ({ name }) => name,
  email: ({ email }) => email,
  roles: ({ roles }) => roles.join(' '),
  because: ({ because }) => because.map(reasonCell).join(' | '),
  last_used: ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? null,
};

/** For example `group finance: admin (file) until 2027-01-31T00:00:00.000Z`. */
function reasonCell({ group, role, source, expiresAt }: ToldReason): string {
  const given = role === null ? '' : `: ${role}`;
  const end = expiresAt === null ? '' : ` until ${expiresAt.toISOString()}`;
  return `${group === undefined ? 'assignment' : `group ${group}`}${given} (${source})${end}`;
}

/** The people of a list as a file: the checked ones, or all that match. The export is recorded. */
export async function exportPeople(admin: AdminContext, client: Client, query: Query): Promise<string> {
  const chosen = readChosen(query);
  const ticked = 'ids' in chosen && chosen.ids.length > 0 ? chosen.ids : null;
  const { after: _, before: __, size: ___, ...filter } = readPeopleQuery(ticked === null ? query : {});
  const parts = [csvHead(columns)];
  let rows = 0;
  for await (const subs of everybody(admin, narrow(admin, client, filter), { ticked, user: filter.user })) {
    const lines = await readLines(admin, client, { subs, filter });
    parts.push(...lines.map(({ line }) => csvLine(columns, line)));
    rows += lines.length;
  }
  const told = givenOf({ client: client.clientId, ...filter });
  await recordExport(admin, 'people.exported', { filter: told, rows, cut: false });
  return parts.join('');
}

type Everybody = Pick<PeopleFilter, 'user'> & { readonly ticked: readonly string[] | null };

async function* everybody(
  admin: AdminContext,
  sources: Sources,
  { ticked, user }: Everybody,
): AsyncGenerator<readonly string[]> {
  if (ticked !== null) return yield ticked;
  for (let key: string | null = null; ; ) {
    const subs: readonly string[] = await findSome(admin, sources, { user, key });
    const some = subs.slice(0, peopleAtOnce);
    yield some;
    key = some.at(-1) ?? null;
    if (subs.length <= peopleAtOnce) return;
  }
}

const peopleExportPath = '/admin/clients/[client_id]/people/export/submit';

/** POST: the download: the checked people, or all that match. The page of a client that is gone leads to the list. */
export const handlePeopleExport = adminHandler({ permission: 'read' }, async (admin, values, { path }) => {
  const names = matchPath(peopleExportPath, path.slice(1).split('/'));
  const client = admin.snapshot.clients.get(names?.client_id ?? '');
  if (client === undefined) return seeOther(`${admin.settings.issuer}/admin/clients`);
  return download('people.csv', 'text/csv', await exportPeople(admin, client, Object.fromEntries(values)));
});

/** What it means to end everything that some people were given in a client. Nothing is written. */
export async function listEndings(admin: AdminContext, clientId: string, people: readonly Pick<NamedPerson, 'sub'>[]) {
  const client = admin.snapshot.clients.get(clientId);
  if (client === undefined) throw notFound();
  const lists: Record<EndingKind, string[]> = { changed: [], keep: [], without: [], forbidden: [] };
  const batches: string[][] = [];
  for (let start = 0; start < people.length; start += peopleAtOnce) {
    const some = people.slice(start, start + peopleAtOnce).map(({ sub }) => sub);
    const batch: string[] = [];
    for (const { person, access } of await tellPeople(admin, client, some)) {
      const { sub, username } = person;
      const isGiven = access.because.some(({ assignment }) => assignment !== undefined);
      const isAllowed = mayChange(admin.principal, { sub, admin: readAdminRole(person.admin) });
      lists[isGiven ? (isAllowed ? 'changed' : 'forbidden') : 'without'].push(username);
      if (!isGiven || !isAllowed) continue;
      batch.push(sub);
      if (access.because.some(({ group }) => group !== undefined)) lists.keep.push(username);
    }
    if (batch.length > 0) batches.push(batch);
  }
  return { ...lists, batches };
}

type EndingKind = 'changed' | 'keep' | 'without' | 'forbidden';

/** The usernames of the people who were chosen in the list: the checked ones, or the first that match. */
export async function findChosenPeople(admin: AdminContext, client: Client, query: Query): Promise<ChosenLines> {
  const chosen = readChosen(query);
  const isAll = !('ids' in chosen);
  const filter = readPeopleQuery(isAll ? chosen.allOf : {});
  const found = isAll
    ? await findSome(admin, narrow(admin, client, filter), { user: filter.user, key: null })
    : chosen.ids;
  const lines = await readLines(admin, client, { subs: found.slice(0, maximumBulk), filter });
  return { ids: lines.map(({ line }) => line.username), isCut: found.length > maximumBulk };
}
