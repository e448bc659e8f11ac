import { z } from 'zod';
import { camelKeys } from './keys';

/**
 * A group of configuration keys. An unknown key causes the issue `unrecognized_keys`, whose message lists the known
 * keys.
 */
export function entry<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? known : undefined),
  });
}

const groups = new WeakMap<object, z.core.$ZodLooseShape>();

/** A group of keys inside an entry. The output has our own names. */
export function group<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const schema = entry(shape).transform(camelKeys);
  groups.set(schema, camelKeys(shape));
  return schema;
}

/** The keys of a group by our own names. Undefined for any other schema. */
export function groupShape(schema: z.ZodType): z.core.$ZodLooseShape | undefined {
  return groups.get(schema);
}

/** At most `maximum` items. Like those of boundedText(), the checks never see more. */
export function boundedList<Item extends z.ZodType>(
  item: Item,
  maximum: number,
  ...checks: z.core.$ZodCheck<z.output<Item>[]>[]
) {
  return z
    .array(item)
    .max(maximum, { abort: true })
    .check(...checks);
}

/** A list without duplicates. */
export function uniqueList<Item extends z.ZodType<string>>(item: Item, maximum: number) {
  return boundedList(
    item,
    maximum,
    z.superRefine((values, context) => {
      const seen = new Set<string>();
      for (const [index, value] of values.entries()) {
        if (seen.has(value)) refuse(context, [index], 'duplicate', 'is already in this list');
        seen.add(value);
      }
    }),
  );
}

/** The values in a sentence about an issue, for example the limit or the probable spelling. */
export type IssueFacts = Readonly<Record<string, string | number>>;

/** Adds an issue. `code` identifies the rule for programs and translations. The message says what is expected. */
export function refuse(
  context: z.core.$RefinementCtx<unknown>,
  path: readonly (string | number)[],
  code: string,
  message: string,
  facts: IssueFacts = {},
): void {
  context.addIssue({ code: 'custom', path: [...path], message, params: { code, facts } });
}

/** The rule of an issue: our own code, otherwise zod's. */
export function issueCode(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'custom') return issue.code;
  const code: unknown = issue.params?.code;
  return typeof code === 'string' ? code : issue.code;
}

/** The values in a translation of an issue. */
export function issueFacts(issue: z.core.$ZodIssue): IssueFacts {
  if (issue.code === 'too_big') return { limit: Number(issue.maximum), of: issue.origin };
  if (issue.code === 'too_small') return { limit: Number(issue.minimum), of: issue.origin };
  if (issue.code === 'invalid_type') return { expected: issue.expected };
  if (issue.code === 'invalid_value') return { values: issue.values.join(', ') };
  const facts: unknown = issue.code === 'custom' ? issue.params?.facts : undefined;
  return typeof facts === 'object' && facts !== null ? { ...facts } : {};
}
