import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashInputs } from './build-inputs.mjs';
import { inProject } from './folders.mjs';
import { digest, stampedStep } from './stamp.mjs';

const folder = inProject('lib', 'admin', 'clients', 'guides');
const generated = join(folder, 'generated');

const inputs = () => digest(hashInputs(['lib/admin/clients/guides']));

/**
 * Collects the guides for clients and APIs, which are Markdown files, in one module, because a bundle reads no other
 * files.
 */
export const guides = stampedStep({
  title: 'Collecting the guides',
  stamp: join(generated, '.stamp'),
  inputs,
  async make() {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
    const sources = Object.fromEntries(
      files
        .sort()
        .map((name) => [name.replaceAll('\\', '/').replace(/\.md$/, ''), readFileSync(join(folder, name), 'utf8')]),
    );
    mkdirSync(generated, { recursive: true });
    writeFileSync(
      join(generated, 'sources.ts'),
      `export const guideSources: Readonly<Record<string, string>> = ${JSON.stringify(sources)};\n`,
    );
  },
});
