import { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of keys',
  record: 'a group of keys',
};

/**
 * The expectation in words, for zod's own issues. Our rules have their own messages. Of an unknown key, it is the list of
 * the known ones, as entry() has it.
 */
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
      return 'is not allowed as a name here';
    case 'unrecognized_keys':
      return issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape).join(', ') : undefined;
    default:
      return undefined;
  }
}

function received(input: unknown, expected: string): string {
  if (input === undefined) return ', but it is missing';
  if (input === null) return ', got nothing';
  if (expected === 'int' && typeof input === 'number') return '';
  // JSON and YAML have larger numbers than a computer does: 1e400 arrives as infinity.
  if (typeof input === 'number' && !Number.isFinite(input))
    return Number.isNaN(input) ? '' : ', got a number that is too large';
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
