import { z } from 'zod';
import { type JsonLimits, parseJson, readJson } from './json';
import { type CamelKeys, camelKeys } from './keys';

const list = z.array(z.string());

/** Reads a column with a JSON list of texts. */
export function storedList(json: string): string[] {
  return storedJson(list, json);
}

/** The limits of the configuration file also apply to stored values, because deeper ones would overflow later code. */
const storedLimits: JsonLimits = { bytes: 5 * 1024 * 1024, depth: 32, members: 1_000_000 };

/**
 * Reads a column with JSON.
 * @throws if it is not JSON, is nested too deeply, or does not match the schema
 */
function storedJson<T>(schema: z.ZodType<T>, json: string): T {
  return schema.parse(readJson(json, storedLimits));
}

/** The same for values that are only shown. Returns `instead` if the column cannot be read. */
export function storedJsonOr<T>(schema: z.ZodType<T>, json: string, instead: T): T {
  try {
    return storedJson(schema, json);
  } catch {
    return instead;
  }
}

/** Rows repeat short texts such as `[]`, so the values of this many are cached. Longer texts are parsed each time. */
const kept = { texts: 200, characters: 100 };

/** A column with JSON. A null is the value null. Equal texts share one value, which must not be changed. */
export function jsonColumn<Schema extends z.ZodType>(schema: Schema) {
  const known = new Map<string | null, z.output<Schema>>();
  return z
    .string()
    .nullable()
    .transform((text, context): z.output<Schema> => {
      const former = known.get(text);
      if (former !== undefined) return former;
      const json = text === null ? { value: null } : parseJson(text, storedLimits);
      const read = 'value' in json ? schema.safeParse(json.value) : null;
      if (read?.success !== true) {
        context.addIssue('a stored value cannot be read');
        return z.NEVER;
      }
      if (known.size < kept.texts && (text ?? '').length <= kept.characters) known.set(text, read.data);
      return read.data;
    });
}

/** A column with a JSON list of texts. */
export const listColumn = jsonColumn(list);

type Fields = Readonly<Record<string, z.ZodType>>;
type IsChoice<Field> = Field extends z.ZodEnum
  ? true
  : Field extends z.ZodDefault<infer Inner> | z.ZodNullable<infer Inner>
    ? IsChoice<Inner>
    : false;
type ChoiceFields<All extends Fields> = {
  [Key in keyof All as IsChoice<All[Key]> extends true ? Key : never]: All[Key];
};

/** The keys of a section whose value is one of a few words, as columns. Any other word means that the row is broken. */
export function choiceColumns<All extends Fields>(fields: All): CamelKeys<ChoiceFields<All>> {
  const choices = Object.entries(fields).filter(([, field]) => isChoice(field));
  // The compiler cannot follow the filter. The type says exactly what the line above does.
  return camelKeys(Object.fromEntries(choices) as ChoiceFields<All>);
}

function isChoice(field: unknown): boolean {
  if (field instanceof z.ZodDefault || field instanceof z.ZodNullable) return isChoice(field.unwrap());
  return field instanceof z.ZodEnum;
}

/** Marks a record whose row has an unreadable column. */
type Readability = {
  /** Unreadable columns were replaced, and the entry is disabled. */
  readonly unreadable?: true;
};

/**
 * Reads columns that may be broken, because of manual edits, a restored backup, or an earlier version. A broken row
 * must not keep the server from starting, or an administrator from deleting it.
 * @param instead the value for a broken column; if absent, the default of its key
 * @returns the values. Those of a broken row disable and mark the record
 */
export function readColumns<Columns extends z.ZodObject>(
  columns: Columns,
  row: object,
  instead: Partial<z.input<Columns>>,
): z.output<Columns> & Readability & { readonly enabled?: false } {
  const read = columns.safeParse(row);
  if (read.success) return read.data;
  const broken = read.error.issues.map(({ path: [column] }) => [column, Reflect.get(instead, column ?? '')]);
  return { ...columns.parse({ ...row, ...Object.fromEntries(broken) }), enabled: false, unreadable: true };
}
