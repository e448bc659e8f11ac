import { z } from 'zod';
import { groupShape } from './entry';
import { isJsonObject } from './json';
import { type CamelKeys, camelCase } from './keys';
import { shareEqual } from './share-equal';

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
    return { name, shape: shapeOf(field instanceof z.ZodOptional ? field.unwrap() : field), instead };
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
      const stored: Record<string, unknown> = isJsonObject(parsed) ? parsed : {};
      const filled: Record<string, unknown> = {};
      let isBroken = stored !== parsed;
      let known = 0;
      for (const { name, shape, instead } of members) {
        const given = shareEqual(stored[name]);
        if (given !== undefined) known += 1;
        const value = readValue(given, shape);
        if (value === stored[name]) continue;
        if (value === broken) isBroken = true;
        filled[name] = value === broken ? instead : value;
      }
      const hasOthers = Object.keys(stored).length > known;
      const others = hasOthers ? Object.entries(stored).filter(([name]) => !names.has(name)) : null;
      const newer = others?.filter(([, value]) => isWithin(value, maximumDepth));
      if (newer?.length !== others?.length) isBroken = true;
      const own = newer ? Object.fromEntries([...names].map((name) => [name, stored[name]])) : stored;
      // In place: a copy of so many keys grows key by key, and leaves ten times as much behind.
      Object.assign(own, filled, newer && { newer: Object.fromEntries(newer) });
      // Each member is what its schema returns. The compiler cannot follow the shapes.
      const entry = own as Members<All>;
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

/** What a schema returns, without its rules. */
type Shape =
  /** Defaults, and values that may be absent or null. */
  | { readonly is: 'absent'; readonly absent: null | undefined; readonly instead: unknown; readonly otherwise: Shape }
  | { readonly is: 'union'; readonly options: readonly Shape[] }
  | ObjectShape
  | { readonly is: 'list' | 'record'; readonly item: Shape }
  | { readonly is: 'one_of'; readonly known: ReadonlySet<unknown> }
  | { readonly is: 'type'; readonly type: 'string' | 'number' | 'boolean' }
  | { readonly is: 'any' };

type ObjectShape = {
  readonly is: 'object';
  readonly members: ReadonlyMap<string, Shape>;
  /** It is one of several forms. A member of another form must not be taken for a part of this one. */
  readonly isClosed: boolean;
};

function shapeOf(schema: unknown, isOption = false): Shape {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    const instead = schema.safeParse(undefined).data;
    return { is: 'absent', absent: undefined, instead, otherwise: shapeOf(schema.unwrap()) };
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional)
    return { is: 'absent', absent: undefined, instead: undefined, otherwise: shapeOf(schema.unwrap()) };
  if (schema instanceof z.ZodNullable)
    return { is: 'absent', absent: null, instead: null, otherwise: shapeOf(schema.unwrap()) };
  if (schema instanceof z.ZodPipe) {
    const group = groupShape(schema);
    if (group !== undefined) return objectShape(group, false);
    // A transformation of a single value keeps its type.
    return shapeOf(schema.out instanceof z.ZodTransform ? schema.in : schema.out);
  }
  if (schema instanceof z.ZodUnion) return { is: 'union', options: schema.options.map((one) => shapeOf(one, true)) };
  if (schema instanceof z.ZodObject) return objectShape(schema.shape, isOption);
  if (schema instanceof z.ZodArray) return { is: 'list', item: shapeOf(schema.element) };
  if (schema instanceof z.ZodRecord) return { is: 'record', item: shapeOf(schema.valueType) };
  if (schema instanceof z.ZodEnum) return { is: 'one_of', known: new Set(schema.options) };
  if (schema instanceof z.ZodLiteral) return { is: 'one_of', known: schema.values };
  if (schema instanceof z.core.$ZodString) return { is: 'type', type: 'string' };
  if (schema instanceof z.core.$ZodNumber) return { is: 'type', type: 'number' };
  if (schema instanceof z.core.$ZodBoolean) return { is: 'type', type: 'boolean' };
  if (schema instanceof z.ZodCustom) return { is: 'any' };
  throw new Error('a stored value needs a schema whose type can be read');
}

function objectShape(shape: Fields, isClosed: boolean): Shape {
  const members = new Map(Object.entries(shape).map(([name, field]) => [name, shapeOf(field)]));
  return { is: 'object', members, isClosed };
}

/** A stored value with its defaults, or `broken`. The same object if nothing is missing. */
function readValue(value: unknown, shape: Shape): unknown {
  switch (shape.is) {
    case 'absent':
      return value === shape.absent ? shape.instead : readValue(value, shape.otherwise);
    case 'union':
      for (const option of shape.options) {
        const found = readValue(value, option);
        if (found !== broken) return found;
      }
      return broken;
    case 'object':
      return isJsonObject(value) ? readObject(value, shape) : broken;
    case 'list':
      return Array.isArray(value) && value.every((item) => readValue(item, shape.item) !== broken) ? value : broken;
    case 'record':
      if (!isJsonObject(value)) return broken;
      return Object.values(value).every((item) => readValue(item, shape.item) !== broken) ? value : broken;
    case 'one_of':
      return shape.known.has(value) ? value : broken;
    case 'type':
      return typeof value === shape.type ? value : broken;
    case 'any':
      return isWithin(value, maximumDepth) ? value : broken;
    default:
      return shape satisfies never;
  }
}

function readObject(value: Readonly<Record<string, unknown>>, { members, isClosed }: ObjectShape): unknown {
  if (isClosed && Object.keys(value).some((name) => !members.has(name))) return broken;
  let whole = value;
  for (const [name, shape] of members) {
    const member = readValue(whole[name], shape);
    if (member === broken) return broken;
    if (member !== whole[name]) whole = { ...whole, [name]: member };
  }
  return whole;
}

/** Deeper values would overflow the stack of later code. */
const maximumDepth = 32;

function isWithin(value: unknown, depth: number): boolean {
  if (value === undefined || depth === 0) return false;
  return typeof value !== 'object' || value === null || Object.values(value).every((item) => isWithin(item, depth - 1));
}
