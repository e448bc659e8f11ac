import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const files = ['lib/i18n/admin', 'lib/admin', 'lib/clients', 'lib/providers', 'lib/scopes', 'lib/tenants'].flatMap(
  (folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) =>
        /^lib\/i18n\/admin\/.*(?<!\.test)\.ts$|\/texts\.ts$|^lib\/(clients|providers|scopes|tenants)\/(portal-)?settings\.ts$/.test(
          file,
        ),
      ),
);

/** Words that are not used, because there is another word for the same thing or they sound translated. */
const unused =
  /\b(e-mail|user names?|whoever|nobody|somebody|everybody|so long|look over|it stands|in force|put right|unregister|log ?in|colour|organisation|authoris|behaviour)\b/i;

/** Names of others, and addresses. */
const names = /Facebook Login|Login initiation URI|\/login\b|'login\/\w+'|\blogin\.microsoft/g;

/** `meaning` is a text of the documentation, which also speaks of people. */
const meaning = /\bmeaning:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;

/** The texts in the code of a catalog, without its comments and imports. */
function textsIn(code: string): string[] {
  const source = code
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import [^;]*;$/gm, '')
    .replace(meaning, '')
    .replace(names, '');
  return source.match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g) ?? [];
}

it('finds a banned word below an import', () => {
  expect(
    textsIn("import { a } from './a';\n// nobody\nconst b = 'Nobody';\n").filter((text) => unused.test(text)),
  ).toEqual(["'Nobody'"]);
});

it.each(files)('%s has none of the banned words', (file) => {
  expect(textsIn(readFileSync(file, 'utf8')).filter((text) => unused.test(text))).toEqual([]);
});
