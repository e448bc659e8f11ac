import { z } from 'zod';
import { type JsonLimits, readJson } from './json';

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
