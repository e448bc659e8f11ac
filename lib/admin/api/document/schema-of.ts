import { z } from 'zod';
import { named } from '../schemas';

export type JsonSchema = Readonly<Record<string, unknown>>;

const prefix = '#/components/schemas/';

/** The schemas that have their own names. */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  const { schemas } = z.toJSONSchema(named, { ...options, uri: (id) => `${prefix}${id}` });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, clean(schema)]));
}

/** A schema in the document: a reference to its name, or the schema itself. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const id = named.get(schema)?.id;
  if (id !== undefined) return { $ref: `${prefix}${id}` };
  const { $defs: _, ...written } = clean(z.toJSONSchema(schema, { ...options, metadata: named }));
  // zod puts named schemas beside the schema. In the document they are among the components.
  return JSON.parse(JSON.stringify(written).replaceAll('"#/$defs/', `"${prefix}`));
}

/** The document describes the input of a schema, even if the schema transforms it. */
const options = { io: 'input', unrepresentable: 'any' } as const;

/** @param schema the output of zod, which also contains its dialect and name */
function clean({ $schema: _, $id: __, '~standard': ___, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
