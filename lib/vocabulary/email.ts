/** RFC 5321 §4.5.3.1.3, without the angle brackets. */
const maximumLength = 254;

/** Something before and after one @, nothing a person would not see. */
const address = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u;

/**
 * The one spelling of an e-mail address that accounts are found by: NFKC and lower case. Whether two addresses reach the
 * same person only their provider knows; treating capital letters as equal errs on the side of asking.
 * @param value a claim, of any shape
 * @returns null for what is not an address
 */
export function canonicalEmail(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maximumLength) return null;
  const canonical = value.normalize('NFKC').trim().toLowerCase();
  return address.test(canonical) && canonical.length <= maximumLength ? canonical : null;
}

/** The domain of an address or a bare domain, in lower case; null for what is neither. */
export function domainOf(text: string): string | null {
  const canonical = canonicalEmail(text.includes('@') ? text : `x@${text}`);
  const domain = canonical?.slice(canonical.indexOf('@') + 1) ?? null;
  return domain?.includes('.') ? domain : null;
}
