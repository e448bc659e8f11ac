import type { z } from 'zod';
import type { Permission } from '../access/permission';
import type { AdminContext } from '../admin-context';
import type { ProblemCode } from './api-problem';
import type { Condition } from './conditions';
import { parseInput } from './parse-input';

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

type Input<Query extends z.ZodType | null, Body extends z.ZodType | null> = Omit<RawInput, 'query' | 'body'> & {
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

/** Combines an operation with its input schemas, so that it gets only parsed input. */
export function defineOperation<Query extends z.ZodType | null, Body extends z.ZodType | null>(
  operation: Described & {
    readonly query: Query;
    readonly body: Body;
    readonly run: (admin: AdminContext, input: Input<Query, Body>) => Promise<Outcome>;
  },
): Operation {
  const { query, body, run } = operation;
  return {
    ...operation,
    run: async (admin, raw) => run(admin, { ...raw, given: raw.body, ...parseInput({ query, body }, raw) }),
  };
}
