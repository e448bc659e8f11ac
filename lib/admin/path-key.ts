/** Words below a list that are pages of their own, so that no entry of that name hides behind them. */
const taken = new Set(['new', 'try', 'import', '.', '..']);

/** An entry's key as one segment of a path: any text is one, and `~` marks those that a path could not hold. */
export function pathKey(key: string): string {
  return encodeURIComponent(key.startsWith('~') || taken.has(key) ? `~${key}` : key);
}

/** The key that pathKey() made a segment of; null for what is none. */
export function readPathKey(segment: string | undefined): string | null {
  if (segment === undefined || segment.length > 2000) return null;
  try {
    const key = decodeURIComponent(segment);
    return key.startsWith('~') ? key.slice(1) : key;
  } catch {
    return null;
  }
}
