import type { z } from 'zod';
import { closest } from '#lib/vocabulary/closest';
import { issueCode, issueFacts } from '#lib/vocabulary/entry';
import type { Path, Problem } from './problem';

/** The problems in issues: one for each, or one for each unknown key. */
export function problemsOf(issues: readonly z.core.$ZodIssue[]): Problem[] {
  return withoutSafeRange(issues).flatMap(problemsOfIssue);
}

/** A whole number beyond 2^53 is also beyond the limit of its key, which says more. */
function withoutSafeRange(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const isRange = (issue: z.core.$ZodIssue) =>
    (issue.code === 'too_big' || issue.code === 'too_small') && 'note' in issue;
  const placeOf = ({ path }: z.core.$ZodIssue) => path.join('\n');
  const told = new Set(issues.filter((issue) => !isRange(issue)).map(placeOf));
  return issues.filter((issue) => !isRange(issue) || !told.has(placeOf(issue)));
}

function problemsOfIssue(issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key, issue.message));
  return [{ path, code: issueCode(issue), message: issue.message, facts: issueFacts(issue) }];
}

/** @param known the existing keys, as entry() lists them */
function unknownKey(path: Path, key: string, known: string): Problem {
  const near = closest(key, known.split(', '));
  const hint = near === null ? `expected one of ${known}` : `did you mean ${near}?`;
  const message = `is not a key that exists here; ${hint}`;
  return { path: [...path, key], code: 'unrecognized_keys', message, facts: { key, near: near ?? '' } };
}
