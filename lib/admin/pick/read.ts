import { findUserBySub, findUserByUsername } from '#lib/users/user-store';
import { groupKey } from '#lib/vocabulary/group-name';
import type { AdminContext } from '../admin-context';
import { apisFeature } from '../apis/feature';
import { clientsFeature } from '../clients/feature';
import type { Feature } from '../feature';
import { groupsFeature } from '../groups/feature';
import { providersFeature } from '../providers/feature';
import { type Query, textOf } from '../query';
import { scopesFeature } from '../scopes/feature';
import { type SearchGroup, toGroup } from '../search/search-group';
import { tenantsFeature } from '../tenants/feature';
import { usersFeature } from '../users/feature';

/** The kinds of objects that a form asks for by name. */
export const pickKinds = ['user', 'client', 'scope', 'api', 'group', 'tenant', 'provider', 'claim'] as const;
export type PickKind = (typeof pickKinds)[number];

/** An object that can be picked. */
export type Picked = {
  /** The text in the field: the username of a user, the ID of a client, the name of everything else. */
  readonly value: string;
  /** The value that filters compare: the ID of a user, otherwise `value`. */
  readonly id: string;
  readonly name: string;
  /** Distinguishes it from others with the same name. */
  readonly detail: string | null;
};

export type FoundPicks = {
  readonly picks: readonly Picked[];
  /** There are more matches. */
  readonly isCut: boolean;
};

/** The meaning of a typed text: one object, several, or none. */
export type PickAnswer =
  | { readonly picked: Picked }
  | ({ readonly problem: 'several'; readonly typed: string } & FoundPicks)
  | { readonly problem: 'unknown'; readonly typed: string };

type Stored = Pick<AdminContext, 'snapshot' | 'db' | 'now'>;

/** The maximum number of matches that are shown. */
export const shownPicks = 20;

/** The maximum length of a typed text, in characters. */
export const maximumTyped = 200;

/** The matches for a text, exact ones first. For an empty text, the first objects of the kind. */
export async function findPicks(admin: Stored, kind: PickKind, text: string): Promise<FoundPicks> {
  const { hits, total, more } = await finders[kind](admin, text, shownPicks);
  const picks = hits.map(({ id, name, detail }) => ({ id, name, detail, value: kind === 'user' ? name : id }));
  return { picks, isCut: more || total > picks.length };
}

/** All objects of a kind, if there are only a few. Then a person can choose one without typing. */
export async function listFewPicks(admin: Stored, kind: PickKind): Promise<readonly Picked[]> {
  const { picks, isCut } = await findPicks(admin, kind, '');
  return isCut ? [] : picks;
}

/** The value of a picker in an address. A choice among several matches takes precedence over the typed text. */
export function readTyped(query: Query, name: string): string | null {
  return textOf(query, chosenName(name), maximumTyped) ?? textOf(query, name, maximumTyped);
}

/** The parameter for a choice among several matches. */
export function chosenName(name: string): string {
  return `${name}_chosen`;
}

/** The meaning of a typed name, ID or email address. @returns null if nothing was typed */
export async function resolvePick(admin: Stored, kind: PickKind, typed: string | null): Promise<PickAnswer | null> {
  if (typed === null) return null;
  const exact = await findExact(admin, kind, typed);
  if (exact !== null) return { picked: exact };
  const { picks, isCut } = await findPicks(admin, kind, typed);
  const picked = onlyOne(picks.filter((pick) => isCalled(pick, typed))) ?? (isCut ? null : onlyOne(picks));
  if (picked !== null) return { picked };
  return picks.length === 0 ? { problem: 'unknown', typed } : { problem: 'several', typed, picks, isCut };
}

/**
 * The object with exactly this ID; for users, also with exactly this username in any spelling. Objects in memory need
 * no statement.
 */
export async function findExact(admin: Stored, kind: PickKind, typed: string): Promise<Picked | null> {
  const { snapshot, db } = admin;
  const named = (name: string | null | undefined): Picked | null =>
    name === undefined
      ? null
      : { value: typed, id: typed, name: name ?? typed, detail: (name ?? typed) === typed ? null : typed };
  switch (kind) {
    case 'user': {
      const user = (await findUserBySub(db, typed)) ?? (await findUserByUsername(db, typed));
      return user && { value: user.username, id: user.sub, name: user.username, detail: null };
    }
    case 'client':
      return named(snapshot.clients.get(typed)?.clientName);
    case 'scope':
      return named(snapshot.scopes.get(typed)?.name);
    case 'api':
      return named(snapshot.apis.get(typed)?.name);
    case 'group': {
      const group = [...snapshot.groups.values()].find(({ key }) => key === groupKey(typed));
      return group === undefined ? null : { value: group.name, id: group.name, name: group.name, detail: null };
    }
    case 'tenant':
      return named(snapshot.tenants.get(typed)?.displayName);
    case 'provider':
      return named(snapshot.providers.get(typed)?.displayName);
    case 'claim':
      return named(claimNames(snapshot).find((name) => name === typed));
    default:
      return kind satisfies never;
  }
}

/** The only item of a list. Null if there is none or more than one. */
export function onlyOne<Item>(items: readonly Item[]): Item | null {
  const [first, second] = items;
  return first !== undefined && second === undefined ? first : null;
}

/** Whether the name or ID equals the text, ignoring case. */
export function isCalled({ id, name }: Pick<Picked, 'id' | 'name'>, typed: string): boolean {
  return [id, name].some((one) => one.toLowerCase() === typed.toLowerCase());
}

const finders: Readonly<Record<PickKind, NonNullable<Feature['search']>>> = {
  user: usersFeature.search,
  client: clientsFeature.search,
  scope: scopesFeature.search,
  api: apisFeature.search,
  group: groupsFeature.search,
  tenant: tenantsFeature.search,
  provider: providersFeature.search,
  claim: searchClaims,
};

/** The claims that scopes release. */
function searchClaims({ snapshot }: Pick<Stored, 'snapshot'>, text: string): SearchGroup {
  const found = claimNames(snapshot).filter((name) => name.toLowerCase().includes(text.toLowerCase()));
  return toGroup({ kind: 'scope', href: '/admin/scopes', text, limit: shownPicks }, found, {
    namesOf: (name) => [name],
    toHit: (name) => ({ id: name, name, detail: null, enabled: true, at: null, href: '/admin/scopes' }),
  });
}

function claimNames({ scopes }: Stored['snapshot']): string[] {
  return [...new Set([...scopes.values()].flatMap(({ claims }) => claims))].sort();
}
