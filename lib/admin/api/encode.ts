import { z } from 'zod';
import type { moment } from './schemas';

/** The name in our code of a member of the API: `created_at` is `createdAt`. */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** The members that an answer may leave out. */
type Optional<Shape> = {
  [Name in keyof Shape & string]: Shape[Name] extends z.ZodOptional ? Name : never;
}[keyof Shape & string];

/** What a schema of the API describes, as our code has it: names in camel case, times as dates. */
type Told<Schema> = Schema extends typeof moment
  ? Date
  : Schema extends z.ZodNullable<infer Inner>
    ? Told<Inner> | null
    : Schema extends z.ZodOptional<infer Inner>
      ? Told<Inner> | undefined
      : Schema extends z.ZodArray<infer Item>
        ? readonly Told<Item>[]
        : Schema extends z.ZodObject<infer Shape>
          ? { readonly [Name in Exclude<keyof Shape & string, Optional<Shape>> as Camel<Name>]: Told<Shape[Name]> } & {
              readonly [Name in Optional<Shape> as Camel<Name>]?: Told<Shape[Name]>;
            }
          : Schema extends z.ZodType
            ? z.output<Schema>
            : never;

/**
 * Writes a value as the API answers it: the schema of the OpenAPI document says what it contains, and under which names.
 * What the schema does not have is left out.
 */
export function encode<Schema extends z.ZodType<object>>(
  schema: Schema,
  value: Told<Schema>,
): z.output<Schema> & object {
  return schema.parse(write(schema, value));
}

function write(schema: unknown, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value === null || value === undefined) return value;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return write(schema.unwrap(), value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => write(schema.element, item));
  if (schema instanceof z.ZodObject && typeof value === 'object') {
    const members = new Map(Object.entries(value));
    const names = Object.keys(schema.shape).map((name) => [name, toCamel(name)] as const);
    return Object.fromEntries(
      names.flatMap(([name, own]) => (members.has(own) ? [[name, write(schema.shape[name], members.get(own))]] : [])),
    );
  }
  return value;
}

function toCamel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
