/** Values that are longer as JSON are hardly ever equal. */
const longestText = 200;

/** So many values are remembered at a time. */
const mostValues = 1_000;

const known = new Map<string, unknown>();

/**
 * The same value, as one object for all that are equal: ten thousand clients mostly have the same few lists, and so take
 * half of the memory. It is frozen, because it belongs to many.
 * @param value of a JSON text
 */
export function shareEqual(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  if (text.length > longestText) return value;
  const former = known.get(text);
  if (former !== undefined) return former;
  if (known.size >= mostValues) known.clear();
  known.set(text, freeze(value));
  return value;
}

function freeze(value: object): object {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) freeze(member);
  return Object.freeze(value);
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** The words of a list as a set, one for each list that shareEqual() made one of many. */
export function sharedSet(list: readonly string[]): ReadonlySet<string> {
  const former = sets.get(list);
  if (former !== undefined) return former;
  const words = new Set(list);
  sets.set(list, words);
  return words;
}
