import { randomFillSync, randomInt } from 'node:crypto';

declare const handleBrand: unique symbol;
declare const hashBrand: unique symbol;

/** A bearer value in the clear. It leaves the process once and is never stored. */
export type Handle = string & { readonly [handleBrand]: true };

/** The base64url SHA-256 of a handle: what the database stores and looks up. */
export type HandleHash = string & { readonly [hashBrand]: true };

/** A new bearer value: 256 bits, base64url, 43 characters. */
export function createHandle(): Handle {
  return draw(32) as Handle;
}

/** A new identifier that is not a secret: 128 bits, base64url, 22 characters. */
export function createId(): string {
  return draw(16);
}

/** Text for a person to read and type: each character drawn evenly from the alphabet. */
export function createText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

/** Asking the system for many bytes at once costs a fraction of asking for each value. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** Bytes nobody had before, and which are gone from the pool afterwards. */
function draw(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const value = pool.toString('base64url', used, used + bytes);
  pool.fill(0, used, used + bytes);
  used += bytes;
  return value;
}
