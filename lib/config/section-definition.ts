import type { z } from 'zod';
import type { Api } from '#lib/apis/api';
import type { ClientRecord } from '#lib/clients/client-record';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database, Transaction } from '#lib/db/database';
import type { EntryWriter, StagedWriter } from '#lib/db/document-table';
import type { Group } from '#lib/groups/group-store';
import type { KeyAlg } from '#lib/keys/algorithms';
import type { ChangeContext } from '#lib/sessions/update-account';
import type { Portal } from '#lib/tenants/schema';
import type { EntrySection, Wire } from '#lib/vocabulary/wire-entry';
import type { Accounts } from './accounts';
import type { Change } from './diff';
import type { Mark } from './impact/mark';
import type { ConfigurationError, Path, Problem } from './problem';

/** A reference from one entry to another by name. */
export type Reference = {
  /** Its place in the entry. */
  readonly path: Path;
  readonly to: EntrySection;
  readonly name: string;
  /** The code of the problem if it leads nowhere. `unknown_reference` if left out. */
  readonly code?: string;
};

/** The circumstances of a comparison with a file. */
export type Situation = {
  readonly db: Database | Transaction;
  readonly accounts: Accounts;
  /** SIGNET_SECRET. It seals and opens the secrets of providers. */
  readonly secret: MasterSecret;
  readonly fail: (problems: readonly Problem[]) => ConfigurationError;
  /** The ID for the only new secret of the file. Null to draw one for each. */
  readonly newSecretId: string | null;
  /** The places that providers get if they are created, by name, unless another provider has the place. */
  readonly positions: ReadonlyMap<string, number>;
  /** The former IDs of groups that are created again, by groupKey(). */
  readonly groupIds: ReadonlyMap<string, string>;
  /** The former IDs of roles that are created again, by roleKey(). */
  readonly roleIds: ReadonlyMap<string, string>;
  /** Of these groups, those that exist after the change, by groupKey(). */
  readonly findGroups: (keys: readonly string[]) => Promise<ReadonlyMap<string, Group>>;
  /** Of these clients, those that exist after the change, by client_id. */
  readonly findClients: (ids: readonly string[]) => Promise<ReadonlyMap<string, ClientRecord>>;
  /** Of these APIs, those that exist after the change, by name. */
  readonly findApis: (names: readonly string[]) => Promise<ReadonlyMap<string, Api>>;
  readonly now: Date;
  /** The stored entries to delete: the given ones, or all that the file does not list. */
  readonly removed: (section: EntrySection) => 'unlisted' | readonly string[];
};

/** The definition of a section of the configuration. */
export type Definition<Name extends EntrySection, Entry, Stored extends Storable> = {
  readonly name: Name;
  /** The noun for an entry in texts for people. */
  readonly noun: string;
  /** A shorter noun for sentences that name the entry. */
  readonly shortNoun?: string;
  /** The kind of an entry in the audit log. */
  readonly target: 'scope' | 'client' | 'user' | 'identity_provider' | 'tenant' | 'group' | 'api';
  /** The keys of an entry, in the order of the file. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  readonly schema: z.ZodType<Entry>;
  /** Defaults whose form in a file differs from the output of the schema. */
  readonly defaults?: Wire;
  /** Groups of keys that have defaults of their own. */
  readonly groups?: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>;
  /** Values that are derived from others in the entry. An export leaves them out. */
  readonly implied?: (entry: Wire) => Wire;
  /** Keys whose values must be unique in a file. */
  readonly unique: Readonly<Record<string, (entry: Entry) => string | undefined>>;
  /** The value that identifies an entry. */
  readonly idOf: (entry: Entry | Stored) => string;
  /** The ID that a name stands for, if several spellings are one name. */
  readonly idNamed?: (name: string) => string;
  /** Reads stored entries. @param ids the IDs of the needed entries; null for all */
  readonly list: (
    db: Database | Transaction,
    ids: readonly string[] | null,
    accounts?: Accounts,
  ) => Promise<readonly Stored[]>;
  /** A file with more entries is compared with all stored entries. If absent, every file is. */
  readonly fewEntries?: number;
  /** The name of an entry in the history, the audit log and plans. If absent, its ID. */
  readonly labelOf?: (entry: Stored) => string;
  /** The key of the name that people know the entry by. */
  readonly nameKey: string;
  /** The ID of an entry in the audit log. If absent, its label. */
  readonly targetId?: (entry: Wire) => unknown;
  readonly wire: (entry: Stored) => Wire;
  /** Prepares an entry for an export. @param secret opens values that only an export with secrets contains */
  readonly exported?: (entry: Stored, secret: MasterSecret | null) => Stored;
  /** An entry as plans compare it. If absent, its wire form. */
  readonly compared?: (entry: Stored) => Wire;
  /** The entries have an order, which an export keeps. */
  readonly isOrdered?: true;
  /** The records for the entries of a file, in the same order. */
  readonly toStored: (
    entries: readonly Entry[],
    stored: ReadonlyMap<string, Stored>,
    situation: Situation,
  ) => readonly Stored[] | Promise<readonly Stored[]>;
  /** Names that exist without an entry. */
  readonly builtIn?: readonly string[];
  readonly references?: (entry: Stored) => readonly Reference[];
  /** The algorithms for which an entry needs a key of ours. */
  readonly algs?: (entry: Stored) => readonly KeyAlg[];
  /** Its references do not prevent the deletion of other entries. */
  readonly isWeak?: true;
  readonly write: EntryWriter<Stored, ChangeContext> & Partial<StagedWriter<Stored>>;
  /** Some entries without what a large change makes of them. Only a section that can be staged has it. */
  readonly listFormer?: (db: Database | Transaction, ids: readonly string[]) => Promise<readonly Stored[]>;
  /** Warnings for the operator who applies a file. */
  readonly warnings?: (entries: readonly Entry[], portal: Portal) => readonly string[];
  /** The effects on people and clients if an entry is deleted or disabled. */
  readonly endMarks: (change: Change, asked: { readonly db: Database; readonly now: Date }) => Promise<readonly Mark[]>;
};

export type Storable = { readonly unreadable?: true };
