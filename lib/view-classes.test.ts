import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import tailwind from '@tailwindcss/postcss';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageStyle } from '#lib/http/generated/page-style';
import { pageViews } from './cli/style-sheet.mjs';

/** The plugin of postcss.config.mjs runs in the copy of postcss that it brings. */
const postcss = createRequire(createRequire(import.meta.url).resolve('@tailwindcss/postcss'))('postcss');

/** The words of each `className` that stands in a file as a text, also within an expression. */
function classesIn(source: string): string[] {
  const texts = [...source.matchAll(/\bclassName=(?:"([^"]*)"|\{`([^`]*)`\})/g)];
  return texts.flatMap(([, plain, pattern = '']) => (plain ?? pattern.replace(/\S*\$\{[^}]*\}\S*/g, ' ')).split(/\s+/));
}

/** The classes that a style sheet names. */
function classesOf(sheet: string): ReadonlySet<string> {
  const names = [...sheet.matchAll(/\.((?:[\w-]|[^\0-\x7f]|\\.)+)/g)].map(([, name = '']) => name);
  return new Set(['', ...names.map((name) => name.replace(/\\(.)/g, '$1'))]);
}

async function compile(file: string): Promise<ReadonlySet<string>> {
  const { css } = await postcss([tailwind()]).process(readFileSync(file, 'utf8'), { from: file });
  return classesOf(css);
}

const files = ['components', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx')),
);
const missing = (paths: readonly string[], sheet: ReadonlySet<string>) =>
  paths.flatMap((path) => {
    const lost = classesIn(readFileSync(path, 'utf8')).filter((name) => !sheet.has(name) && !/^group(\/|$)/.test(name));
    return lost.length === 0 ? [] : [`${path}: ${lost.join(' ')}`];
  });

describe('the style sheet of the pages (decision 002)', () => {
  let sheet: ReadonlySet<string>;
  beforeAll(async () => {
    sheet = await compile('app/globals.css');
  });

  it('has every class of every view', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(
      missing(
        files.filter((file) => !file.startsWith('components/docs/')),
        sheet,
      ),
    ).toEqual([]);
  });

  it('lacks a class that it does not know', () => {
    expect(
      classesIn('<a className="lost block" /><b className={`lost`} />').filter((name) => !sheet.has(name)),
    ).toEqual(['lost', 'lost']);
  });

  it('inlined into a page of the server alone has what its own views need', async () => {
    const own = await pageViews();
    expect(own).toContain('lib/login/sign-in/view.tsx');
    expect(own.filter((file) => /^(components|lib)\/(account|admin|docs)\//.test(file))).toEqual([]);
    expect(missing(own, classesOf(pageStyle))).toEqual([]);
  });
});
