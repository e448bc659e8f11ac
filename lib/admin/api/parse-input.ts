import type { z } from 'zod';
import { formatPath, problemsOf } from '#lib/config/problem';
import { expectation } from '#lib/vocabulary/expectation';
import { ApiProblem } from './api-problem';
import { toPointer } from './pointer';

type Schemas<Query, Body> = { readonly query: Query; readonly body: Body };
type Parsed<Query, Body> = {
  readonly query: Query extends z.ZodType ? z.output<Query> : null;
  readonly body: Body extends z.ZodType ? z.output<Body> : null;
};
type Raw = { readonly query: Readonly<Record<string, string>>; readonly body: unknown };

/**
 * Parses the input of an operation.
 * @throws ApiProblem `invalid` with every wrong value, including unknown parameters
 */
export function parseInput<Query extends z.ZodType | null, Body extends z.ZodType | null>(
  schemas: Schemas<Query, Body>,
  raw: Raw,
): Parsed<Query, Body>;
export function parseInput({ query, body }: Schemas<z.ZodType | null, z.ZodType | null>, raw: Raw) {
  if (body === null && raw.body !== undefined) throw new ApiProblem('invalid', 'expected no body');
  const [unknown] = query === null ? Object.keys(raw.query) : [];
  if (unknown !== undefined) throw atParameters([{ field: unknown, code: 'unrecognized_keys', message: 'is unknown' }]);
  return {
    query: query === null ? null : parse(query, raw.query, atParameters),
    body: body === null ? null : parse(body, raw.body, atBody),
  };
}

type Found = { readonly field: string; readonly code: string; readonly message: string };

function parse(schema: z.ZodType, value: unknown, fail: (found: readonly Found[]) => ApiProblem): unknown {
  const parsed = schema.safeParse(value, { error: expectation });
  if (parsed.success) return parsed.data;
  const found = problemsOf(parsed.error.issues);
  throw fail(found.map(({ path, code, message }) => ({ field: formatPath(path), code, message })));
}

function atBody(found: readonly Found[]): ApiProblem {
  const errors = found.map(({ field, code, message }) => ({ pointer: toPointer(field), code, detail: message }));
  return new ApiProblem('invalid', 'The body cannot be used as it is', errors);
}

function atParameters(found: readonly Found[]): ApiProblem {
  const errors = found.map(({ field, code, message }) => ({ pointer: `?${field}`, code, detail: message }));
  return new ApiProblem('invalid', 'A parameter of the address cannot be used', errors);
}
