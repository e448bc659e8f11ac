import { searchWords } from '#lib/vocabulary/search-key';

/** The kinds of results, in the order in which they are shown. */
export const searchKinds = [
  'client',
  'user',
  'group',
  'api',
  'scope',
  'identity_provider',
  'tenant',
  'key',
  'setting',
  'refused_request',
  'audit_event',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Whether every word of a text is the start of a word in the label. Without a text, everything matches. */
export function isFoundBy(label: string, text: string | null): boolean {
  if (text === null) return true;
  const [words, typed] = [searchWords(label), searchWords(text)];
  return typed.length > 0 && typed.every((one) => words.some((word) => word.startsWith(one)));
}

/** The maximum number of hits that are shown of a kind. The list of that kind has the rest. */
export const shownHits = 5;

/** A search result. */
export type SearchHit = {
  /** The ID in the admin API. */
  readonly id: string;
  readonly name: string;
  /** Distinguishes it from others with the same name, or shows where the text was found. */
  readonly detail: string | null;
  /** False if it is disabled. */
  readonly enabled: boolean;
  /** The time of an event. Null for an object. */
  readonly at: Date | null;
  readonly href: string;
};

/** The results of one kind. */
export type SearchGroup = {
  readonly kind: SearchKind;
  readonly hits: readonly SearchHit[];
  /** The number of matches that were counted. */
  readonly total: number;
  /** There are more matches than were counted. */
  readonly more: boolean;
  /** The list with these results, or the whole list if it cannot be searched. */
  readonly href: string;
};

/** How an item is searched and shown: its names, the most important first, and its hit. */
type Hittable<Item> = {
  readonly namesOf: (item: Item) => readonly (string | null)[];
  readonly toHit: (item: Item) => SearchHit;
};

type Shown = Pick<SearchGroup, 'kind' | 'href'> & {
  readonly text: string;
  readonly limit?: number;
  readonly more?: boolean;
};

/** The matching items, the best ones as hits. @param limit the number of hits */
export function toGroup<Item>(
  { kind, href, text, limit = shownHits, more = false }: Shown,
  found: readonly Item[],
  { namesOf, toHit }: Hittable<Item>,
): SearchGroup {
  const hits = bestFirst(found, text, namesOf).slice(0, limit).map(toHit);
  return { kind, hits, total: found.length, more, href };
}

/** Sorts by match: the whole name, then the start of a name, then the rest. Equal matches keep their order. */
function bestFirst<Item>(found: readonly Item[], text: string, namesOf: Hittable<Item>['namesOf']): readonly Item[] {
  const needle = text.toLowerCase();
  const [exact, beginning, others]: [Item[], Item[], Item[]] = [[], [], []];
  for (const item of found) {
    const names = namesOf(item).map((name) => name?.toLowerCase());
    if (names.includes(needle)) exact.push(item);
    else if (names.some((name) => name?.startsWith(needle))) beginning.push(item);
    else others.push(item);
  }
  return [...exact, ...beginning, ...others];
}
