import { z } from 'zod';
import { groupShape } from './entry';
import { isJsonObject } from './json';
import { type CamelKeys, camelCase } from './keys';

type Fields = Readonly<Record<string, z.ZodType>>;

/** The members of a stored entry: what the schema of each key returns. */
type Members<All extends Fields> = CamelKeys<{ readonly [Key in keyof All]: Exclude<z.output<All[Key]>, undefined> }>;

/** What reading an entry found out about its JSON. */
export type Readability = {
  /** Harmless values replaced broken ones, and the entry is disabled. */
  readonly unreadable?: true;
  /** The members that a newer process wrote. They are written again, and have no effect. */
  readonly newer?: Readonly<Record<string, unknown>>;
};

/** How the entries of a section are written as JSON, and read again. */
type StoredEntry<All extends Fields> = {
  /** Writes every key, so that a changed default changes no stored entry. */
  readonly write: (entry: Readability & object) => string;
  /** @returns the members; `enabled` is present only if it must be false */
  readonly read: (json: string) => Members<All> & Readability & { readonly enabled?: false };
};

/**
 * The JSON of a section's entries, as it is stored. It is read leniently: only types are checked, because the rules of the
 * file may have changed since. An absent member has the default of its key. A broken one, because of a manual edit or a
 * restored backup, must not keep the server from starting, or an administrator from deleting the entry.
 * @param fields the keys that the JSON contains
 * @param harmless the values in place of broken ones; if absent, the default of the key
 */
export function storedEntry<All extends Fields>(fields: All, harmless: Partial<Members<All>>): StoredEntry<All> {
  const members = Object.entries(fields).map(([key, field]) => {
    const name = camelCase(key);
    const instead: unknown = name in harmless ? Reflect.get(harmless, name) : field.safeParse(undefined).data;
    if (instead === undefined) throw new Error(`${key} has no harmless value`);
    // A key without a default is always written.
    return { name, read: reader(field instanceof z.ZodOptional ? field.unwrap() : field), instead };
  });
  const names = new Set(members.map(({ name }) => name));
  return {
    write: (entry) =>
      JSON.stringify({
        ...entry.newer,
        ...Object.fromEntries(members.map(({ name }) => [name, Reflect.get(entry, name)])),
      }),
    read: (json) => {
      const parsed = parse(json);
      const stored = isJsonObject(parsed) ? parsed : {};
      const filled: Record<string, unknown> = {};
      let isBroken = stored !== parsed;
      let known = 0;
      for (const { name, read, instead } of members) {
        const given = stored[name];
        if (given !== undefined) known += 1;
        const value = read(given);
        if (value === given) continue;
        if (value === broken) isBroken = true;
        filled[name] = value === broken ? instead : value;
      }
      const hasOthers = Object.keys(stored).length > known;
      const others = hasOthers ? Object.entries(stored).filter(([name]) => !names.has(name)) : null;
      const newer = others?.filter(([, value]) => isWithin(value, maximumDepth));
      if (newer?.length !== others?.length) isBroken = true;
      const own = newer ? Object.fromEntries([...names].map((name) => [name, stored[name]])) : stored;
      // Each member is what its schema returns. The compiler cannot follow the readers.
      const entry = { ...own, ...filled, ...(newer && { newer: Object.fromEntries(newer) }) } as Members<All>;
      return isBroken ? { ...entry, enabled: false, unreadable: true } : entry;
    },
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return broken;
  }
}

/** Stands for a value of another type. */
const broken = Symbol('broken');

/** Returns a stored value with its defaults, or `broken`. The same object if nothing is missing. */
type Reader = (value: unknown) => unknown;

/** Reads what a schema returned. The rules of the schema do not run. */
function reader(schema: unknown): Reader {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    const [usual, read] = [schema.safeParse(undefined).data, reader(schema.unwrap())];
    return (value) => (value === undefined ? usual : read(value));
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional)
    return orElse(undefined, reader(schema.unwrap()));
  if (schema instanceof z.ZodNullable) return orElse(null, reader(schema.unwrap()));
  if (schema instanceof z.ZodPipe) {
    const group = groupShape(schema);
    if (group !== undefined) return objectReader(group);
    // A transformation of a single value keeps its type.
    return reader(schema.out instanceof z.ZodTransform ? schema.in : schema.out);
  }
  if (schema instanceof z.ZodUnion) {
    const readers = schema.options.map(optionReader);
    return (value) => readers.map((read) => read(value)).find((read) => read !== broken) ?? broken;
  }
  if (schema instanceof z.ZodObject) return objectReader(schema.shape);
  if (schema instanceof z.ZodArray) {
    const read = reader(schema.element);
    return (value) => (Array.isArray(value) && value.every((item) => read(item) !== broken) ? value : broken);
  }
  if (schema instanceof z.ZodRecord) {
    const read = reader(schema.valueType);
    return (value) =>
      isJsonObject(value) && Object.values(value).every((item) => read(item) !== broken) ? value : broken;
  }
  if (schema instanceof z.ZodEnum) return anyOf(schema.options);
  if (schema instanceof z.ZodLiteral) return anyOf([...schema.values]);
  if (schema instanceof z.core.$ZodString) return ofType('string');
  if (schema instanceof z.core.$ZodNumber) return ofType('number');
  if (schema instanceof z.core.$ZodBoolean) return ofType('boolean');
  if (schema instanceof z.ZodCustom) return (value) => (isWithin(value, maximumDepth) ? value : broken);
  throw new Error('a stored value needs a schema whose type can be read');
}

/** Reads one of several forms. A member of another form must not be taken for a part of this one. */
function optionReader(schema: unknown): Reader {
  const read = reader(schema);
  if (!(schema instanceof z.ZodObject)) return read;
  const names = new Set(Object.keys(schema.shape));
  return (value) => (isJsonObject(value) && Object.keys(value).every((name) => names.has(name)) ? read(value) : broken);
}

const orElse =
  (absent: null | undefined, read: Reader): Reader =>
  (value) =>
    value === absent ? value : read(value);

const ofType =
  (type: 'string' | 'number' | 'boolean'): Reader =>
  (value) =>
    typeof value === type ? value : broken;

function anyOf(options: readonly unknown[]): Reader {
  const known = new Set(options);
  return (value) => (known.has(value) ? value : broken);
}

function objectReader(shape: Fields): Reader {
  const members = Object.entries(shape).map(([name, field]) => ({ name, read: reader(field) }));
  return (value) => {
    if (!isJsonObject(value)) return broken;
    let whole = value;
    for (const { name, read } of members) {
      const member = read(whole[name]);
      if (member === broken) return broken;
      if (member !== whole[name]) whole = { ...whole, [name]: member };
    }
    return whole;
  };
}

/** Deeper values would overflow the stack of later code. */
const maximumDepth = 32;

function isWithin(value: unknown, depth: number): boolean {
  if (value === undefined || depth === 0) return false;
  return typeof value !== 'object' || value === null || Object.values(value).every((item) => isWithin(item, depth - 1));
}
