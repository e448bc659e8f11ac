import { z } from 'zod';

/**
 * A key with the default `auto`. Its effect then depends on the rest of the entry.
 * @param expected for the error message: the values other than `auto`
 */
export function automatic<Value extends z.ZodType>(value: Value, expected: string) {
  return z.union([z.literal('auto'), value], { error: `expected auto, ${expected}` }).default('auto');
}
