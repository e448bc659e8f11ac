import type { z } from 'zod';
import type { Section } from '#lib/config/sections';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { AdminContext } from '../admin-context';
import type { PostedFields } from '../read-form';
import { type FieldKinds, savedTexts, typedValues } from './entry-fields';

/** A section of the configuration in the area and the API. */
export type AdminSection = {
  readonly section: Section;
  /** The key that names an entry, in addresses, forms and documents. */
  readonly key: 'client_id' | 'name';
  /** The address of an entry, or of one of its pages. */
  readonly path: (key: string, page?: string) => string;
  readonly listPath: string;
  /** The secrets that are made here: their key, and the page that lists them. */
  readonly secrets?: { readonly key: string; readonly page: string };
  /** An entry is deleted once it was disabled and its name was typed. */
  readonly isGuarded: boolean;
  /** An entry as it is stored. @throws AdminError `not_found` */
  readonly get: (admin: AdminContext, key: string | null) => Promise<StoredEntry>;
  /** The forms of an entry, by page. */
  readonly tabs: Readonly<Record<string, Tab>>;
  readonly api: ApiFace;
};

/** An entry of the configuration as it is stored. */
export type StoredEntry = {
  /** In the file's vocabulary, hashes included: never part of a response. */
  readonly wire: Wire;
  /** It is built in, without a configuration of its own. */
  readonly isBuiltIn: boolean;
  /** The secrets in the order of the wire form. */
  readonly secrets: readonly StoredSecret[];
};

type StoredSecret = { readonly id: string; readonly description: string | null; readonly expiresAt: Date | null };

/** One form of an entry. */
export type Tab = {
  /** Reads the fields as keys of the entry. @throws AdminError `invalid` for values that cannot be read */
  readonly typed: (form: PostedFields, stored: Wire) => Wire | Promise<Wire>;
  /** The values of an entry by field, to show what another administrator saved. */
  readonly saved: (entry: Wire) => Readonly<Record<string, string>>;
};

/** A form whose fields are keys of the entry. */
export function plainTab(kinds: FieldKinds): Tab {
  return { typed: (form) => typedValues(kinds, form), saved: (entry) => savedTexts(kinds, entry) };
}

/** A completed entry, and the values that are shown only once. */
export type Completed = { readonly entry: Wire; readonly once?: Readonly<Record<string, string>> };

/** The section in the API and its document. */
export type ApiFace = {
  /** The noun with its article. */
  readonly one: string;
  readonly schemaName: string;
  readonly path: `/${string}`;
  /** Makes a name for an entry without one; absent: the entry is refused. */
  readonly newKey?: () => string;
  /** The settings that can be written; no secrets except those of providers. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  /** The settings that can be written but are never answered. */
  readonly hidden?: readonly string[];
  /** The schema of `meta` in an answer. */
  readonly meta: z.ZodType;
  readonly tell: (
    admin: AdminContext,
    entries: ReadonlyMap<string, StoredEntry>,
  ) => Promise<ReadonlyMap<string, object>>;
  /** Every entry by its name. Absent for a long section. */
  readonly list?: (admin: AdminContext) => Promise<ReadonlyMap<string, StoredEntry>>;
  /** Members of an answer that are shown once, for example a new secret. */
  readonly once?: Readonly<Record<string, z.ZodType>>;
  readonly complete?: (entry: Wire, now: Date) => Completed;
};
