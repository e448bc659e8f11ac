import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashInputs } from './build-inputs.mjs';
import { inProject } from './folders.mjs';
import { digest, stampedStep } from './stamp.mjs';
import { compileStyle, filesBehind, wordsOf } from './style-sheet.mjs';

const folder = inProject('lib', 'http', 'generated');

/** A digest of all inputs of the style. Tailwind's version is in the lockfile. */
const inputs = () =>
  digest(hashInputs(['app/globals.css', 'app/tokens.css', 'app/components.css', 'components', 'package-lock.json']));

/**
 * Generates the style sheet of the pages outside Next as a string in a module. It contains what their components use of
 * app/globals.css.
 */
export const pageStyle = stampedStep({
  title: 'Generating the style sheet',
  stamp: join(folder, '.stamp'),
  inputs,
  async make() {
    const style = await compileStyle('app/globals.css', await findCandidates());
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'page-style.ts'), `export const pageStyle = ${JSON.stringify(style)};\n`);
  },
});

/** Every word in the components that the server itself renders, except those of the documentation. */
async function findCandidates() {
  const files = await filesBehind(['server.ts'], ['*/page-style', '*/generated/docs']);
  return wordsOf(files.filter((file) => /^components\/(?!docs\/)/.test(file)));
}
