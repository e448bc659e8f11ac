import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What no English text contains, in ours or in the documentation: other spellings, and words that sound translated. */
const banned = [
  /\be-mails?\b/i,
  /\buser names?\b/i,
  /colour|organisation|behaviour|neighbour|authoris|recognis|(?<!')\bcancelled\b(?![`'",:])/i,
  /\bit stands\b/i,
  /\bso long\b/i,
  /\blook (it )?over\b/i,
  /\bwhoever\b/i,
  /\bfor ever\b/i,
  /\banew\b/i,
];

/** Turns of phrase from another language, in what people read anywhere but in the documentation. */
const translated = [
  /\b(any more|by now|none of ours|for everybody|must not hold|a line\b(?! (?:that|with|of)))/i,
  /\b(stands? (there|here|in the way)|takes? (it|them) (along|away)|is no (list|object|page))\b/i,
];

/** What the texts of pages must not contain either: the left columns of the tables of replacements. */
const replaced = [
  /\bnobody (can|may|fits|depends|vouches|could)\b/i,
  /\bpeople who run\b|\bput right\b/i,
  /\bpieces? of advice\b/i,
  /\bName for people\b|\bDisable and delete\b|\bWhat would happen\b|\bTell me\b/i,
  /\bYour applications are being told\b|\bOne place to sign in\b|\bSomething did not work\b/i,
  /\bAccounts made by people\b|\bshown differently\b|\bGo back to this revision\b|\bMake a link\b/i,
  /\bLive grants\b/i,
];

const contract = /^docs\/spec\//;

function filesOf(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return filesOf(path, ending);
    return ending.test(entry.name) ? [path] : [];
  });
}

function findWords(text: string, words: readonly RegExp[]): string[] {
  return words.flatMap((word) => word.exec(text)?.[0] ?? []);
}

function readTexts(path: string): string {
  return readFileSync(path, 'utf8').replace(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

describe('the English texts', () => {
  it.each([
    'An E-mail address',
    'User name',
    'Keep it for ever',
    'The colour',
    'Seal it anew',
    'It stands on the button',
  ])('are searched for banned words: %j', (text) => expect(findWords(text, banned)).toHaveLength(1));

  it.each([
    'lib/i18n/messages/en.json',
    ...filesOf('lib/i18n/admin', /(?<!\.test)\.ts$/),
    ...filesOf('lib/admin', /^texts\.ts$/),
  ])('of %s do not sound translated', (path) =>
    expect(findWords(readTexts(path), [...banned, ...translated, ...replaced])).toEqual([]),
  );

  it.each([
    ...['lib/cli', 'lib/protocol/rules', 'lib/admin/api', 'lib/config'].flatMap((path) =>
      filesOf(path, /(?<!\.test)\.ts$/),
    ),
    ...filesOf('lib/admin', /^(api|actions)\.ts$/),
    ...filesOf('lib', /^(portal-)?settings\.ts$/),
  ])('of %s are in American English, and do not sound translated', (path) =>
    expect(findWords(readTexts(path), [...banned, ...translated])).toEqual([]),
  );

  it.each(['README.md', 'CHANGELOG.md', ...filesOf('docs', /\.md$/).filter((path) => !contract.test(path))])(
    'of %s are in American English',
    (path) => expect(findWords(readFileSync(path, 'utf8'), banned)).toEqual([]),
  );
});
