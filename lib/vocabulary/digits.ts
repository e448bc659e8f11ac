/** In characters: longer than any code, with everything that may stand between its characters. */
const maximumTyped = 100;

/** Spaces, dashes (the minus sign among them), dots, underscores and invisible characters. */
const separators = /[\s\p{Pd}\u2212_.\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A typed code with ASCII digits and without separators. People type the digits of their script (`\p{Nd}`), and paste
 * the marks around them. Compatibility forms are folded (NFKC), so a full-width keyboard works too. Letters stay.
 * @returns an empty text if more than 100 characters were typed
 */
export function readDigits(typed: string): string {
  if (typed.length > maximumTyped) return '';
  const folded = typed.normalize('NFKC').replace(separators, '');
  return folded.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)));
}

/** The value of a decimal digit. Unicode §4.6: the ten digits of a script follow each other from 0 to 9. */
function digitValue(digit: number): number {
  let first = digit;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (digit - first) % 10;
}
