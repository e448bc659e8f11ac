/** What becomes of İ: a second dot above the i. */
const dotted = /i\u0307/g;

/**
 * Case folding letter by letter, through upper case, so that ß and ẞ equal SS and ς equals σ at any position. The four
 * letters of Turkish (I, ı, İ, i) are one, because a keyboard capitalizes i as İ and other people type I.
 */
export function foldCase(text: string): string {
  const folded = [...text].map((letter) => letter.toLowerCase().toUpperCase().toLowerCase()).join('');
  return folded.replace(dotted, 'i');
}
