import { z } from 'zod';

/**
 * A key with the default `auto`. Its effect then depends on the rest of the entry.
 * @param expected for the error message: the values other than `auto`
 */
export function automatic<Value extends z.ZodType>(value: Value, expected: string) {
  return z.union([z.literal('auto'), value], { error: `expected auto, ${expected}` }).default('auto');
}

type Automatic<Value> = Value | 'auto';

/** The value for the column, where null is `auto`. */
export function toColumn<Value>(value: Automatic<Value>): Value | null {
  return value === 'auto' ? null : value;
}

/** The setting that a column contains. */
export function fromColumn<Value>(column: Value | null): Automatic<Value> {
  return column ?? 'auto';
}
