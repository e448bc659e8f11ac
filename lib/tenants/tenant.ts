import type { Frozen } from '#lib/vocabulary/frozen';
import type { Readability } from '#lib/vocabulary/stored-entry';
import type { PortalEntry } from './portal-schema';
import type { TenantEntry } from './schema';

export type Tenant = Frozen<TenantEntry> & Readability;

/** The portal's own settings. */
export type Portal = Frozen<PortalEntry> & Pick<Readability, 'newer'>;
