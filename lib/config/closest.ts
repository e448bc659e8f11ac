/** The candidate a mistyped word most likely means; null when none is near (more than a third of it is different). */
export function closest(word: string, candidates: readonly string[]): string | null {
  if (word.length > 50) return null;
  let best: { readonly candidate: string; readonly distance: number } | null = null;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate);
    if (best === null || distance < best.distance) best = { candidate, distance };
  }
  return best !== null && best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : null;
}

/** Levenshtein's distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (letter === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
