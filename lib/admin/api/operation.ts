import type { z } from 'zod';
import type { Permission } from '../access/permission';
import type { AdminContext } from '../admin-context';
import type { Condition } from './conditions';
import { parseInput } from './parse-input';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The successful result of an operation. */
export type Outcome = {
  /** The documented status unless it says so. */
  readonly status?: number;
  readonly body?: object;
  /** Members of the body that are shown this once and stored nowhere: secrets and links. */
  readonly once?: Readonly<Record<string, string | null>>;
  /** The version of the body: its ETag. */
  readonly version?: string;
  /** Where the new thing is. */
  readonly location?: string;
  /** Instead of JSON. */
  readonly lines?: string;
};

/** A request that was matched and let in; nothing of it is checked yet but its form. */
type RawInput = {
  /** The segments of the path by their names. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined if there is none. */
  readonly body: unknown;
  readonly condition: Condition;
};

type Input<Query extends z.ZodType | null, Body extends z.ZodType | null> = Omit<RawInput, 'query' | 'body'> & {
  /** The body as it was sent, which the schema let through. */
  readonly given: unknown;
  readonly query: Query extends z.ZodType ? z.output<Query> : null;
  readonly body: Body extends z.ZodType ? z.output<Body> : null;
};

type Described = {
  /** Stable: code generators name functions by it. */
  readonly id: string;
  readonly method: Method;
  /** Below the API's root, with `{name}` for parameters. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  /** More, where the summary does not say it all. */
  readonly description?: string;
  /** The permission. `open` is for answers that reveal nothing about this installation. */
  readonly permission: Permission | 'open';
  /** `match`: says the version it saw; `create`: or that there is none. */
  readonly condition?: 'match' | 'create';
  readonly success: {
    readonly status: 200 | 201 | 204;
    readonly description: string;
    /** Absent: no body. */
    readonly schema?: z.ZodType;
    /** The answer has an ETag. */
    readonly isVersioned?: true;
    /** One JSON object a line. */
    readonly isLines?: true;
  };
};

/** An operation of the API, with everything for its route, guard, checks and document. */
export type Operation = Described & {
  readonly query: z.ZodType | null;
  readonly body: z.ZodType | null;
  readonly run: (admin: AdminContext, input: RawInput) => Promise<Outcome>;
};

/** Joins an operation with its input schemas, so that it sees only parsed input. */
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
