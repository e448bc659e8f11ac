import { type ConfigurationFile, parseConfiguration } from '#lib/config/file';
import { sections } from '#lib/config/sections';
import { readSource, sentLimit } from '#lib/config/source';
import type { Database } from '#lib/db/database';
import { isJsonObject } from '#lib/vocabulary/json';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { secretKeys } from '#lib/vocabulary/without-secrets';

/** The sections whose entries hold secrets, with the key that names an entry. */
const keepers = { scopes: 'name', apis: 'name', clients: 'client_id', identity_providers: 'name' } as const;

const names = ['scopes', 'apis', 'clients', 'identity_providers'] as const satisfies readonly (keyof typeof keepers)[];

/**
 * Parses a document. An entry that does not mention its secrets keeps the stored ones, so a file that was exported
 * without secrets removes none.
 * @throws ConfigurationError as parseConfiguration() does
 */
export async function parseKeepingSecrets(db: Database, text: string, name: string): Promise<ConfigurationFile> {
  const listed = readSource(text, name).value;
  const stored = await Promise.all(
    names.map(async (section) => {
      const id = keepers[section];
      const ids = entriesOf(listed, section).flatMap(({ [id]: value }) => (typeof value === 'string' ? [value] : []));
      const { fewEntries = 0 } = sections[section];
      const entries = await sections[section].export(db, ids.length > fewEntries ? null : ids);
      return { section, id, secrets: new Map(entries.map((entry) => [entry[id], secretsOf(entry)])) };
    }),
  );
  return parseConfiguration(
    text,
    name,
    (value) => {
      if (!isJsonObject(value)) return value;
      const kept = stored
        .filter(({ section }) => Array.isArray(value[section]))
        .map(({ section, id, secrets }) => [
          section,
          entriesOf(value, section).map((entry) =>
            isJsonObject(entry) ? { ...secrets.get(entry[id]), ...entry } : entry,
          ),
        ]);
      return { ...value, ...Object.fromEntries(kept) };
    },
    sentLimit,
  );
}

function secretsOf(entry: Wire): Wire {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => secretKeys.has(key)));
}

function entriesOf(value: unknown, section: string): readonly Record<string, unknown>[] {
  const entries = isJsonObject(value) ? value[section] : undefined;
  return Array.isArray(entries) ? entries : [];
}
