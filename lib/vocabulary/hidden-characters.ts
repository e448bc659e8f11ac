/**
 * Characters that are invisible or reorder the text around them: control characters, lone surrogates, line separators,
 * format characters (direction marks and overrides, zero-width characters, tags), ignorable fillers and variation
 * selectors, and blank letters. Some Arabic, Syriac and Kaithi signs are format characters in Unicode but visible, so
 * they are allowed.
 */
const blank =
  '\\p{Cc}\\p{Cs}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\u{1d159}\\u{13441}\\u{13442}\\u{16fe4}';
const drawn = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}';
const hidden = `(?![${drawn}])[${blank}]`;

/**
 * The positions where names need such a character: a joiner between two letters or marks of a script that uses it
 * (Persian, the scripts of India) or between emoji, and a variation selector after the character that it modifies.
 */
const joiningScripts = [
  ...['Arabic', 'Syriac', 'Nko', 'Mandaic', 'Mongolian', 'Phags_Pa', 'Adlam', 'Hanifi_Rohingya', 'Devanagari'],
  ...['Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer'],
  ...['Myanmar', 'Tibetan', 'Javanese', 'Balinese', 'Sundanese', 'Chakma', 'Newa', 'Tirhuta', 'Grantha'],
];
const joinable = `(?=[\\p{L}\\p{M}])[${joiningScripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;
const emoji = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}]\\ufe0f?';
const joiner = `(?<=${joinable})[\\u200c\\u200d](?=${joinable})|(?<=${emoji})\\u200d(?=\\p{Extended_Pictographic})`;
const variation = [
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]',
].join('|');

const anyHidden = new RegExp(hidden, 'u');
const anyHiddenInName = new RegExp(`(?!${joiner}|${variation})${hidden}`, 'u');
const anyHiddenInLines = new RegExp(`(?!${joiner}|${variation}|[\\n\\r\\t])${hidden}`, 'u');
const allHiddenInLines = new RegExp(anyHiddenInLines, 'gu');
const allHiddenInName = new RegExp(`(?!${joiner}|${variation})${hidden}`, 'gu');

/** Whether the text contains an invisible character. Identifiers must not contain any. */
export function hasHiddenCharacter(text: string): boolean {
  return anyHidden.test(text);
}

/**
 * The same for a name that is only shown. Joiners and variation selectors are allowed where they change the visible
 * form.
 */
export function hasHiddenCharacterInName(text: string): boolean {
  return anyHiddenInName.test(text);
}

/** The same for text of several lines. Line breaks and tabs are also allowed. */
export function hasHiddenCharacterInLines(text: string): boolean {
  return anyHiddenInLines.test(text);
}

/** The text with a space instead of every character that hasHiddenCharacterInName() refuses. */
export function showHiddenCharacters(text: string): string {
  return text.replace(allHiddenInName, ' ');
}

/** JSON text with an escape, \uXXXX, instead of every such character. Line breaks and tabs of its layout stay. */
export function escapeHiddenCharacters(json: string): string {
  return json.replace(allHiddenInLines, (found) =>
    Array.from({ length: found.length }, (_, index) => found.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
