import { createText } from '#lib/crypto/random';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeCharacters = 10;
const randomCharacters = 16;

/** An identifier that sorts by time, to the millisecond, and is unique by 80 random bits: 26 characters. */
export function createEventId(at: Date): string {
  return firstEventId(at).slice(0, timeCharacters) + createText(alphabet, randomCharacters);
}

/** The lowest identifier of a moment, where a range of time begins. */
export function firstEventId(at: Date): string {
  let time = '';
  for (let rest = Math.max(0, at.getTime()); time.length < timeCharacters; rest = Math.floor(rest / alphabet.length)) {
    time = alphabet.charAt(rest % alphabet.length) + time;
  }
  return time + '0'.repeat(randomCharacters);
}

/** Sorts after every identifier in any collation. Those of languages put `~` before digits and letters. */
export const lastEventId = 'Z'.repeat(timeCharacters + randomCharacters + 1);

/** The moment in an identifier. */
export function timeOfEventId(id: string): Date {
  let time = 0;
  for (const character of id.slice(0, timeCharacters)) time = time * alphabet.length + alphabet.indexOf(character);
  return new Date(time);
}
