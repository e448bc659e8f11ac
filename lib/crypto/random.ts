import { hash, randomFillSync, randomInt } from 'node:crypto';

declare const handleBrand: unique symbol;
declare const hashBrand: unique symbol;

/** A bearer value in clear text. It leaves the process once and is never stored. */
export type Handle = string & { readonly [handleBrand]: true };

/** In characters (semantics §2.10). Ours have 43, so a longer text is not looked up. */
export const maximumHandle = 100;

/** The SHA-256 of a handle in base64url. The database stores it and finds rows by it. */
export type HandleHash = string & { readonly [hashBrand]: true };

/** A new bearer value: 256 bits, base64url, 43 characters. */
export function createHandle(): Handle {
  return draw(32) as Handle;
}

/** Whether a text has the form of a bearer value of ours. */
export function isHandle(value: string): value is Handle {
  return /^[A-Za-z0-9_-]{43}$/.test(value);
}

/** A bearer value that can only be computed from both inputs. */
export function deriveHandle(first: string, second: string): Handle {
  return hash('sha256', `${first} ${second}`, 'base64url') as Handle;
}

/** A new identifier that is not a secret: 128 bits, base64url, 22 characters. */
export function createId(): string {
  return draw(16);
}

/**
 * The same, but it begins with its moment, so that an index keeps rows of one moment on one page, and a commit writes few
 * pages. 80 bits of it are random.
 */
export function createIdAt(moment: Date): string {
  const time = Buffer.alloc(6);
  time.writeUIntBE(Math.max(0, moment.getTime()), 0, time.length);
  return time.toString('base64url') + draw(10);
}

/** A number from 0 up to 1, for values that only have to be spread out. */
export function drawFraction(): number {
  return Math.random();
}

/** A text to read and type. Each character is drawn uniformly from the alphabet. */
export function createText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

/** Asking the system for many bytes at once costs a fraction of asking for each value. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** Fresh random bytes from the pool. */
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
