import { expect, it } from 'vitest';
import { searchKey, searchWords } from './search-key';

const wordsOf = (text: unknown) => searchWords(text).map((word) => Buffer.from(word, 'hex').toString());

it.each<[unknown, string[]]>([
  ['Bob Jones', ['bob', 'jones']],
  ['bob.jones+shop@Example.com', ['bob', 'jones', 'shop', 'example', 'com']],
  ["Anne-Marie O'Neill", ['anne', 'marie', 'o', 'neill']],
  ['Zoë Straße', ['zoe', 'strasse']],
  ['ﬁne Ｗｉｄｅ', ['fine', 'wide']],
  ['नमस्ते दुनिया', ['नमस्ते', 'दुनिया']],
  ['Иван Й', ['иван', 'и']],
  ['山田 太郎', ['山田', '太郎']],
  ['bob BOB Bob', ['bob']],
  ['---', ['---']],
  [' ', []],
  [undefined, []],
  [7, []],
])('reads the words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it('sorts like the letters, in any collation', () => {
  expect(searchKey('Zoë  STRASSE')).toBe(searchKey('zoë straße'));
  expect(searchKey('a')).toMatch(/^[0-9a-f]+$/);
  expect(searchKey(' ')).toBeNull();
});
