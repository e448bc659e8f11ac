import type { Values, WriteStatement } from './statement';

/** A statement with its values. */
export type Write<Refusal extends string = string> = {
  readonly statement: WriteStatement;
  readonly values: Values;
  /** What it means if it does not change exactly one row. Null if it may. */
  readonly refusal: Refusal | null;
  /** What the process remembers of it once it is written. */
  readonly remember?: () => void;
};

/** An effect: the writes that make it, in their order. What it writes is known before. */
export type Step<Refusal extends string = never> = readonly Write<Refusal>[];

/** One write that changes as many rows as there are, or fails. */
export function write(statement: WriteStatement, values: Values): Step {
  return [{ statement, values, refusal: null }];
}

/** One write that must change exactly one row. */
export function writeOnce<Refusal extends string>(
  statement: WriteStatement,
  values: Values,
  refusal: Refusal,
): Step<Refusal> {
  return [{ statement, values, refusal }];
}
