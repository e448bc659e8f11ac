/** Case folding letter by letter, through upper case, so that ß and ẞ equal SS and ς equals σ at any position. */
export function foldCase(text: string): string {
  return [...text].map((letter) => letter.toLowerCase().toUpperCase().toLowerCase()).join('');
}
