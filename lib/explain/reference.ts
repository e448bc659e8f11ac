import { createText } from '#lib/crypto/random';

/** Crockford's base32: no letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 50 bits, so a collision among 400,000 references is unlikely. */
const length = 10;

/** A reference for one refusal. It is random, so references reveal nothing about the number or order of refusals. */
export function createReference(): string {
  return createText(alphabet, length);
}

/**
 * Reads a typed reference. It may have any case, dashes and spaces, O for 0, and I or L for 1.
 * @returns null if it cannot be one
 */
export function parseReference(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(plain) ? plain : null;
}

/** An error_description followed by the reference. */
export function withReference(description: string, reference: string): string {
  return `${description} (reference ${reference})`;
}
