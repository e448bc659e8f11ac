import type { Client } from '#lib/clients/client';
import type { StoredLogo } from '#lib/clients/logos/client-logo';
import type { DecryptionRing, KeyRing } from '#lib/keys/key-ring';
import type { IdentityProvider } from '#lib/providers/provider';
import type { Scope } from '#lib/scopes/scope';
import type { Portal, Tenant } from '#lib/tenants/tenant';
import type { Brand } from '#lib/theme/brand';
import type { RunningTraces } from '#lib/trace/http-exchange';

/** The whole configuration in memory, as of one revision. Never changed; a new revision is a new snapshot. */
export type Snapshot = {
  /** What bumpRevision() returned to the last writer. */
  readonly revision: number;
  /** The number of the last revision in the history, where only what changes entries has one. */
  readonly recorded: number;
  readonly portal: Portal;
  readonly clients: ReadonlyMap<string, Client>;
  /** Built-in and configured scopes, disabled ones included. */
  readonly scopes: ReadonlyMap<string, Scope>;
  readonly providers: ReadonlyMap<string, IdentityProvider>;
  readonly tenants: ReadonlyMap<string, Tenant>;
  /** How the pages of each tenant look. */
  readonly brands: ReadonlyMap<string, Brand>;
  /** The pictures of clients' logos by client_id; whether one is shown clientLogo() decides. */
  readonly logos: ReadonlyMap<string, StoredLogo>;
  readonly keys: KeyRing;
  readonly decryptionKeys: DecryptionRing;
  /** Null before the first start made it. */
  readonly pairwiseSalt: Buffer | null;
  /** The clients that are traced. One that has ended may still be here: its end counts. */
  readonly traces: RunningTraces;
};
