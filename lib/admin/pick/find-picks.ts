import { findUserBySub, findUserByUsername } from '#lib/users/user-store';
import type { AdminContext } from '../admin-context';
import { type Query, textOf } from '../query';
import { searchClients, searchProviders, searchScopes, searchTenants } from '../search/find-entries';
import { searchUsers } from '../search/find-records';
import { toGroup } from '../search/search-group';

/** What a form asks for by a name. */
export const pickKinds = ['user', 'client', 'scope', 'tenant', 'provider', 'claim'] as const;
export type PickKind = (typeof pickKinds)[number];

/** Something that can be picked. */
export type Picked = {
  /** What the field holds: the username of a user, the ID of a client, the name of everything else. */
  readonly value: string;
  /** What filters compare: the user ID, else the value. */
  readonly id: string;
  readonly name: string;
  /** What tells it from others of the same name. */
  readonly detail: string | null;
};

export type FoundPicks = {
  readonly picks: readonly Picked[];
  /** There are more. */
  readonly isCut: boolean;
};

/** What was typed means one thing, several, or nothing. */
export type PickAnswer =
  | { readonly picked: Picked }
  | ({ readonly problem: 'several'; readonly typed: string } & FoundPicks)
  | { readonly problem: 'unknown'; readonly typed: string };

type Stored = Pick<AdminContext, 'snapshot' | 'db' | 'now'>;

/** So many are shown. */
export const shownPicks = 20;

/** The longest name. */
export const maximumTyped = 200;

/** What is called so, what is called exactly so first; the first of all for an empty text. */
export async function findPicks(admin: Stored, kind: PickKind, text: string): Promise<FoundPicks> {
  const { hits, total, more } = await finders[kind](admin, text);
  const picks = hits.map(({ id, name, detail }) => ({ id, name, detail, value: kind === 'user' ? name : id }));
  return { picks, isCut: more || total > picks.length };
}

/** All of a kind, where they are few: nothing needs to be typed to find one. */
export async function listFewPicks(admin: Stored, kind: PickKind): Promise<readonly Picked[]> {
  const { picks, isCut } = await findPicks(admin, kind, '');
  return isCut ? [] : picks;
}

/** What an address holds in the field of a picker: what was chosen among several counts before what was typed. */
export function readTyped(query: Query, name: string): string | null {
  return textOf(query, chosenName(name), maximumTyped) ?? textOf(query, name, maximumTyped);
}

/** The parameter of a choice among several. */
export function chosenName(name: string): string {
  return `${name}_chosen`;
}

/** What a typed name, ID or email address means. @returns null when nothing was typed */
export async function resolvePick(admin: Stored, kind: PickKind, typed: string | null): Promise<PickAnswer | null> {
  if (typed === null) return null;
  const exact = kind === 'user' ? await findExactUser(admin, typed) : null;
  if (exact !== null) return { picked: exact };
  const { picks, isCut } = await findPicks(admin, kind, typed);
  const same = picks.find(({ value }) => value === typed) ?? onlyOne(picks.filter(({ name }) => isSame(name, typed)));
  const only = isCut ? null : onlyOne(picks);
  const picked = same ?? only;
  if (picked) return { picked };
  return picks.length === 0 ? { problem: 'unknown', typed } : { problem: 'several', typed, picks, isCut };
}

async function findExactUser({ db }: Stored, typed: string): Promise<Picked | null> {
  const user = (await findUserByUsername(db, typed)) ?? (await findUserBySub(db, typed));
  return user && { value: user.username, id: user.sub, name: user.username, detail: null };
}

function onlyOne(picks: readonly Picked[]): Picked | null {
  const [first, second] = picks;
  return first !== undefined && second === undefined ? first : null;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

type Found = Awaited<ReturnType<typeof searchUsers>>;

const finders: Readonly<Record<PickKind, (admin: Stored, text: string) => Found | Promise<Found>>> = {
  user: (admin, text) => searchUsers(admin, text, shownPicks),
  client: (admin, text) => searchClients(admin, text, shownPicks),
  scope: (admin, text) => searchScopes(admin, text, shownPicks),
  tenant: (admin, text) => searchTenants(admin, text, shownPicks),
  provider: (admin, text) => searchProviders(admin, text, shownPicks),
  claim: searchClaims,
};

/** The claims that scopes release. */
function searchClaims({ snapshot }: Stored, text: string): Found {
  const names = [...new Set([...snapshot.scopes.values()].flatMap(({ claims }) => claims))].sort();
  const found = names.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
  return toGroup({ kind: 'scope', href: '/admin/scopes', text, limit: shownPicks }, found, {
    namesOf: (name) => [name],
    toHit: (name) => ({ id: name, name, detail: null, enabled: true, at: null, href: '/admin/scopes' }),
  });
}
