/** Case folding letter by letter, through upper case, so that ß and ẞ meet SS and ς meets σ, wherever they stand. */
export function foldCase(text: string): string {
  return [...text].map((letter) => letter.toLowerCase().toUpperCase().toLowerCase()).join('');
}
