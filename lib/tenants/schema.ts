import type { z } from 'zod';
import { entry } from '#lib/vocabulary/entry';
import type { Frozen } from '#lib/vocabulary/frozen';
import { camelKeys } from '#lib/vocabulary/keys';
import { schemasOf } from '#lib/vocabulary/setting';
import type { Readability } from '#lib/vocabulary/stored-entry';
import type { PortalEntry } from './portal-schema';
import { linksSettings, tenantSettings, themeSettings } from './settings';

export const themeFields = schemasOf(themeSettings);

export const linksFields = schemasOf(linksSettings);

/** One entry of the section `tenants`, with its keys in the file's order. */
export const tenantFields = schemasOf(tenantSettings);

export const tenantSchema = entry(tenantFields).transform(camelKeys);

type TenantEntry = z.output<typeof tenantSchema>;

export type Tenant = Frozen<TenantEntry> & Readability;

/** The portal's own settings. */
export type Portal = Frozen<PortalEntry> & Pick<Readability, 'newer'>;
