import { z } from 'zod';
import { type JsonLimits, readJson } from './json';

/** Reads a column that holds one of a few words; any other value is a broken row. */
export function storedChoice<const Words extends readonly string[]>(words: Words, value: string): Words[number] {
  const found = words.find((word) => word === value);
  if (found === undefined) throw new Error(`a stored value is none of ${words.join(', ')}`);
  return found;
}

/** The same for a column that may be null. */
export function choiceOrNull<const Words extends readonly string[]>(
  words: Words,
  value: string | null,
): Words[number] | null {
  return value === null ? null : storedChoice(words, value);
}

const list = z.array(z.string());

/** Reads a column that holds a JSON list of texts. */
export function storedList(json: string): string[] {
  return storedJson(list, json);
}

/** The limits of the configuration file hold for stored values too; deeper ones would overflow later code. */
const storedLimits: JsonLimits = { bytes: 5 * 1024 * 1024, depth: 32, members: 1_000_000 };

/** Reads a column that holds JSON. @throws when it is none, is nested too deeply, or is not what the schema says */
export function storedJson<T>(schema: z.ZodType<T>, json: string): T {
  return schema.parse(readJson(json, storedLimits));
}

/** The same for values that are only shown: `instead` if the column cannot be read. */
export function storedJsonOr<T>(schema: z.ZodType<T>, json: string, instead: T): T {
  try {
    return storedJson(schema, json);
  } catch {
    return instead;
  }
}

/** The mark of a record whose row has an unreadable column. */
export type Readability = {
  /** Unreadable columns were replaced, and the entry is disabled. */
  readonly unreadable?: true;
};

/**
 * Reads a row whose columns may be broken: by hand, by a restored backup, or by an earlier version. A broken row must
 * not keep the server from starting or an administrator from deleting it.
 * @param read makes the record; `column` reads a column, and returns the second value if it cannot
 * @returns the record, disabled and marked if a column could not be read
 */
export function readRow<Row extends { readonly enabled: boolean }>(
  read: (column: <T>(value: () => T, instead: T) => T) => Row,
): Row & Readability {
  let isBroken = false;
  const row = read((value, instead) => {
    try {
      return value();
    } catch {
      isBroken = true;
      return instead;
    }
  });
  return isBroken ? { ...row, enabled: false, unreadable: true } : row;
}
