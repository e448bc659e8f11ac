import type { ReferenceSchema } from './api-document';
import type { ReferenceField, ReferenceType } from './reference-page';

export type Schemas = Readonly<Record<string, ReferenceSchema>>;

/** The name of the schema in a `$ref`. */
function refName({ $ref }: ReferenceSchema): string | null {
  return $ref === undefined ? null : ($ref.split('/').at(-1) ?? null);
}

/** Describes the type of a value, and names its schema. */
export function typeOf(schema: ReferenceSchema): ReferenceType {
  return { text: textOf(schema), schema: firstRef(schema) };
}

function textOf(schema: ReferenceSchema): string {
  const name = refName(schema);
  if (name !== null) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(textOf))].join(' | ');
  if (schema.allOf !== undefined) return [...new Set(schema.allOf.map(textOf))].join(' & ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any']);
  return types.map((type) => nameOf(type, schema)).join(' | ');
}

/** An object with at most this many fields is shown by its fields. */
const fewFields = 4;

function nameOf(type: string, { items, format, properties }: ReferenceSchema): string {
  if (type === 'array' && items !== undefined) return `array of ${textOf(items)}`;
  const fields = Object.entries(properties ?? {});
  if (type === 'object' && fields.length > 0 && fields.length <= fewFields) {
    return `{ ${fields.map(([name, field]) => `${name}: ${textOf(field)}`).join(', ')} }`;
  }
  return type === 'string' && format !== undefined ? `string (${format})` : type;
}

function firstRef(schema: ReferenceSchema): string | null {
  const own = refName(schema);
  if (own !== null) return own;
  const inner = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
    ...Object.values(schema.properties ?? {}),
  ];
  for (const one of schema.items === undefined ? inner : [schema.items, ...inner]) {
    const found = firstRef(one);
    if (found !== null) return found;
  }
  return null;
}

/** The fields of an object, including those of nested objects, in order. */
export function fieldsOf(schema: ReferenceSchema, prefix = ''): readonly ReferenceField[] {
  const required = new Set(schema.required);
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const line: ReferenceField = {
      name: `${prefix}${name}`,
      type: typeOf(field),
      isRequired: required.has(name),
      defaultValue: field.default === undefined ? null : JSON.stringify(field.default),
      description: field.description ?? null,
    };
    const [object, end] = innerObject(field);
    return object === null ? [line] : [line, ...fieldsOf(object, `${prefix}${name}${end}.`)];
  });
  const inner = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [...own, ...inner.flatMap((one) => fieldsOf(one, prefix))];
}

/** The object that a field contains, directly or in a list. For a choice, the first one. */
function innerObject(field: ReferenceSchema): readonly [ReferenceSchema | null, string] {
  if (field.properties !== undefined) return [field, ''];
  if (field.items?.properties !== undefined) return [field.items, '[]'];
  const choice = (field.anyOf ?? field.oneOf ?? []).find(({ properties }) => properties !== undefined);
  return [choice ?? null, ''];
}

/** The names of all schemas that a schema refers to, including itself, in the order in which they are found. */
export function schemasBehind(
  schema: ReferenceSchema,
  schemas: Schemas,
  found = new Set<string>(),
): ReadonlySet<string> {
  const name = refName(schema);
  if (name !== null && !found.has(name)) {
    found.add(name);
    schemasBehind(schemas[name] ?? {}, schemas, found);
  }
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ];
  for (const one of inner) schemasBehind(one, schemas, found);
  return found;
}

/** A value for an example, with only the required fields of objects. */
export function exampleOf(schema: ReferenceSchema, schemas: Schemas, depth = 0): unknown {
  const name = refName(schema);
  if (name !== null) return depth > 4 ? {} : exampleOf(schemas[name] ?? {}, schemas, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (first !== undefined) return exampleOf(first, schemas, depth);
  if (schema.properties !== undefined) {
    const required = (schema.required ?? []).map((key) => [key, schema.properties?.[key] ?? {}] as const);
    return Object.fromEntries(required.map(([key, field]) => [key, exampleOf(field, schemas, depth)]));
  }
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  return plain[type ?? ''] ?? 'text';
}

const plain: Readonly<Record<string, unknown>> = { array: [], object: {}, boolean: true, integer: 1, number: 1 };
