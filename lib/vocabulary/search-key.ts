import { readableDomains } from './domain';

/** Longer texts are found by their beginning. */
const maximumCharacters = 100;

/**
 * The key by which a text is found and sorted, in the digits 0 to f. Their order and prefixes are the same in every
 * database and collation, so a plain index finds the beginning of a name.
 * @returns null for a text without a visible character
 */
export function searchKey(text: unknown): string | null {
  const plain = plainText(text);
  return plain === '' ? null : keyOf(plain);
}

/** Accents above or below a letter. */
const accents = /[\u0300-\u036f]/g;

/** The separators of words. */
const separators = /[^\p{L}\p{N}\p{M}]+/u;

/**
 * The keys of the words of a text, without accents, each once and in order. A text that consists only of separators is
 * one word.
 */
export function searchWords(text: unknown): readonly string[] {
  const plain = plainText(text).normalize('NFKD').replace(accents, '').normalize('NFKC');
  const words = plain.split(separators).filter((word) => word !== '');
  if (words.length === 0) return plain === '' ? [] : [keyOf(plain)];
  return [...new Set(words)].map(keyOf);
}

/** The range of the keys that begin with this one: from `gte`, up to but not including `lt`. */
export function keyRange(key: string): { readonly gte: string; readonly lt: string } {
  return { gte: key, lt: `${key}g` };
}

function plainText(text: unknown): string {
  if (typeof text !== 'string') return '';
  // One domain has the same key in both of its spellings.
  const readable = readableDomains(text.slice(0, maximumCharacters).normalize('NFKC'));
  const folded = foldCase(readable).normalize('NFKC');
  return folded.replace(/\s+/g, ' ').trim();
}

function keyOf(plain: string): string {
  return Buffer.from(plain).toString('hex');
}

/** What becomes of İ: a second dot above the i. */
const dotted = /i\u0307/g;

/**
 * Case folding letter by letter, through upper case, so that ß and ẞ equal SS and ς equals σ at any position. The four
 * letters of Turkish (I, ı, İ, i) are one, because a keyboard capitalizes i as İ and other people type I.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const folded = [...text].map((letter) => letter.toLowerCase().toUpperCase().toLowerCase()).join('');
  return folded.replace(dotted, 'i');
}

/** The maximum length of a number. A longer one is sorted as text. */
const digits = 12;

/**
 * A key that sorts names as people expect: "Client 9" before "Client 10", "Ärzte" under A, regardless of case. For ten
 * thousand names, comparing keys with `<` is ten times as fast as an `Intl.Collator`.
 */
export function naturalKey(name: string): string {
  const folded = name.toLowerCase();
  const plain = isAscii(folded) ? folded : folded.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.replace(/\d+/g, (number) => number.padStart(digits, '0'));
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
