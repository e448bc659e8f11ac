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

/** The texts of a catalog, without its comments and imports. */
function textsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8').replace(/\/\*.*?\*\/|^\s*\/\/.*$|^import .*$/gms, '');
  return source.match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g) ?? [];
}

it.each(files)('%s has none of the banned words', (file) => {
  expect(textsOf(file).filter((text) => unused.test(text))).toEqual([]);
});
