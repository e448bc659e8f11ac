import { withAsciiDomain } from '#lib/vocabulary/email';
import { foldCase } from '#lib/vocabulary/search-key';

declare const canonicalBrand: unique symbol;

/** The canonical form of a username. It comes from canonicalUsername(), or from the row in which it was stored. */
export type CanonicalUsername = string & { readonly [canonicalBrand]: true };

const maximumLength = 100;

/** Invisible characters: zero-width characters, joiners, direction marks, variation selectors, fillers. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** A text without invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}

/** Control characters (NUL among them), lone surrogates, line and paragraph separators. */
const forbidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The canonical form of a username, for lookup, uniqueness and limits. Invisible characters are removed, NFKC and case
 * folding are applied, and white space is trimmed and reduced to single spaces. The domain of a name in the form of an
 * email address is in ASCII. Applying it again changes nothing. It is for lookups. The name of an account comes from parseUsername().
 * @returns null if the name is empty, longer than 100 characters before or after, or contains a control character or a
 * lone surrogate
 */
export function canonicalUsername(username: string): CanonicalUsername | null {
  if (username.length > maximumLength || forbidden.test(username)) return null;
  const folded = foldCase(withDomain(withoutInvisible(username).normalize('NFKC').trim()));
  // Again, because folding can turn a letter that no domain may have into one that it may.
  const canonical = withDomain(folded.normalize('NFKC').replace(invisible, '').replace(/\s+/g, ' ').trim());
  if (canonical === '' || canonical.length > maximumLength || forbidden.test(canonical)) return null;
  return canonical as CanonicalUsername;
}

/** A name in the form of an email address has its domain in the form that addresses are compared in. */
function withDomain(name: string): string {
  return /^[^\s@]+@[^\s@]+$/.test(name) ? (withAsciiDomain(name) ?? name) : name;
}

/** The canonical username from a column that contains only such names. */
export function storedCanonicalUsername(column: string): CanonicalUsername {
  return column as CanonicalUsername;
}
