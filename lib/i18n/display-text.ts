const maximumCharacters = 200;

/**
 * A name or description that somebody else wrote (a client, a provider, a person), made fit to stand in a page:
 * without control characters and bidirectional overrides, which could reorder our own words, and not endless.
 */
export function displayText(value: string): string {
  const clean = value.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu, ' ').trim();
  const characters = Array.from(clean);
  return characters.length > maximumCharacters ? `${characters.slice(0, maximumCharacters).join('')}…` : clean;
}
