import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Wire } from '#lib/vocabulary/wire-entry';

/**
 * The default of each key, as a file would write it.
 * @param written the defaults that a file writes in another way than the schema gives them
 */
export function defaultsOf(fields: Readonly<Record<string, z.ZodType>>, written: Wire): Wire {
  const values = Object.entries(fields).map(([key, field]) => [key, field.safeParse(undefined).data]);
  return { ...Object.fromEntries(values), ...written };
}

/** An entry without the keys that have their default. Of a group, the keys that differ are left. */
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
