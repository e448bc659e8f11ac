import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Wire } from '#lib/vocabulary/wire-entry';

/**
 * The default of each key, as in a file.
 * @param written the defaults whose form in a file differs from the output of the schema
 */
export function defaultsOf(fields: Readonly<Record<string, z.ZodType>>, written: Wire): Wire {
  const values = Object.entries(fields).map(([key, field]) => [key, field.safeParse(undefined).data]);
  return { ...Object.fromEntries(values), ...written };
}

/** An entry without the keys that have their default. A group keeps only its keys that differ. */
export function withoutDefaults(entry: unknown, defaults: Wire, groups: Readonly<Record<string, Wire>> = {}): Wire {
  const entries = typeof entry === 'object' && entry !== null ? Object.entries(entry) : [];
  const kept = entries.filter(([key, value]) => {
    const usual = groups[key] ?? defaults[key];
    return usual === undefined || !isDeepStrictEqual(value, usual);
  });
  return Object.fromEntries(
    kept.map(([key, value]) => [key, groups[key] === undefined ? value : withoutDefaults(value, groups[key])]),
  );
}
