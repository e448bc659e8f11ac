import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashInputs, views } from './build-inputs.mjs';
import { inProject } from './folders.mjs';
import { digest, stampedStep } from './stamp.mjs';
import { compileStyle, filesBehind, wordsOf } from './style-sheet.mjs';

const folder = inProject('lib', 'http', 'generated');

/** A digest of all inputs of the style. Tailwind's version is in the lockfile. */
const inputs = () =>
  digest(
    hashInputs([
      ...['globals', 'tokens', 'components'].map((name) => `app/${name}.css`),
      ...views(),
      'package-lock.json',
    ]),
  );

/**
 * Generates the style sheet of the pages outside Next as a string in a module. It contains what their components use of
 * app/globals.css.
 */
export const pageStyle = stampedStep({
  title: 'Generating the style sheet',
  stamp: join(folder, '.stamp'),
  inputs,
  async make() {
    const style = await compileStyle('app/globals.css', wordsOf(await pageViews()));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'page-style.ts'), `export const pageStyle = ${JSON.stringify(style)};\n`);
  },
});

/** The views and components that the server itself renders, without the documentation, which has its own style sheet. */
export async function pageViews() {
  const files = await filesBehind(['server.ts'], ['*/page-style', '*/write-page']);
  return files.filter((file) => /^(components\/|lib\/.*\.tsx$)/.test(file));
}
