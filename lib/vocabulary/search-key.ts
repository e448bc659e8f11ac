import { foldCase } from './fold-case';

/** Longer texts are found by their beginning. */
const maximumCharacters = 100;

/**
 * The key by which a text is found and ordered, in the digits 0 to f. Their order, and prefixes, are the same in every
 * database and collation, so a plain index finds the beginning of a name.
 * @returns null for a text without a visible character
 */
export function searchKey(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const folded = foldCase(text.slice(0, maximumCharacters).normalize('NFKC')).normalize('NFKC');
  const plain = folded.replace(/\s+/g, ' ').trim();
  return plain === '' ? null : Buffer.from(plain).toString('hex');
}

/** The range of keys of all texts that begin with this one: from `gte`, before `lt`. */
export function searchRange(text: string): { readonly gte: string; readonly lt: string } | null {
  const key = searchKey(text);
  return key === null ? null : { gte: key, lt: `${key}g` };
}

type Person = {
  readonly canonicalUsername: string;
  readonly claims: Readonly<Record<string, unknown>>;
};

/** The columns by which a person is found. */
export function searchColumns({ canonicalUsername, claims }: Person) {
  return {
    usernameKey: searchKey(canonicalUsername) ?? '',
    nameKey: searchKey(claims.name),
    emailKey: searchKey(claims.email),
  };
}
