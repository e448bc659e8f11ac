import { createHandle } from '#lib/crypto/random';

const consonants = 'bdfghjklmnprstvz';
const vowels = 'aeio';

/** A password that can be read aloud and typed: ten syllables of 6 random bits each, `bado-kire-…`. */
export function createReadablePassword(): string {
  const syllables = [...Buffer.from(createHandle(), 'base64url').subarray(0, 10)].map(
    (byte) => `${consonants[byte >> 4]}${vowels[byte & 3]}`,
  );
  return [0, 2, 4, 6, 8].map((start) => syllables.slice(start, start + 2).join('')).join('-');
}
