import type { z } from 'zod';
import type { Section } from '#lib/config/sections';
import type { Transaction } from '#lib/db/database';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { AdminContext } from '../admin-context';
import type { PostedFields } from '../read-form';
import { type FieldKinds, savedTexts, typedValues } from './entry-fields';

/** A section of the configuration in the administration and the API. */
export type AdminSection = {
  readonly section: Section;
  /** The key that identifies an entry, in addresses, forms and documents. */
  readonly key: 'client_id' | 'name';
  /** The address of an entry, or of one of its pages. */
  readonly path: (key: string, page?: string) => string;
  readonly listPath: string;
  /** For secrets that are created here: their key, and the page that lists them. */
  readonly secrets?: { readonly key: string; readonly page: string };
  /** Before an entry can be deleted, it must be disabled and its name must be typed. */
  readonly isGuarded: boolean;
  /** Why an entry cannot be deleted by a page or the API, although nothing refers to it. */
  readonly heldBy?: (entry: Wire) => string | null;
  /**
   * The stored entry.
   * @throws AdminError `not_found`
   */
  readonly get: (admin: AdminContext, key: string | null) => Promise<StoredEntry>;
  /** The forms of an entry, by page. */
  readonly tabs: Readonly<Record<string, Tab>>;
  readonly api: ApiFace;
};

/** An entry of the configuration as it is stored. */
export type StoredEntry = {
  /** With the keys of the file. It includes hashes, so it must never be part of a response. */
  readonly wire: Wire;
  /** The entry is built in and not configured. */
  readonly isBuiltIn: boolean;
  /** The secrets in the same order as in `wire`. */
  readonly secrets: readonly StoredSecret[];
};

type StoredSecret = { readonly id: string; readonly description: string | null; readonly expiresAt: Date | null };

/** One form of an entry. */
export type Tab = {
  /**
   * Reads the fields as keys of the entry.
   * @throws AdminError `invalid` for values that cannot be read
   */
  readonly typed: (form: PostedFields, stored: Wire) => Wire | Promise<Wire>;
  /** The values of an entry by field, to show what another administrator saved. */
  readonly saved: (entry: Wire) => Readonly<Record<string, string>>;
  /** The fields with files. */
  readonly files?: readonly string[];
};

/** A form whose fields are keys of the entry. */
export function plainTab(kinds: FieldKinds): Tab {
  return { typed: (form, stored) => typedValues(kinds, form, stored), saved: (entry) => savedTexts(kinds, entry) };
}

/** A completed entry, with the values that are shown only once. */
export type Completed = { readonly entry: Wire; readonly once?: Readonly<Record<string, string>> };

/** The section in the API and its document. */
export type ApiFace = {
  /** The noun with its article. */
  readonly one: string;
  readonly schemaName: string;
  readonly path: `/${string}`;
  /** Creates a name for an entry without one. If absent, such an entry is refused. */
  readonly newKey?: () => string;
  /** The settings that can be written. Only providers have secrets among them. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  /** The settings that can be written but are never in a response. */
  readonly hidden?: readonly string[];
  /** The schema of `meta` in a response. */
  readonly meta: z.ZodType;
  readonly tell: (
    admin: AdminContext,
    entries: ReadonlyMap<string, StoredEntry>,
  ) => Promise<ReadonlyMap<string, object>>;
  /** All entries by name. Absent for a long section. */
  readonly list?: (admin: AdminContext) => Promise<ReadonlyMap<string, StoredEntry>>;
  /** Members of a response that are shown once, for example a new secret. */
  readonly once?: Readonly<Record<string, z.ZodType>>;
  readonly complete?: (entry: Wire, now: Date) => Completed;
  /** Runs in the transaction that deletes an entry at the API. Throws AdminError `in_use`. */
  readonly checkDeletion?: (tx: Transaction, admin: AdminContext, key: string) => Promise<void>;
};
