import { escapeHiddenCharacters, showHiddenCharacters } from '#lib/vocabulary/hidden-characters';

const maximumCharacters = 200;

/**
 * Prepares a name or description of a client, a provider or a person for a page. Invisible characters, and those that
 * could reorder our own words, become spaces. The length is limited. Names that were stored before such characters were
 * refused can still contain them.
 */
export function displayText(value: string): string {
  const clean = visibleText(value).trim();
  const characters = Array.from(clean);
  return characters.length > maximumCharacters ? `${characters.slice(0, maximumCharacters).join('')}…` : clean;
}

/** The same without a maximum length, for the administration. */
export function visibleText(value: string): string {
  return showHiddenCharacters(value);
}

/** A value as JSON in which invisible characters are escaped. */
export function visibleJson(value: unknown, indent?: number): string {
  return escapeHiddenCharacters(JSON.stringify(value, null, indent));
}
