import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { DatabaseSource } from '../database-source';
import { exceptions, plainText } from './exceptions';
import { explainTexts } from './explain-texts';
import { readsMuch } from './judge-plan';

/**
 * Checks the statements that the product sent in a run of the tests: none may scan a table that grows, or search it by
 * columns that most of its rows have in common.
 * @param file what saveTexts() wrote
 * @throws Error with each such statement and its plan
 */
export async function checkPlans(source: DatabaseSource, file: string): Promise<void> {
  if (!existsSync(file)) return;
  const problems = await findBadPlans(source, [...new Set(readTexts(file).flatMap(({ texts }) => texts))]);
  if (problems.length === 0) return;
  const start = `${problems.length} statements read a large part of a table that grows (lib/testing/plans):`;
  throw new Error([start, ...problems].join('\n\n'));
}

export type TestTexts = z.infer<typeof testTexts>;

const testTexts = z.object({ test: z.string(), texts: z.array(z.string()) });

/** What saveTexts() wrote: test files and their statements. */
export function readTexts(file: string): TestTexts[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => testTexts.parse(JSON.parse(line)));
}

/** The statements that read too much and are no exceptions, with their accesses. */
export async function findBadPlans(source: DatabaseSource, texts: readonly string[]): Promise<string[]> {
  const wanted = texts.filter((text) => !exceptions.some((exception) => exception.text.test(plainText(text))));
  const explained = await explainTexts(source, wanted);
  return explained.flatMap(({ text, accesses }) => {
    const bad = accesses.filter(readsMuch).map(({ line }) => `  ${line}`);
    return bad.length === 0 ? [] : [[plainText(text), ...new Set(bad)].join('\n')];
  });
}
