import { foldCase } from './fold-case';

/** What is longer is found by its beginning. */
const maximumCharacters = 100;

/**
 * What a text is found and ordered by, written in the digits 0 to f: the order of these, and what begins with what, is
 * the same in every database under every collation, so that a plain index finds the beginning of a name.
 * @returns null for a text without anything to see
 */
export function searchKey(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const folded = foldCase(text.slice(0, maximumCharacters).normalize('NFKC')).normalize('NFKC');
  const plain = folded.replace(/\s+/g, ' ').trim();
  return plain === '' ? null : Buffer.from(plain).toString('hex');
}

/** The keys of all texts that begin with this one: from `gte`, before `lt`. */
export function searchRange(text: string): { readonly gte: string; readonly lt: string } | null {
  const key = searchKey(text);
  return key === null ? null : { gte: key, lt: `${key}g` };
}

type Person = {
  readonly canonicalUsername: string;
  readonly claims: Readonly<Record<string, unknown>>;
};

/** The columns that a person is found by. */
export function searchColumns({ canonicalUsername, claims }: Person) {
  return {
    usernameKey: searchKey(canonicalUsername) ?? '',
    nameKey: searchKey(claims.name),
    emailKey: searchKey(claims.email),
  };
}
