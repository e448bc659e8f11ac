import { asciiDomain, readableDomains } from './domain';
import { hasHiddenCharacter } from './hidden-characters';

/** RFC 5321 §4.5.3.1.3, without the angle brackets. */
const maximumLength = 254;

/** Some text before and after exactly one @. */
const address = /^[^\s@]+@[^\s@]+$/;

/**
 * The canonical form of an email address, by which accounts are found: the part before @ in NFKC and lower case, the
 * domain in ASCII (see asciiDomain()), because browsers turn it into that when people type it. An address with an
 * invisible character is not valid. Only its provider knows whether two spellings reach the same person. Ignoring case
 * is the safer assumption.
 * @param value a claim of any type
 * @returns null for anything except an address
 */
export function canonicalEmail(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maximumLength) return null;
  const normalized = normalizeEmail(value);
  if (!address.test(normalized) || hasHiddenCharacter(normalized)) return null;
  const canonical = withAsciiDomain(normalized);
  if (canonical === null || canonical.length > maximumLength) return null;
  const at = canonical.indexOf('@');
  return canonical.slice(0, at).toLowerCase() + canonical.slice(at);
}

/**
 * An address with its domain in ASCII, as mail servers and DNS know it. The part before @ stays.
 * @param text one @ with text on both sides
 * @returns null if the domain cannot exist
 */
export function withAsciiDomain(text: string): string | null {
  const at = text.lastIndexOf('@') + 1;
  const domain = asciiDomain(text.slice(at));
  return domain === null ? null : text.slice(0, at) + domain;
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

/** The domain of an address, or a domain itself, in ASCII. Null for anything else. */
export function domainOf(text: string): string | null {
  const canonical = canonicalEmail(text.includes('@') ? text : `x@${text}`);
  const domain = canonical?.slice(canonical.indexOf('@') + 1) ?? null;
  return domain?.includes('.') ? domain : null;
}

/** An address as a page shows it to a person who may not own it: the first character and the domain. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0] ?? ''}•••${readableDomains(address.slice(at))}`;
}
