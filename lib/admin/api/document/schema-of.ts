import { z } from 'zod';
import { named } from '../schemas';

export type JsonSchema = Readonly<Record<string, unknown>>;

const prefix = '#/components/schemas/';

/** The schemas that have names of their own. */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  const { schemas } = z.toJSONSchema(named, { ...options, uri: (id) => `${prefix}${id}` });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, clean(schema)]));
}

/** A schema as the document has it: by its name, or written out. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const id = named.get(schema)?.id;
  if (id !== undefined) return { $ref: `${prefix}${id}` };
  const { $defs: _, ...written } = clean(z.toJSONSchema(schema, { ...options, metadata: named }));
  // zod keeps what has a name beside the schema; the document has it among its components.
  return JSON.parse(JSON.stringify(written).replaceAll('"#/$defs/', `"${prefix}`));
}

/** What is sent is what a schema takes in, also where it makes something else of it. */
const options = { io: 'input', unrepresentable: 'any' } as const;

/** @param schema from zod, which says its dialect and name inside of it as well */
function clean({ $schema: _, $id: __, '~standard': ___, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
