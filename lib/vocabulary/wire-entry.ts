/** The sections that hold named entries, in the order in which a file lists them. */
const entrySections = ['scopes', 'clients', 'users', 'identity_providers', 'tenants'] as const;
export type EntrySection = (typeof entrySections)[number];

import { camelCase } from './keys';

/** An entry in the vocabulary and key order of the file: exports write it, and plans compare it. */
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

/** Each key of a section, with the record's value of the same name or the given value. */
export function wireEntry(fields: object, record: object, given: Wire): Wire {
  return Object.fromEntries(
    Object.keys(fields).map((key) => [key, key in given ? given[key] : Reflect.get(record, camelCase(key))]),
  );
}
