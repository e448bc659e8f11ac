import { foldCase } from '#lib/vocabulary/fold-case';

const maximumLength = 100;

/** Characters that show nothing: zero-width ones, joiners, direction marks, variation selectors, fillers. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Control characters (NUL among them), lone surrogates, line and paragraph separators. */
const forbidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The one spelling of a user name that lookup, uniqueness and limits use: invisible characters removed, NFKC, letters
 * folded, white space at the ends removed and inside reduced to one space. Applying it again changes nothing.
 * @returns null when the name is empty, longer than 100 characters before or after, or holds a control character or
 *   half of a surrogate pair
 */
export function canonicalUsername(username: string): string | null {
  if (username.length > maximumLength || forbidden.test(username)) return null;
  const folded = foldCase(username.replace(invisible, '').normalize('NFKC'));
  const canonical = folded.normalize('NFKC').replace(invisible, '').replace(/\s+/g, ' ').trim();
  return canonical === '' || canonical.length > maximumLength || forbidden.test(canonical) ? null : canonical;
}
