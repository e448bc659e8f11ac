import { isDeepStrictEqual } from 'node:util';
import type { Wire } from './wire-entry';

/** Keys whose values are never shown, not even as hashes or sealed values. */
export const secretKeys: ReadonlySet<string> = new Set([
  'client_secrets',
  'secrets',
  'client_secret',
  'private_key',
  'password_hash',
  'second_factors',
  'registration_token_hash',
]);

/** An entry for people to read. It shows whether a secret exists, and for a list of secrets, how many. */
export function withoutSecrets(entry: Wire): Wire;
export function withoutSecrets(entry: Wire | null): Wire | null;
export function withoutSecrets(entry: Wire | null): Wire | null {
  if (entry === null) return null;
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [key, secretKeys.has(key) ? describe(value) : value]),
  );
}

function describe(value: unknown): unknown {
  if (Array.isArray(value)) return value.length;
  return value !== null && value !== undefined;
}

/**
 * Both sides of a change for people to read. `replaced` marks secrets that changed although their presence and number
 * stayed the same.
 */
export function changeWithoutSecrets(
  before: Wire | null,
  after: Wire | null,
): { readonly before: Wire | null; readonly after: Wire | null } {
  const shown = { before: withoutSecrets(before), after: withoutSecrets(after) };
  if (before === null || after === null) return shown;
  const replaced = [...secretKeys].filter(
    (key) => !isDeepStrictEqual(before[key], after[key]) && isDeepStrictEqual(shown.before?.[key], shown.after?.[key]),
  );
  return { ...shown, after: { ...shown.after, ...Object.fromEntries(replaced.map((key) => [key, 'replaced'])) } };
}

/** The sections of a configuration file without any information about secrets. */
export function withoutSecretKeys(sections: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const strip = (entry: unknown) =>
    typeof entry === 'object' && entry !== null
      ? Object.fromEntries(Object.entries(entry).filter(([key]) => !secretKeys.has(key)))
      : entry;
  return Object.fromEntries(
    Object.entries(sections).map(([name, entries]) => [name, Array.isArray(entries) ? entries.map(strip) : entries]),
  );
}
