/** The kinds of results, in the order in which they are shown. */
export const searchKinds = [
  'client',
  'user',
  'scope',
  'identity_provider',
  'tenant',
  'key',
  'refused_request',
  'audit_event',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** So many of a kind are shown; the list of that kind has the rest. */
export const shownHits = 5;

/** One thing that was found. */
export type SearchHit = {
  /** Its ID in the API. */
  readonly id: string;
  readonly name: string;
  /** Distinguishes it from others of the same name, or shows where the text was found. */
  readonly detail: string | null;
  /** False if it is disabled. */
  readonly enabled: boolean;
  /** When it happened; null for what is there all the time. */
  readonly at: Date | null;
  /** Its page. */
  readonly href: string;
};

/** What was found of one kind. */
export type SearchGroup = {
  readonly kind: SearchKind;
  readonly hits: readonly SearchHit[];
  /** How many there are, as far as they were counted. */
  readonly total: number;
  /** There are more than were counted. */
  readonly more: boolean;
  /** The list with what was found, or with everything where it cannot be searched. */
  readonly href: string;
};

/** What is found of one item: what it may be called, the best names first, and how it is shown. */
type Hittable<Item> = {
  readonly namesOf: (item: Item) => readonly (string | null)[];
  readonly toHit: (item: Item) => SearchHit;
};

type Shown = Pick<SearchGroup, 'kind' | 'href'> & {
  readonly text: string;
  readonly limit?: number;
  readonly more?: boolean;
};

/** The items that match, the best few of them as hits. @param limit how many are shown */
export function toGroup<Item>(
  { kind, href, text, limit = shownHits, more = false }: Shown,
  found: readonly Item[],
  { namesOf, toHit }: Hittable<Item>,
): SearchGroup {
  const hits = bestFirst(found, text, namesOf).slice(0, limit).map(toHit);
  return { kind, hits, total: found.length, more, href };
}

/** Those that are called so, then those whose name begins so, then the others; each in the order they came in. */
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
