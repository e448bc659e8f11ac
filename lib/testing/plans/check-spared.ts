import { readTexts, type TestTexts } from './check-plans';
import { plainText } from './exceptions';
import { sparedSuites } from './spared-suites.mjs';

/**
 * Checks after a run of every suite on PostgreSQL that the suites which it is usually spared send nothing new.
 * @param file what saveTexts() wrote
 * @throws Error with each suite that must not be spared
 */
export function checkSpared(file: string): void {
  const wrong = findUnsparable(readTexts(file), sparedSuites);
  if (wrong.length === 0) return;
  throw new Error(
    ['suites that send what no other suite sends (lib/testing/plans/spared-suites.mjs):', ...wrong].join('\n'),
  );
}

/** The spared suites that send a statement which no other suite sends. */
export function findUnsparable(sent: readonly TestTexts[], spared: readonly string[]): string[] {
  const isSpared = new Set(spared);
  const covered = new Set(sent.filter(({ test }) => !isSpared.has(test)).flatMap(({ texts }) => texts.map(shapeOf)));
  return sent
    .filter(({ test, texts }) => isSpared.has(test) && !texts.every((text) => covered.has(shapeOf(text))))
    .map(({ test }) => test);
}

/** A statement without the number of its values. */
function shapeOf(text: string): string {
  return plainText(text)
    .replace(/\$\d+/g, '$')
    .replace(/\$(?: ?, ?\$)+/g, '$')
    .replace(/\( ?\$ ?\)(?: ?, ?\( ?\$ ?\))+/g, '($)');
}
