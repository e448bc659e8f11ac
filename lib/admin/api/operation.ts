import type { z } from 'zod';
import { formatPath, problemsOf } from '#lib/config/problem';
import { expectation } from '#lib/vocabulary/expectation';
import type { Permission } from '../access/permission';
import type { AdminContext } from '../admin-context';
import { ApiProblem, type ProblemCode, toPointer } from './api-problem';
import type { Condition } from './conditions';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The successful result of an operation. */
export type Outcome = {
  /** The documented status, unless it is set here. */
  readonly status?: number;
  readonly body?: object;
  /** Members of the body that are shown only once and not stored: secrets and links. */
  readonly once?: Readonly<Record<string, string | null>>;
  /** The version of the body, which becomes its ETag. */
  readonly version?: string;
  /** The address of what was created. */
  readonly location?: string;
  /** The response body, instead of JSON. */
  readonly lines?: string;
};

/** A request that was matched and authorized. Only its form has been checked so far. */
type RawInput = {
  /** The parameters of the path by name. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined if there is no body. */
  readonly body: unknown;
  readonly condition: Condition;
};

type Input<Query, Body> = Omit<RawInput, 'query' | 'body'> & {
  /** The body as it was sent. It has passed the schema. */
  readonly given: unknown;
  readonly query: Query extends z.ZodType ? z.output<Query> : null;
  readonly body: Body extends z.ZodType ? z.output<Body> : null;
};

type Described = {
  /** Stable, because code generators name functions by it. */
  readonly id: string;
  readonly method: Method;
  /** Below the API's root, with `{name}` for parameters. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  /** Further details besides the summary. */
  readonly description?: string;
  /** The required permission. `open` is for responses that reveal nothing about this installation. */
  readonly permission: Permission | 'open';
  /** `match`: the request must name the version that it changes. `create`: it may also say that there is none. */
  readonly condition?: 'match' | 'create';
  /** The problems that do not follow from the rest of the description. */
  readonly problems?: readonly ProblemCode[];
  readonly success: {
    readonly status: 200 | 201 | 204;
    readonly description: string;
    /** Absent if there is no body. */
    readonly schema?: z.ZodType;
    /** The response has an ETag. */
    readonly isVersioned?: true;
    /** One JSON object for each line. */
    readonly isLines?: true;
  };
};

/** An operation of the API, with everything that its route, guard, checks and document need. */
export type Operation = Described & {
  readonly query: z.ZodType | null;
  readonly body: z.ZodType | null;
  readonly run: (admin: AdminContext, input: RawInput) => Promise<Outcome>;
};

/** Whether a repeated request is recognized by its Idempotency-Key. */
export function takesIdempotencyKey({ method, success }: Pick<Described, 'method' | 'success'>): boolean {
  return method === 'POST' && !success.isLines;
}

type Definition<Query, Body> = Omit<Described, 'method' | 'path' | 'tag'> & {
  /** The method, and the path below the API's root, with `{name}` for parameters. */
  readonly endpoint: `${Method} /${string}`;
  /** By default the first part of the path. */
  readonly tag?: string;
  /** If left out, the operation takes no parameters. */
  readonly query?: Query;
  /** If left out, the operation takes no body. */
  readonly body?: Body;
  readonly run: (admin: AdminContext, input: Input<Query, Body>) => Promise<Outcome>;
};

/** Combines an operation with its input schemas, so that it gets only parsed input. */
export function defineOperation<Query extends z.ZodType | null = null, Body extends z.ZodType | null = null>(
  definition: Definition<Query, Body>,
): Operation;
export function defineOperation({ endpoint, run, ...definition }: Definition<z.ZodType | null, z.ZodType | null>) {
  const [method, path] = endpoint.split(' ');
  const schemas = { query: definition.query ?? null, body: definition.body ?? null };
  return {
    ...{ tag: path?.split('/')[1], ...definition, ...schemas, method, path },
    run: async (admin: AdminContext, raw: RawInput) =>
      run(admin, { ...raw, given: raw.body, ...parseInput(schemas, raw) }),
  };
}

type Schemas = Pick<Operation, 'query' | 'body'>;

/**
 * Parses the input of an operation.
 * @throws ApiProblem `invalid` with every wrong value, including unknown parameters
 */
function parseInput({ query, body }: Schemas, raw: Pick<RawInput, 'query' | 'body'>) {
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
  return new ApiProblem('invalid', 'The body is not valid', errors);
}

function atParameters(found: readonly Found[]): ApiProblem {
  const errors = found.map(({ field, code, message }) => ({ pointer: `?${field}`, code, detail: message }));
  return new ApiProblem('invalid', 'A query parameter is not valid', errors);
}
