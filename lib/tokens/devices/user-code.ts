import { hashHandle } from '#lib/crypto/hash';
import { createText, type HandleHash } from '#lib/crypto/random';

/** RFC 8628 §6.1: consonants alone, so that no word comes about, and none that looks like another. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const digits = '0123456789';

const shapes = {
  base20: { alphabet: letters, groups: [4, 4] },
  numeric: { alphabet: digits, groups: [3, 3, 3] },
} as const;

export type UserCodeKind = keyof typeof shapes;

/** Both shapes, without separators. */
const userCode = new RegExp(`^(?:[${letters}]{8}|[${digits}]{9})$`);

/** Longer than any code with whatever stands between its characters. */
const maximumTyped = 100;

/** A new user code without separators: 34.5 bits as letters, 29.9 as digits. */
export function createUserCode(kind: UserCodeKind): string {
  const { alphabet, groups } = shapes[kind];
  const length = groups.reduce<number>((sum, size) => sum + size, 0);
  return createText(alphabet, length);
}

/** A code as people see it: `WDJB-MJHT` or `019-450-730`. */
export function formatUserCode(code: string): string {
  const { groups } = code.length === 9 ? shapes.numeric : shapes.base20;
  const starts = groups.map((_, index) => groups.slice(0, index).reduce<number>((sum, size) => sum + size, 0));
  return starts.map((start, index) => code.slice(start, start + (groups[index] ?? 0))).join('-');
}

/**
 * The code somebody typed, whatever its case and its separators (RFC 8628 §6.1). Compatibility forms are folded first,
 * so that a full-width keyboard works, and then only the characters of a code are let through.
 * @returns null when it cannot be a code of ours
 */
export function parseUserCode(typed: string): string | null {
  if (typed.length > maximumTyped) return null;
  const code = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\u2212_.]/gu, '')
    // ASCII alone: toUpperCase() would make an I of a dotless i.
    .replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return userCode.test(code) ? code : null;
}

/**
 * What a device request is found by. Once a person who is signed in has entered the code it is found by both together
 * and by the code alone no more: from then on the code is worth nothing to anybody else.
 * @param sub the owner; null while nobody has claimed it
 */
export function hashUserCode(code: string, sub: string | null): HandleHash {
  return hashHandle(sub === null ? code : `${code} ${sub}`);
}
