import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

const folder = new URL('./messages/', import.meta.url);

/** @typedef {{ [key: string]: string | Messages }} Messages */

/**
 * The problems of the catalogs, one line each: keys and arguments that differ from English, plurals that lack a
 * category of their language, markup, spaces at the ends, and straight apostrophes (which ICU treats as quotes).
 * @param {Readonly<Record<string, Messages>>} catalogs by locale
 * @returns {string[]}
 */
export function findCatalogProblems(catalogs) {
  const english = flatten(catalogs.en ?? {});
  return Object.entries(catalogs).flatMap(([locale, messages]) => {
    const texts = flatten(messages);
    const missing = [...english.keys()].filter((key) => !texts.has(key)).map((key) => `${locale}: ${key} is missing`);
    const wrong = [...texts].flatMap(([key, text]) =>
      findTextProblems(locale, text, english.get(key)).map((problem) => `${locale}: ${key} ${problem}`),
    );
    return [...missing, ...wrong];
  });
}

/** @param {string} locale @param {string} text @param {string | undefined} english */
function findTextProblems(locale, text, english) {
  if (english === undefined) return ['is not a key of English'];
  const problems = [];
  if (text === '' || text.trim() !== text) problems.push('is empty or has blanks at its ends');
  if (/[<>]/.test(text)) problems.push('holds markup');
  if (text.includes("'")) problems.push('holds a straight apostrophe');
  const own = readArguments(text);
  const wanted = [...readArguments(english)].map(([name, { kind }]) => `${name}:${kind}`);
  const given = [...own].map(([name, { kind }]) => `${name}:${kind}`);
  if (given.sort().join() !== wanted.sort().join()) problems.push(`takes (${given}) where English takes (${wanted})`);
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  for (const [name, { kind, cases }] of own) {
    const lacking = kind === 'plural' ? pluralCategories.filter((category) => !cases.includes(category)) : [];
    if (lacking.length > 0) problems.push(`lacks ${lacking} of {${name}}`);
  }
  return problems;
}

const kinds = { 1: 'text', 2: 'number', 3: 'date', 4: 'time', 5: 'select', 6: 'plural', 8: 'markup' };

/**
 * The arguments of an ICU message at any depth.
 * @param {string} text
 * @returns {Map<string, { kind: string, cases: string[] }>}
 * @throws SyntaxError if it is not an ICU message
 */
function readArguments(text) {
  return new Map(parse(text).flatMap(argumentsOf));
}

/** @param {import('@formatjs/icu-messageformat-parser').MessageFormatElement} element @returns {[string, { kind: string, cases: string[] }][]} */
function argumentsOf(element) {
  if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
  const options = 'options' in element ? element.options : {};
  const inner = Object.values(options).flatMap(({ value }) => value.flatMap(argumentsOf));
  return [[element.value, { kind: kinds[element.type], cases: Object.keys(options) }], ...inner];
}

/**
 * Texts by their dotted key.
 * @param {Messages} messages @param {string} prefix
 * @returns {Map<string, string>}
 */
function flatten(messages, prefix = '') {
  return new Map(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'string'
        ? /** @type {[string, string][]} */ ([[prefix + key, value]])
        : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/** All catalogs of the folder by locale. */
export function readCatalogs() {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => [name.slice(0, -5), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))]),
  );
}

/** @throws if a catalog is incomplete */
export function checkCatalogs() {
  const problems = findCatalogProblems(readCatalogs());
  if (problems.length > 0)
    throw new Error(`The catalogs in lib/i18n/messages are not complete:\n${problems.join('\n')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) checkCatalogs();
