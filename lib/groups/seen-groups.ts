import { groupKey } from '#lib/vocabulary/group-name';
import { type GroupsClaim, withoutPrefix } from '#lib/vocabulary/groups-claim';
import { isLiveMembership, type LiveConfiguration } from './live-groups';
import type { AccessSummary } from './summary';

/** A client or an API as far as it decides which groups it sees. */
type GroupsReader = {
  readonly groupsClaim: GroupsClaim;
  readonly roles: readonly { readonly groups: readonly string[] }[];
  /** An API has none. */
  readonly accessGroups?: readonly string[];
};

type Groups = ReadonlyMap<string, { readonly key: string; readonly name: string }>;

/** A group as its reader sees it, with its place among all. */
type Seen = { readonly name: string; readonly place: number };

/**
 * The groups of a person that a client or an API sees, sorted by name, by code point. Pure, apart from what it remembers
 * of the configuration.
 * @returns the names, and how many groups of the person it does not see
 */
export function seenGroups(
  { memberships }: Pick<AccessSummary, 'memberships'>,
  reader: GroupsReader,
  configuration: Omit<LiveConfiguration, 'groups'> & { readonly groups: Groups },
  now: Date,
): { readonly names: string[]; readonly hidden: number } {
  if (memberships.length === 0) return { names: [], hidden: 0 };
  const known = seenBy(reader, configuration.groups);
  const seen: Seen[] = [];
  const hidden = new Set<string>();
  const nowMs = now.getTime();
  for (const membership of memberships) {
    if (!isLiveMembership(membership, configuration, nowMs)) continue;
    const group = known.get(membership.groupId);
    if (group !== undefined) seen.push(group);
    else if (configuration.groups.has(membership.groupId)) hidden.add(membership.groupId);
  }
  seen.sort((one, other) => one.place - other.place);
  // Several sources can say the same.
  const names = seen.filter((one, index) => one !== seen[index - 1]).map(({ name }) => name);
  return { names, hidden: hidden.size };
}

const compiled = new WeakMap<object, { readonly groups: Groups; readonly seen: ReadonlyMap<string, Seen> }>();

/**
 * The groups that a client or an API sees, by ID. A client and the groups are the same objects as long as nobody changes
 * them, so this is done once for each change.
 */
export function seenBy(reader: GroupsReader, groups: Groups): ReadonlyMap<string, Seen> {
  const known = compiled.get(reader);
  if (known?.groups === groups) return known.seen;
  const seen = seenOf(reader, groups);
  compiled.set(reader, { groups, seen });
  return seen;
}

function seenOf({ groupsClaim: { show, stripPrefix }, ...reader }: GroupsReader, groups: Groups) {
  const all = sorted(groups);
  if (show === 'all') return all;
  const isShown = show === 'named' ? isNamed(reader) : isListed(show);
  const seen = new Map<string, Seen>();
  for (const [id, { name, place }] of all) {
    if (!isShown(groups.get(id)?.key ?? '')) continue;
    const shown = stripPrefix === null ? name : withoutPrefix(name, stripPrefix);
    // A pattern can end inside a letter of the name. Such a group is not seen.
    if (shown !== null) seen.set(id, { name: shown, place });
  }
  return seen;
}

function isNamed({ roles, accessGroups = [] }: Omit<GroupsReader, 'groupsClaim'>): (key: string) => boolean {
  const names = new Set([...accessGroups, ...roles.flatMap((role) => role.groups)].map(groupKey));
  return (key) => names.has(key);
}

function isListed(show: readonly string[]): (key: string) => boolean {
  const names = new Set(show.filter((one) => !one.endsWith('*')).map(groupKey));
  const starts = show.filter((one) => one.endsWith('*')).map((one) => groupKey(one.slice(0, -1)));
  return (key) => names.has(key) || starts.some((start) => key.startsWith(start) && key.length > start.length);
}

const sortedGroups = new WeakMap<Groups, ReadonlyMap<string, Seen>>();

/** All groups by ID, in the order of their names. Whoever sees all of them shares it. */
function sorted(groups: Groups): ReadonlyMap<string, Seen> {
  const known = sortedGroups.get(groups);
  if (known !== undefined) return known;
  // UTF-8 sorts as code points do.
  const byName = [...groups]
    .map(([id, { name }]) => ({ id, name, bytes: Buffer.from(name) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes));
  const all = new Map(byName.map(({ id, name }, place) => [id, { name, place }]));
  sortedGroups.set(groups, all);
  return all;
}
