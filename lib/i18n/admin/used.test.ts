import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { adminTexts } from './texts';

const folder = 'lib/i18n/admin/';

function sourcesOf(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  return files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
}

/** The path of names to each text. */
function pathsOf(texts: object, above: readonly string[] = []): string[][] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]) => {
    const path = [...above, name];
    return typeof text === 'object' && text !== null && !Array.isArray(text) ? pathsOf(text, path) : [path];
  });
}

function isName(text: string | undefined): boolean {
  return /^[a-z][\w-]*$/i.test(text ?? '');
}

function isCatalog(file: string): boolean {
  return file.startsWith(folder) || file.endsWith('/texts.ts');
}

it('the administration uses every text', async () => {
  const said = new Set<string>();
  for (const file of ['app', 'components', 'lib'].flatMap(sourcesOf)) {
    const source = readFileSync(file, 'utf8');
    // In a catalog, only names that another text uses.
    const words = isCatalog(file) ? (source.match(/(?<=\.)\w+/g) ?? []) : (source.match(/[\w-]+/g) ?? []);
    for (const word of words) said.add(word);
  }
  // Some names are values of the protocol, such as a grant type, which the code does not contain.
  const catalogs = sourcesOf('lib/admin').filter((file) => file.endsWith('/texts.ts'));
  expect(catalogs).toContain('lib/admin/keys/texts.ts');
  const own = await Promise.all(catalogs.map((file) => import(/* @vite-ignore */ `../../../${file}`)));
  const unsaid = [adminTexts, ...own]
    .flatMap((texts) => pathsOf(texts))
    .filter((path) => isName(path.at(-1)) && !said.has(path.at(-1) ?? ''));
  expect(unsaid.map((path) => path.join('.'))).toEqual([]);
});
