import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

/** Values that are valid for a JSON Schema in the document of the admin API. Patterns are ignored. */
export function arbitraryFrom(schema: unknown, components: Schema): fc.Arbitrary<unknown> {
  if (!isRecord(schema)) return fc.jsonValue({ maxDepth: 2 });
  const of = (inner: unknown) => arbitraryFrom(inner, components);
  if (typeof schema.$ref === 'string') return of(components[schema.$ref.split('/').at(-1) ?? '']);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(variants)) return fc.oneof(...variants.map(of));
  switch (schema.type) {
    case 'object':
      return objectFrom(schema, of);
    case 'array':
      return fc.array(of(schema.items), { maxLength: 3 });
    case 'string':
      return fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 40 }));
    case 'integer':
      return fc.integer({ min: number(schema.minimum, -10), max: number(schema.maximum, 100_000) });
    case 'number':
      return fc.double();
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Texts that reach more code than random ones. */
const words = [
  'web',
  'x',
  'openid',
  'orders',
  'none',
  'authorization_code',
  'client_credentials',
  'code',
  'https://rp.test/cb',
  '2030-01-01T00:00:00Z',
  '#0a5',
  'de',
];

/** The required members and a few optional ones. With many at once, one of them would nearly always be invalid. */
function objectFrom(schema: Schema, of: (inner: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (isRecord(schema.additionalProperties)) {
    return fc.dictionary(fc.constantFrom('name', 'de', 'email', 'x'), of(schema.additionalProperties), { maxKeys: 3 });
  }
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const needed = Object.keys(properties).filter((name) => required.has(name));
  return someOf(Object.keys(properties).filter((name) => !required.has(name))).chain((chosen) =>
    fc.record(Object.fromEntries([...needed, ...chosen].map((name) => [name, of(properties[name])]))),
  );
}

/** At most three items of many. */
export function someOf<Item>(items: readonly Item[]): fc.Arbitrary<Item[]> {
  return fc.subarray([...items], { maxLength: Math.min(3, items.length) });
}

function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

export function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value with something invalid inserted at a random place. */
export function spoiled(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const poison = fc.oneof(
    fc.constantFrom<unknown>(
      { not: '' },
      { contains: 'a' },
      [],
      {},
      '',
      ' ',
      '\u0000',
      '\ud800',
      -1,
      1e308,
      true,
      null,
    ),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.jsonValue({ maxDepth: 3 }),
  );
  return fc.tuple(value, poison, fc.nat()).map(([whole, wrong, place]) => spoil(whole, wrong, place));
}

function spoil(value: unknown, wrong: unknown, place: number): unknown {
  if (Array.isArray(value)) return [...value, wrong];
  if (!isRecord(value)) return wrong;
  const keys = [...Object.keys(value), 'constructor', 'unknown_key', '__proto__'];
  const key = keys[place % keys.length] ?? 'unknown_key';
  return Object.fromEntries([...Object.entries(value), [key, wrong]]);
}
