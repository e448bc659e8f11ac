import { closestMatch } from 'leven';

/** The candidate that a mistyped word most likely means; null if more than a third of every candidate is different. */
export function closest(word: string, candidates: readonly string[]): string | null {
  if (word.length > 50) return null;
  const maxDistance = Math.max(1, Math.floor(word.length / 3));
  return closestMatch(word.toLowerCase(), candidates, { maxDistance }) ?? null;
}
