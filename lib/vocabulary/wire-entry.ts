import { camelCase } from './keys';

/** An entry in the file's vocabulary and order of keys: what an export writes and what a plan compares. */
export type Wire = Readonly<Record<string, unknown>>;

type Secret = { readonly hash: string; readonly description: string | null; readonly expiresAt: Date | null };

/** Secrets by their hashes. */
export function wireSecrets(secrets: readonly Secret[]): Wire[] {
  return secrets.map(({ hash, description, expiresAt }) => ({
    hash,
    ...(description !== null && { description }),
    ...(expiresAt !== null && { expires_at: expiresAt.toISOString() }),
  }));
}

/** Each key of a section with the record's value of the same name, or the value given for it. */
export function wireEntry(fields: object, record: object, given: Wire): Wire {
  return Object.fromEntries(
    Object.keys(fields).map((key) => [key, key in given ? given[key] : Reflect.get(record, camelCase(key))]),
  );
}
