import type { Frozen } from '#lib/vocabulary/frozen';
import type { PortalEntry } from './portal-schema';
import type { TenantEntry } from './schema';

export type Tenant = Frozen<TenantEntry> & {
  /** Its row cannot be read. The tenant is disabled, and harmless values replace the broken ones. */
  readonly unreadable?: true;
};

/** The portal's own settings. */
export type Portal = Frozen<PortalEntry>;
