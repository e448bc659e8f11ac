import type { z } from 'zod';
import { entry } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { schemasOf } from '#lib/vocabulary/setting';
import { linksSettings, tenantSettings, themeSettings } from './settings';

export const themeFields = schemasOf(themeSettings);

export const linksFields = schemasOf(linksSettings);

/** One entry of the section `tenants`, with its keys in the file's order. */
export const tenantFields = schemasOf(tenantSettings);

export const tenantSchema = entry(tenantFields).transform(camelKeys);

export type TenantEntry = z.output<typeof tenantSchema>;
