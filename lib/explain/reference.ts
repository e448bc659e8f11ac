import { createHmac } from 'node:crypto';

/** Crockford's base32: no letter that is read as a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 50 bits: among 200,000 records no two are likely to meet. */
const length = 10;

/**
 * The reference of a group of equal refusals. Derived, so that every process finds the same one without asking the
 * others, and keyed, so that it tells nothing of what it stands for.
 * @param key for this purpose alone
 * @param group what the refusals have in common, the minute included
 */
export function referenceOf(key: Buffer, group: string): string {
  const digest = createHmac('sha256', key).update(group).digest();
  let reference = '';
  for (let index = 0; index < length; index += 1) reference += alphabet.charAt(digest.readUInt8(index) & 31);
  return reference;
}

/**
 * Reads a reference as a person typed it: any case, with dashes and spaces, O for 0, I and L for 1.
 * @returns null for what cannot be one
 */
export function parseReference(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(plain) ? plain : null;
}

/** An error_description with the reference behind it. */
export function withReference(description: string, reference: string): string {
  return `${description} (reference ${reference})`;
}
