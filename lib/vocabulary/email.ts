import { hasHiddenCharacter } from './hidden-characters';

/** RFC 5321 §4.5.3.1.3, without the angle brackets. */
const maximumLength = 254;

/** Some text before and after exactly one @. */
const address = /^[^\s@]+@[^\s@]+$/;

/**
 * The canonical form of an email address, by which accounts are found: NFKC and lower case. An address with an
 * invisible character is not valid. Only its provider knows whether two spellings reach the same person. Ignoring case
 * is the safer assumption.
 * @param value a claim of any type
 * @returns null for anything except an address
 */
export function canonicalEmail(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maximumLength) return null;
  const canonical = normalizeEmail(value).toLowerCase();
  if (!address.test(canonical) || hasHiddenCharacter(canonical)) return null;
  return canonical.length <= maximumLength ? canonical : null;
}

type Claims = Readonly<Record<string, unknown>>;

/** The verified address of a person in its canonical form. Null if there is none. */
export function provedAddress({ email, email_verified: isVerified }: Claims): string | null {
  return isVerified === true ? canonicalEmail(email) : null;
}

/** The columns by which an account's address is found. */
export function addressColumns(claims: Claims) {
  return { canonicalEmail: canonicalEmail(claims.email), emailVerified: provedAddress(claims) !== null };
}

/** An address for storage, with one form of @, and letters in the case that the person used. */
export function normalizeEmail(text: string): string {
  return text.normalize('NFKC').trim();
}

/** The domain of an address, or a domain itself, in lower case. Null for anything else. */
export function domainOf(text: string): string | null {
  const canonical = canonicalEmail(text.includes('@') ? text : `x@${text}`);
  const domain = canonical?.slice(canonical.indexOf('@') + 1) ?? null;
  return domain?.includes('.') ? domain : null;
}

/** An address as a page shows it to a person who may not own it: the first character and the domain. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0] ?? ''}•••${address.slice(at)}`;
}
