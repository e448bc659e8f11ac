import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Those of the administration and the account have their own guards. The others are for people who try this server. */
const others = /^(admin|account|demo|outbox)\//;
const pages = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('page.tsx') && !others.test(file),
);

it('openArea() reads with readPage(), which has it', () => {
  expect(readFileSync('lib/next/open-area.ts', 'utf8')).toMatch(/await readPage\(/);
});

it.each(pages)('%s is a page with status 503 while the database cannot be reached (ux §1.8.9)', (file) => {
  const source = readFileSync(`app/${file}`, 'utf8');
  // The page /error reads nothing.
  if (!file.endsWith('error/page.tsx')) expect(source).toMatch(/^export default openArea\(/m);
});
