/**
 * Escapes everything except visible ASCII as \u{…}, so that the text cannot control a terminal or imitate other text.
 */
export function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
