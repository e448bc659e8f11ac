import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inProject } from './folders.mjs';
import { digest, stampedStep } from './stamp.mjs';

const english = inProject('lib', 'i18n', 'messages', 'en.json');
const declaration = inProject('lib', 'i18n', 'messages', 'en.d.json.ts');

/** Writes the English texts as types beside their catalog, from which the compiler reads keys and arguments. */
export const messageTypes = stampedStep({
  title: 'Writing the types of the texts',
  stamp: inProject('dist', '.message-types'),
  results: [declaration],
  inputs: () => digest(readFileSync(english, 'utf8')),
  async make() {
    const json = readFileSync(english, 'utf8').trim();
    writeFileSync(declaration, `declare const messages: ${json};\nexport default messages;\n`);
    // The compiler keeps reporting errors that were fixed in a catalog (TypeScript 7.0.2).
    rmSync(inProject('tsconfig.tsbuildinfo'), { force: true });
  },
});
