/** The sections with named entries, in the order of a file. */
const entrySections = ['scopes', 'groups', 'apis', 'clients', 'users', 'identity_providers', 'tenants'] as const;
export type EntrySection = (typeof entrySections)[number];

import { camelCase } from './keys';

/** An entry with the keys and the key order of the file. Exports write it, and plans compare it. */
export type Wire = Readonly<Record<string, unknown>>;

type Secret = { readonly hash: string; readonly description: string | null; readonly expiresAt: Date | null };

/**
 * An entry without what only plans and the history know of it: the place of a provider among the others, and the IDs of a
 * group and of roles.
 */
export function withoutFacts({ position: _, id: __, role_ids: ___, ...entry }: Wire): Wire {
  return entry;
}

/** Secrets, represented by their hashes. */
export function wireSecrets(secrets: readonly Secret[]): Wire[] {
  return secrets.map(({ hash, description, expiresAt }) => ({
    hash,
    ...(description !== null && { description }),
    ...(expiresAt !== null && { expires_at: expiresAt.toISOString() }),
  }));
}

/** The keys of a section, each with the record's value of the same name or the given value. */
export function wireEntry(fields: object, record: object, given: Wire): Wire {
  return Object.fromEntries(
    Object.keys(fields).map((key) => [key, key in given ? given[key] : Reflect.get(record, camelCase(key))]),
  );
}
