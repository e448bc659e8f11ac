import { domainToASCII, domainToUnicode } from 'node:url';

/** What a parser of addresses would read as something else than a domain, or decode. */
const foreign = /[\s/?#:@%\\[\]<>^|]/;

/**
 * A domain in ASCII, by which domains are compared: UTS 46 without transitional processing, as browsers do it, so that
 * `münchen.example` and `xn--mnchen-3ya.example` are one, and `faß.de` and `fass.de` are two.
 * @returns null if it holds a character that no domain may have
 */
export function asciiDomain(domain: string): string | null {
  // Node would read a domain in ASCII as a host, for which 1 is 0.0.0.1.
  if (/^[\x21-\x7e]*$/.test(domain)) return domain.toLowerCase();
  return foreign.test(domain) ? null : domainToASCII(domain) || null;
}

/** A domain, or a text that ends in one, with international labels in Unicode, as people write them. */
export function readableDomains(text: string): string {
  if (!/xn--/i.test(text)) return text;
  return text.replace(/(?<![\p{L}\p{N}-])xn--[a-z\d-]+/giu, (label) => domainToUnicode(label) || label);
}
