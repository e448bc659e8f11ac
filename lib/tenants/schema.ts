import type { z } from 'zod';
import { entry } from '#lib/vocabulary/entry';
import type { Frozen } from '#lib/vocabulary/frozen';
import { camelKeys } from '#lib/vocabulary/keys';
import { schemasOf } from '#lib/vocabulary/setting';
import type { Readability } from '#lib/vocabulary/stored-entry';
import { tenantThemeSettings } from './look-settings';
import type { PortalEntry } from './portal-schema';
import { tenantSettings } from './settings';

export const tenantThemeFields = schemasOf(tenantThemeSettings);

/** One entry of the section `tenants`, with its keys in the file's order. */
export const tenantFields = schemasOf(tenantSettings);

export const tenantSchema = entry(tenantFields).transform(camelKeys);

type TenantEntry = z.output<typeof tenantSchema>;

export type Tenant = Frozen<TenantEntry> & Readability;

/** The portal's own settings. */
export type Portal = Frozen<PortalEntry> & Pick<Readability, 'newer'>;
