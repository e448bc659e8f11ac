/** Text that cannot steer a terminal or look like other text: everything but visible ASCII as \u{…}. */
export function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
