import { hashHandle } from '#lib/crypto/hash';
import { createText, type HandleHash } from '#lib/crypto/random';
import { readDigits } from '#lib/vocabulary/digits';

/** RFC 8628 §6.1: only consonants, so that no words appear, and no letters that look alike. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const digits = '0123456789';

const shapes = {
  base20: { alphabet: letters, groups: [4, 4] },
  numeric: { alphabet: digits, groups: [3, 3, 3] },
} as const;

type UserCodeKind = keyof typeof shapes;

/** Both formats, without separators. */
const userCode = new RegExp(`^(?:[${letters}]{8}|[${digits}]{9})$`);

/** A new user code without separators: 34.5 bits as letters, 29.9 as digits. */
export function createUserCode(kind: UserCodeKind): string {
  const { alphabet, groups } = shapes[kind];
  const length = groups.reduce<number>((sum, size) => sum + size, 0);
  return createText(alphabet, length);
}

/** A code as it is shown: `WDJB-MJHT` or `019-450-730`. */
export function formatUserCode(code: string): string {
  const { groups } = code.length === 9 ? shapes.numeric : shapes.base20;
  const starts = groups.map((_, index) => groups.slice(0, index).reduce<number>((sum, size) => sum + size, 0));
  return starts.map((start, index) => code.slice(start, start + (groups[index] ?? 0))).join('-');
}

/**
 * Reads a typed code in any case and with any separators (RFC 8628 §6.1), see readDigits(). Then it accepts only the
 * characters of a code.
 * @returns null if it cannot be one of our codes
 */
export function parseUserCode(typed: string): string | null {
  // Only ASCII letters, because toUpperCase() turns a dotless i into I.
  const code = readDigits(typed).replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return userCode.test(code) ? code : null;
}

/**
 * The hash that a device request is found by. After a signed-in person has entered the code, it is the hash of code and
 * person, so the code alone is worthless for others.
 * @param sub the person; null if the request is not claimed
 */
export function hashUserCode(code: string, sub: string | null): HandleHash {
  return hashHandle(sub === null ? code : `${code} ${sub}`);
}
