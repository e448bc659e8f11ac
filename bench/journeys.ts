import { readFileSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { bundleTypeScript } from '../lib/testing/run-typescript.mjs';
import { createCounter } from './journeys/executed';
import { countSource } from './journeys/source-figures';
import type { Journey } from './journeys/walk';

/**
 * npm run bench -- journeys [words]: the number of our source files and functions that run in a journey, and the size
 * of the source. With words it also lists the files and functions of the journeys whose name contains them. `dead-exports` lists
 * unused exports instead of the size.
 */
const [words] = process.argv.slice(2);

const bundle = await bundleTypeScript('bench/journeys/walk.ts', {
  sourcemap: true,
  alias: { vitest: './bench/journeys/without-vitest.ts' },
});
try {
  const url = pathToFileURL(bundle).href;
  const { journeys }: { journeys: readonly Journey[] } = await import(url);
  const count = createCounter(url, JSON.parse(readFileSync(`${bundle}.map`, 'utf8')), readFileSync(bundle, 'utf8'));
  console.log('| journey | files | functions |\n|---|--:|--:|');
  for (const { name, open } of journeys) {
    const { ready, close } = await open();
    // The first walk loads code and fills caches, which is not part of the journey.
    await (await ready())();
    const executed = await count(await ready());
    const functions = [...executed.values()].flat().length;
    console.log(`| ${name} | ${executed.size} | ${functions} |`);
    if (words !== undefined && name.includes(words)) {
      for (const [file, names] of [...executed].sort())
        console.log(`|   ${file} | ${names.join(', ')} | ${names.length} |`);
    }
    await close();
  }
} finally {
  rmSync(bundle);
  rmSync(`${bundle}.map`);
}
console.log(`\n${countSource(words === 'dead-exports')}`);
