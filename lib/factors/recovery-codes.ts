import { randomBytes, randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { readDigits } from '#lib/vocabulary/digits';

/** Crockford's Base32 in lower case, without letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codes = 10;
/** 50 bits. */
const characters = 10;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Codes of less than 112 bits need a slow hash (ASVS 6.5.2): about 40 ms. */
const cost = { N: 2 ** 14, r: 8, p: 1 };

/** A set of recovery codes, with the values to store. */
export type NewRecoveryCodes = {
  /** As the person sees them, only once: `xxxxx-xxxxx`. */
  readonly codes: readonly string[];
  readonly salt: string;
  readonly hashes: readonly string[];
};

/** Creates ten codes. They share one salt, so that a typed code is hashed only once. */
export async function createRecoveryCodes(): Promise<NewRecoveryCodes> {
  const plain = Array.from({ length: codes }, () =>
    Array.from({ length: characters }, () => alphabet[randomInt(alphabet.length)]).join(''),
  );
  const salt = randomBytes(16).toString('base64url');
  const hashes: string[] = [];
  for (const code of plain) hashes.push(await hashRecoveryCode(code, salt));
  return { codes: plain.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), salt, hashes };
}

/** The hash of a code that parseRecoveryCode() read. */
export async function hashRecoveryCode(code: string, salt: string): Promise<string> {
  return (await derive(code, Buffer.from(salt, 'base64url'), 32, cost)).toString('base64url');
}

/** Reads a typed code (see readDigits()). Case is ignored, and O, I and L are read as digits. Null if it is invalid. */
export function parseRecoveryCode(typed: string): string | null {
  const code = readDigits(typed).toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(code) ? code : null;
}
