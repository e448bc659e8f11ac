import { canonicalUsername } from './canonical-username';
import { commonWords, isListedPassword, keyboardWalks, longestListedPassword } from './common-passwords';
import { maximumPasswordBytes } from './password-hash';

/** Why a new password is not accepted. The code is the translation key. */
export const passwordProblems = [
  'password_too_short',
  'password_too_long',
  'password_contains_username',
  'password_too_common',
  // Only findNewPasswordProblem() reports it.
  'password_breached',
] as const;
export type PasswordProblem = (typeof passwordProblems)[number];

/** What a new password must be, for an administrator. */
export function describePasswordProblem(problem: PasswordProblem, minimumLength: number): string {
  return problem === 'password_too_short' ? `expected at least ${minimumLength} characters` : descriptions[problem];
}

const descriptions: Readonly<Record<Exclude<PasswordProblem, 'password_too_short'>, string>> = {
  password_too_long: `expected at most ${maximumPasswordBytes} bytes`,
  password_contains_username: 'expected a password that is not just the username',
  password_too_common: 'expected a password that is harder to guess',
  password_breached: 'expected a password that is not known from a data breach',
};

/** The minimum number of characters outside listed words and keyboard rows. */
const minimumUnpredictable = 8;
const shortestWalk = 4;
const shortestRepeat = 3;
/** Shorter passwords of the list count as words. */
const shortestListed = 8;

/**
 * Checks a new password. It must be long enough, not consist of the username or of common parts, and not be one of the
 * most used passwords. There is no rule about kinds of characters, and nothing is truncated (NIST SP 800-63B-4
 * §3.1.1.2).
 * @param minimumLength the portal's `password_min_length`, in code points
 * @returns null if it is acceptable
 */
export function findPasswordProblem(password: string, username: string, minimumLength: number): PasswordProblem | null {
  if (codePoints(password) < minimumLength) return 'password_too_short';
  if (Buffer.byteLength(password) > maximumPasswordBytes) return 'password_too_long';
  const text = password.normalize('NFKC').toLowerCase();
  const without = withoutNames(text, username);
  if (without !== text && codePoints(without) < minimumLength) return 'password_contains_username';
  const guessed = firstPeriod(without);
  const isCommon = countUnpredictable(guessed) < minimumUnpredictable || isMostlyListed(guessed);
  return isCommon ? 'password_too_common' : null;
}

function codePoints(text: string): number {
  return [...text].length;
}

/** Removes the username from a text, as a whole and as the part before @. */
function withoutNames(text: string, username: string): string {
  const name = canonicalUsername(username) ?? '';
  const names = [name, name.split('@')[0] ?? ''].filter((part) => part.length >= 3);
  return names.reduce((rest, part) => rest.replaceAll(part, ''), text);
}

/** The shortest prefix that the whole text repeats. It is all that must be guessed: `abc` of `abcabcab`. */
function firstPeriod(text: string): string {
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.startsWith(text.slice(period))) return text.slice(0, period);
  }
  return text;
}

/**
 * The number of characters that remain after removing words, keyboard rows and repeated characters from left to right.
 */
function countUnpredictable(text: string): number {
  const letters = plainLetters(text);
  let unpredictable = 0;
  for (let index = 0; index < text.length; ) {
    const length = Math.max(wordLength(text, letters, index), walkLength(text, index), repeatLength(text, index));
    if (length === 0) unpredictable += 1;
    index += Math.max(1, length);
  }
  return unpredictable;
}

/** Whether it is one of the most used passwords, with at most seven characters before or after it. */
function isMostlyListed(text: string): boolean {
  const shortest = Math.max(text.length - minimumUnpredictable + 1, shortestListed);
  if (shortest > longestListedPassword) return false;
  const forms = new Set([text, plainLetters(text)]);
  for (const form of forms) {
    for (let length = text.length; length >= shortest; length -= 1) {
      if (isListedPassword(form.slice(0, length)) || isListedPassword(form.slice(-length))) return true;
    }
  }
  return false;
}

const substitutes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Guessing tools try p4$$w0rd for password. */
function plainLetters(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => substitutes[sign] ?? sign);
}

function wordLength(text: string, letters: string, index: number): number {
  for (let length = Math.min(25, text.length - index); length >= 2; length -= 1) {
    const end = index + length;
    if (commonWords.has(letters.slice(index, end)) || commonWords.has(text.slice(index, end))) return length;
  }
  return 0;
}

function walkLength(text: string, index: number): number {
  let length = shortestWalk;
  while (index + length <= text.length && isWalk(text.slice(index, index + length))) length += 1;
  return length === shortestWalk ? 0 : length - 1;
}

function isWalk(piece: string): boolean {
  const reversed = [...piece].reverse().join('');
  return keyboardWalks.some((walk) => walk.includes(piece) || walk.includes(reversed));
}

function repeatLength(text: string, index: number): number {
  let end = index + 1;
  while (end < text.length && text[end] === text[index]) end += 1;
  return end - index >= shortestRepeat ? end - index : 0;
}
