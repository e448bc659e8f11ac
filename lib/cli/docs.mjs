import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { documents, hashInputs } from './build-inputs.mjs';
import { inProject, root } from './folders.mjs';
import { digest, stampedStep } from './stamp.mjs';
import { compileStyle, filesBehind, wordsOf } from './style-sheet.mjs';

const folder = inProject('lib', 'docs', 'generated');

const styles = ['app/docs.css', 'app/globals.css', 'app/tokens.css', 'app/components.css', 'components'];

const renderer = [
  'lib/docs/build',
  'lib/docs/doc-page.ts',
  'lib/admin/clients/guides/highlight.ts',
  'lib/cli/docs.mjs',
];

const inputs = () => digest(hashInputs([...documents, ...styles, ...renderer, 'package-lock.json']));

/** Renders the documents of the folder docs as HTML pages, with a search index and a style sheet. */
export const docs = stampedStep({
  title: 'Rendering the documentation',
  stamp: join(folder, '.stamp'),
  inputs,
  async make() {
    mkdirSync(folder, { recursive: true });
    const { buildDocs } = await loadRenderer();
    const files = documents.map((path) => [
      path.slice('docs/'.length, -'.md'.length),
      readFileSync(inProject(path), 'utf8'),
    ]);
    const { pages, sections } = buildDocs(Object.fromEntries(files));
    const style = await compileStyle('app/docs.css', await findCandidates());
    writeFileSync(
      join(folder, 'docs.ts'),
      `import type { DocPage, DocSection } from '../doc-page';\n` +
        `export const pages: readonly DocPage[] = ${JSON.stringify(pages)};\n` +
        `export const sections: readonly DocSection[] = ${JSON.stringify(sections)};\n` +
        `export const docsStyle = ${JSON.stringify(style)};\n`,
    );
  },
});

/**
 * The renderer is part of the program, with types and tests. It is bundled here, because Node cannot read it directly.
 * @returns {Promise<typeof import('../docs/build/build-docs')>}
 */
async function loadRenderer() {
  const { build } = await import('esbuild');
  const outfile = inProject('dist', 'build-docs.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['lib/docs/build/build-docs.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return import(`${pathToFileURL(outfile).href}?${digest(readFileSync(outfile))}`);
}

/** Every word in the components of the site, and in the HTML that is rendered here. */
async function findCandidates() {
  const files = await filesBehind(
    readdirSync(inProject('components', 'docs')).map((name) => `components/docs/${name}`),
  );
  return wordsOf([...files.filter((file) => file.startsWith('components/')), 'lib/docs/build/code-block.ts']);
}
