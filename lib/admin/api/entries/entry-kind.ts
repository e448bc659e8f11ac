import { z } from 'zod';
import { entryVersion } from '#lib/config/entry-version';
import type { Wire } from '#lib/config/wire';
import { secretKeys } from '#lib/config/without-secrets';
import type { AdminContext } from '../../admin-context';
import { isAdminError } from '../../admin-error';
import { name } from '../schemas';

/** An entry of the configuration as it is stored. */
export type StoredEntry = {
  /** In the file's vocabulary, hashes included: never to be answered as it is. */
  readonly wire: Wire;
  /** It is built in, and nobody has configured it. */
  readonly isBuiltIn: boolean;
  /** What is told beside its settings. */
  readonly meta: object;
};

/** What an entry becomes, and what is shown of that only now. */
export type Completed = { readonly entry: Wire; readonly once?: Readonly<Record<string, string>> };

/** A section of the configuration as the API has it: all four are listed, read, written and deleted alike. */
export type EntryKind = {
  readonly section: 'clients' | 'scopes' | 'identity_providers' | 'tenants';
  /** What one is called, with and without its article, and its schema. */
  readonly one: string;
  readonly noun: string;
  readonly schemaName: string;
  readonly path: `/${string}`;
  /** The setting that names it. */
  readonly key: 'client_id' | 'name';
  /** Makes a name for what comes without one; absent: that is refused. */
  readonly newKey?: () => string;
  /** The settings that can be written; no secrets but those of providers. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  /** The settings that can be written but are never answered. */
  readonly hidden: readonly string[];
  readonly meta: z.ZodType;
  readonly find: (admin: AdminContext, key: string) => Promise<StoredEntry | null>;
  /** Every entry by its name, where there are not very many. */
  readonly list?: (admin: AdminContext) => Promise<ReadonlyMap<string, StoredEntry>>;
  /** Members of an answer that are shown once, for example a new secret. */
  readonly once: Readonly<Record<string, z.ZodType>>;
  readonly complete: (entry: Wire) => Completed;
  readonly remove: (admin: AdminContext, key: string, version: string) => Promise<void>;
};

export function versionOf({ wire }: StoredEntry): string {
  return entryVersion(wire);
}

/** An entry as it is answered: its settings without secrets, and `meta`. */
export function represent({ wire, meta }: StoredEntry): object {
  return { ...Object.fromEntries(Object.entries(wire).filter(([key]) => !secretKeys.has(key))), meta };
}

/** The schemas of a kind: what is written, what is changed of it, and what is answered. */
export function entrySchemas({ fields, hidden, key, meta, once, schemaName }: EntryKind) {
  const readOnly = {
    meta: z.unknown().optional().meta({ readOnly: true, description: 'Ignored in what is written.' }),
  };
  const keyField = fields[key] ?? z.string();
  const answered = Object.entries(fields).filter(([field]) => !hidden.includes(field));
  const shape = Object.fromEntries(answered.map(([field, schema]) => [field, withoutDefault(schema)]));
  const written = z.strictObject({ ...fields, [key]: keyField.optional(), ...readOnly });
  const answer = name(schemaName, z.strictObject({ ...shape, meta }));
  return {
    written: name(`${schemaName}Write`, written),
    patch: name(`${schemaName}Patch`, written.partial()),
    answer,
    answerOnce: Object.keys(once).length === 0 ? answer : name(`${schemaName}Written`, answer.extend(once)),
  };
}

/** Every setting is there in an answer. */
function withoutDefault(schema: z.ZodType): z.core.$ZodType {
  return schema instanceof z.ZodDefault ? schema.unwrap() : schema;
}

/** What a promise gives, or null when there is nothing to find. */
export async function orNull<Found>(promise: Promise<Found>): Promise<Found | null> {
  try {
    return await promise;
  } catch (error) {
    if (isAdminError(error) && error.code === 'not_found') return null;
    throw error;
  }
}
