import { describe, expect, it } from 'vitest';
import {
  escapeHiddenCharacters,
  hasHiddenCharacter,
  hasHiddenCharacterInLines,
  hasHiddenCharacterInName,
  showHiddenCharacters,
} from './hidden-characters';

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

/** Characters by their effect on a name. None may occur in any name between two Latin letters. */
const classes: readonly (readonly [name: string, characters: readonly string[]])[] = [
  ['C0 control characters', range(0x00, 0x1f)],
  ['DEL and C1 control characters', range(0x7f, 0x9f)],
  ['bidirectional embeddings and overrides, U+202A to U+202E', range(0x202a, 0x202e)],
  ['bidirectional isolates, U+2066 to U+2069', range(0x2066, 0x2069)],
  ['direction marks, U+200E, U+200F and U+061C', ['\u200e', '\u200f', '\u061c']],
  ['the soft hyphen, U+00AD', ['\u00ad']],
  ['Hangul fillers, U+115F, U+1160, U+3164 and U+FFA0', ['\u115f', '\u1160', '\u3164', '\uffa0']],
  ['tag characters, U+E0000 to U+E007F', range(0xe0000, 0xe007f)],
  ['variation selectors, U+FE00 to U+FE0F', range(0xfe00, 0xfe0f)],
  ['more variation selectors, U+E0100 to U+E01EF', range(0xe0100, 0xe01ef)],
  ['Mongolian selectors and the vowel separator, U+180B to U+180F', range(0x180b, 0x180f)],
  ['zero-width spaces, U+200B and U+FEFF', ['\u200b', '\ufeff']],
  ['joiners, U+200C and U+200D', ['\u200c', '\u200d']],
  ['the word joiner and invisible operators, U+2060 to U+2064', range(0x2060, 0x2064)],
  ['deprecated format characters, U+206A to U+206F', range(0x206a, 0x206f)],
  ['the combining grapheme joiner, U+034F', ['\u034f']],
  ['Khmer inherent vowels, U+17B4 and U+17B5', ['\u17b4', '\u17b5']],
  ['line and paragraph separators, U+2028 and U+2029', ['\u2028', '\u2029']],
  ['interlinear annotations, U+FFF9 to U+FFFB', range(0xfff9, 0xfffb)],
  ['half surrogate pairs', ['\ud800', '\udbff', '\udc00', '\udfff']],
  ['format controls of musical notation and shorthand', [...range(0x1d173, 0x1d17a), ...range(0x1bca0, 0x1bca3)]],
  ['blank letters: Braille, a note head, hieroglyphs, Khitan', ['\u2800', '\u{1d159}', '\u{13441}', '\u{16fe4}']],
];

describe('invisible characters (security #83, #126)', () => {
  it.each(classes)('finds %s', (_, characters) => {
    const missed = (isHidden: (text: string) => boolean) =>
      characters.filter((character) => !isHidden(`a${character}b`)).map((character) => character.codePointAt(0));
    expect(missed(hasHiddenCharacter)).toEqual([]);
    expect(missed(hasHiddenCharacterInName)).toEqual([]);
    expect(missed((text) => hasHiddenCharacterInLines(text) || /[\n\r\t]/.test(text))).toEqual([]);
  });

  it.each(classes)('finds %s at the beginning and at the end', (_, characters) => {
    const missed = characters.filter(
      (character) => !(hasHiddenCharacterInName(`${character}a`) && hasHiddenCharacterInName(`a${character}`)),
    );
    expect(missed).toEqual([]);
  });

  it.each(classes)('shows %s as spaces', (_, characters) => {
    const shown = characters.map((character) => showHiddenCharacters(`a${character}b`));
    expect(new Set(shown)).toEqual(new Set(['a b']));
  });

  it('are written in JSON as equivalent escapes', () => {
    const value = { name: 'a\u202eb\u00ad\u{e0041}', kept: 'علی\u200cرضا' };
    const json = escapeHiddenCharacters(JSON.stringify(value, null, 2));
    expect(json).toContain('a\\u202eb\\u00ad\\udb40\\udc41');
    expect(JSON.parse(json)).toEqual(value);
    expect(hasHiddenCharacterInLines(json)).toBe(false);
  });

  it('allows line breaks and tabs only in text of several lines', () => {
    expect(hasHiddenCharacterInLines('a\r\n\tb')).toBe(false);
    expect(hasHiddenCharacterInName('a\nb')).toBe(true);
  });
});

describe('names that need such characters', () => {
  const needed: readonly (readonly [name: string, text: string])[] = [
    ['a Persian name with a non-joiner', 'علی\u200cرضا'],
    ['a Persian name with a vowel mark before a non-joiner', 'عليِ\u200cرضا'],
    ['Hindi with a joiner behind a virama', 'क्\u200dष'],
    ['Bengali with a non-joiner', 'র\u200c্য'],
    ['Sinhala with a joiner', 'ශ්\u200dරී'],
    ['a family', '👩\u200d👩\u200d👧'],
    ['a person with a skin tone and a profession', '👩🏽\u200d🚀'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['a heart', '❤\ufe0f'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['a Japanese name with a variant of its character', '葛\u{e0100}城'],
    ['Mongolian with a variant of a letter', 'ᠠ\u180b'],
  ];

  it.each(needed)('are display names: %s', (_, text) => {
    expect(hasHiddenCharacterInName(text)).toBe(false);
    expect(hasHiddenCharacterInLines(text)).toBe(false);
    expect(showHiddenCharacters(text)).toBe(text);
  });

  it.each(needed)('are no identifiers: %s', (_, text) => {
    expect(hasHiddenCharacter(text)).toBe(true);
  });

  it.each([
    ['a joiner between Latin letters', 'pay\u200dpal'],
    ['a non-joiner between digits', '1\u200c2'],
    ['a joiner that starts a Persian name', '\u200cعلی'],
    ['a joiner that ends one', 'علی\u200c'],
    ['two joiners in a row', 'علی\u200c\u200cرضا'],
    ['a non-joiner behind an Arabic comma', '،\u200cرضا'],
    ['a joiner between a Latin and a Persian letter', 'a\u200cر'],
    ['a joiner behind an emoji alone', '👩\u200d'],
    ['a selector behind a digit that is no keycap', '1\ufe0f'],
    ['two selectors in a row', '❤\ufe0f\ufe0f'],
    ['a flag of tag characters', '🏴\u{e0067}\u{e0062}\u{e007f}'],
  ])('are refused where such a character has no effect: %s', (_, text) => {
    expect(hasHiddenCharacterInName(text)).toBe(true);
  });

  it.each([
    'Web shop',
    'Boutique été',
    'חנות',
    '店',
    'a\u00a0b',
    'Zoe\u0308',
    '؀۱۲',
    "O'Neil",
    '١٢٣',
    '\u{1f1e9}\u{1f1ea}',
  ])('are accepted: %j', (text) => {
    expect(hasHiddenCharacter(text)).toBe(false);
    expect(showHiddenCharacters(text)).toBe(text);
  });
});
