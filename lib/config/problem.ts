import type { z } from 'zod';
import { closest } from '#lib/vocabulary/closest';
import type { IssueFacts } from '#lib/vocabulary/entry';
import { issueCode, issueFacts } from '#lib/vocabulary/entry';

export type Path = readonly (string | number)[];

/** A problem in a configuration. */
export type Problem = {
  readonly path: Path;
  /** Identifies the rule for programs and translations. */
  readonly code: string;
  /** The expected value, for the author of the file. It never contains a secret. */
  readonly message: string;
  /** The values that a translation inserts. */
  readonly facts?: IssueFacts;
};

type LocatedProblem = Problem & { readonly line: number | null };

/** A configuration that cannot be used, with all its problems. The message is one line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code = 'invalid_configuration';

  constructor(
    readonly file: string,
    readonly problems: readonly LocatedProblem[],
  ) {
    const [first] = problems;
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    super(first === undefined ? `${file} cannot be used` : `${describeProblem(file, first)}${more}`);
  }
}

/** Compares the name, because each bundle contains its own copy of the class. */
export function isConfigurationError(error: unknown): error is ConfigurationError {
  return error instanceof Error && error.name === 'ConfigurationError';
}

/** One line: `signet.yaml:12: clients[0].enabled: expected true or false` */
export function describeProblem(file: string, { line, path, message }: LocatedProblem): string {
  const place = line === null ? file : `${file}:${line}`;
  return `${place}: ${path.length === 0 ? '' : `${formatPath(path)}: `}${message}`;
}

/** `['clients', 0, 'redirect_uris', 1]` → `clients[0].redirect_uris[1]` */
export function formatPath(path: Path): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${quoted(part)}`))
    .join('');
}

/** The key is untrusted text from the file, so it is kept on one line. */
function quoted(key: string): string {
  return /^[\w-]{1,100}$/.test(key) ? key : JSON.stringify(key.slice(0, 100));
}

/** The problems in issues: one for each, or one for each unknown key. @param most the first ones alone */
export function problemsOf(issues: readonly z.core.$ZodIssue[], most = Number.POSITIVE_INFINITY): Problem[] {
  return withoutSafeRange(issues)
    .slice(0, most)
    .flatMap((issue) => problemsOfIssue(issue, most))
    .slice(0, most);
}

/** A whole number beyond 2^53 is also beyond the limit of its key, which says more. */
function withoutSafeRange(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const isRange = (issue: z.core.$ZodIssue) =>
    (issue.code === 'too_big' || issue.code === 'too_small') && 'note' in issue;
  const placeOf = ({ path }: z.core.$ZodIssue) => path.join('\n');
  const told = new Set(issues.filter((issue) => !isRange(issue)).map(placeOf));
  return issues.filter((issue) => !isRange(issue) || !told.has(placeOf(issue)));
}

function problemsOfIssue(issue: z.core.$ZodIssue, most: number): Problem[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, most).map((key) => unknownKey(path, key, issue.message));
  return [{ path, code: issueCode(issue), message: issue.message, facts: issueFacts(issue) }];
}

/** @param known the existing keys, as entry() lists them */
function unknownKey(path: Path, key: string, known: string): Problem {
  const near = closest(key, known.split(', '));
  const hint = near === null ? `expected one of ${known}` : `did you mean ${near}?`;
  const message = `unknown key; ${hint}`;
  return { path: [...path, key], code: 'unrecognized_keys', message, facts: { key, near: near ?? '' } };
}
