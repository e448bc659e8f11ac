import type { Api } from '#lib/apis/api';
import type { Client } from '#lib/clients/client';
import type { StoredLogo } from '#lib/clients/logos/client-logo';
import type { Group } from '#lib/groups/group-store';
import type { DecryptionRing, HintRing, KeyRing } from '#lib/keys/key-ring';
import type { IdentityProvider } from '#lib/providers/provider';
import type { Scope } from '#lib/scopes/scope';
import type { Portal, Tenant } from '#lib/tenants/schema';
import type { Brand } from '#lib/theme/brand';
import type { RunningTraces } from '#lib/trace/http-exchange';

/** The whole configuration of one revision, in memory. It never changes. A new revision is a new snapshot. */
export type Snapshot = {
  /** The result of bumpRevision() for the last writer. */
  readonly revision: number;
  /** The number of the last revision in the history. Only writes that change entries have one. */
  readonly recorded: number;
  readonly portal: Portal;
  readonly clients: ReadonlyMap<string, Client>;
  /** The same before governClients(), so that a change of the portal's rules reads no client again. */
  readonly storedClients: ReadonlyMap<string, Client>;
  /** All APIs, including disabled ones. Each scope has the enabled ones that list it. */
  readonly apis: ReadonlyMap<string, Api>;
  /** Built-in and configured scopes, including disabled ones. */
  readonly scopes: ReadonlyMap<string, Scope>;
  /** By ID. */
  readonly groups: ReadonlyMap<string, Group>;
  readonly providers: ReadonlyMap<string, IdentityProvider>;
  readonly tenants: ReadonlyMap<string, Tenant>;
  /** The look of the portal's own pages. */
  readonly brand: Brand;
  /** The look of each tenant's pages. */
  readonly brands: ReadonlyMap<string, Brand>;
  /** The pictures of clients' logos by client_id. clientLogo() decides whether one is shown. */
  readonly logos: ReadonlyMap<string, StoredLogo>;
  readonly keys: KeyRing;
  readonly decryptionKeys: DecryptionRing;
  readonly hintKeys: HintRing;
  /** Null before the first start. */
  readonly pairwiseSalt: Buffer | null;
  /** The clients that are traced. A trace that has ended may still be listed, so its end must be checked. */
  readonly traces: RunningTraces;
};
