import { closestMatch } from 'leven';

/** The candidate a mistyped word most likely means; null when none is near (more than a third of it is different). */
export function closest(word: string, candidates: readonly string[]): string | null {
  if (word.length > 50) return null;
  const maxDistance = Math.max(1, Math.floor(word.length / 3));
  return closestMatch(word.toLowerCase(), candidates, { maxDistance }) ?? null;
}
