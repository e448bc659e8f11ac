import { type Catalog, catalogs } from './catalog';
import type { Locale, pseudoLocales } from './locales';

type PseudoLocale = Extract<Locale, (typeof pseudoLocales)[number]>;

const latin = 'aceginoprsuyAEIOU';
const accented = 'áçéĝíñóþŕšúýÁÉÍÓÚ';

/**
 * The English catalog in brackets, accented and a third longer. For `ar-XB`, it is also between marks that set the
 * direction from right to left. Arguments stay unchanged.
 */
export function pseudoCatalog(locale: PseudoLocale): Catalog {
  return mapTexts(catalogs.en, locale === 'ar-XB' ? mirrored : lengthened);
}

function mapTexts<Part extends object>(messages: Part, write: (text: string) => string): Part {
  const entries = Object.entries(messages).map(([key, value]) => [
    key,
    typeof value === 'string' ? write(value) : mapTexts(value, write),
  ]);
  return Object.fromEntries(entries);
}

function lengthened(text: string): string {
  return `[${outsideBraces(text, accent)} ${'~'.repeat(Math.ceil(text.length / 3))}]`;
}

function mirrored(text: string): string {
  return `[\u202e${outsideBraces(text, accent)}\u202c]`;
}

function accent(text: string): string {
  return Array.from(text, (letter) => Array.from(accented)[latin.indexOf(letter)] ?? letter).join('');
}

/** Applies `write` to the text at the outermost level. */
function outsideBraces(text: string, write: (text: string) => string): string {
  let depth = 0;
  return text
    .split(/([{}])/)
    .map((piece) => {
      if (piece === '{') depth += 1;
      if (piece === '}') depth -= 1;
      return depth === 0 && piece !== '}' ? write(piece) : piece;
    })
    .join('');
}
