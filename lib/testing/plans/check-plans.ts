import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { DatabaseSource } from '../database-source';
import { exceptions, plainText } from './exceptions';
import { explainTexts } from './explain-texts';
import { type Access, readsMuch } from './judge-plan';

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
  const explained = await explainTexts(source, texts);
  return explained.flatMap(({ text, accesses }) => {
    const plain = plainText(text);
    const isException = exceptions.some((exception) => exception.text.test(plain));
    const strays = source.dialect === 'sqlite' && isStraySlice(plain, accesses[0]);
    const bad = accesses.filter((access, index) => (strays && index === 0) || (!isException && readsMuch(access)));
    return bad.length === 0 ? [] : [[plain, ...new Set(bad.map(({ line }) => `  ${line}`))].join('\n')];
  });
}

/**
 * Whether a statement that changes the rows of a short list looks for them by anything but their key: then it reads, for
 * each slice, all rows of which the list is a part. SQLite names the changed table first. No exception excuses it.
 */
function isStraySlice(text: string, changed: Access | undefined): boolean {
  const slice = /^(?:UPDATE|DELETE FROM) \w+ .*?\bWHERE \(?([\w, ]+?)\)? IN \(SELECT [\w, ]+ FROM .* LIMIT /.exec(text);
  if (slice === null || changed === undefined) return false;
  const key = (slice[1] ?? '').split(', ');
  return !key.every((column) => changed.by?.includes(column));
}
