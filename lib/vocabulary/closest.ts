import { closestMatch } from 'leven';

/** The most likely candidate for a mistyped word. Null if every candidate differs by more than a third. */
export function closest(word: string, candidates: readonly string[]): string | null {
  if (word.length > 50) return null;
  const maxDistance = Math.max(1, Math.floor(word.length / 3));
  return closestMatch(word.toLowerCase(), candidates, { maxDistance }) ?? null;
}
