import type { z } from 'zod';
import { issueCode } from '#lib/vocabulary/entry';
import { closest } from './closest';
import type { Path, Problem } from './problem';

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of keys',
  record: 'a group of keys',
};

/** What was expected, in words, for zod's own issues; our rules bring their message along. */
export function expectation(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${kinds[issue.expected] ?? issue.expected}${received(issue.input, issue.expected)}`;
    case 'invalid_value':
      return `expected ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`;
    case 'too_small':
      return `expected at least ${issue.minimum}${unit(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `expected at most ${issue.maximum}${unit(issue.origin, issue.maximum)}`;
    case 'invalid_key':
      return 'is not a name that can stand here';
    default:
      return undefined;
  }
}

function received(input: unknown, expected: string): string {
  if (input === undefined) return ', but it is missing';
  if (input === null) return ', got nothing';
  if (expected === 'int' && typeof input === 'number') return '';
  if (typeof input === 'number' || typeof input === 'boolean') {
    return `, got a ${typeof input}${expected === 'string' ? ' (put text in quotes)' : ''}`;
  }
  if (Array.isArray(input)) return ', got a list';
  return typeof input === 'object' ? ', got a group of keys' : ', got text';
}

function unit(origin: string, amount: number | bigint): string {
  const plural = amount === 1 ? '' : 's';
  if (origin === 'string') return ` character${plural}`;
  return origin === 'array' ? ` item${plural}` : '';
}

/** The problems an issue stands for: one, or one for each unknown key. */
export function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key, issue.message));
  return [{ path, code: issueCode(issue), message: issue.message }];
}

/** @param known the keys that exist, as entry() lists them */
function unknownKey(path: Path, key: string, known: string): Problem {
  const near = closest(key, known.split(', '));
  const hint = near === null ? `expected one of ${known}` : `did you mean ${near}?`;
  return { path: [...path, key], code: 'unrecognized_keys', message: `is not a key that exists here; ${hint}` };
}
