import { z } from 'zod';
import { clientSchema } from '#lib/clients/schema';
import { providerSchema } from '#lib/providers/schema';
import { scopeSchema } from '#lib/scopes/schema';
import { portalSchema } from '#lib/tenants/portal-schema';
import { tenantSchema } from '#lib/tenants/schema';
import { entry } from '#lib/vocabulary/entry';
import { userSchema } from './user-schema';

/** The whole file: every section may be left out. The order is the one an export writes. */
export const sectionFields = {
  portal: portalSchema.optional(),
  scopes: z.array(scopeSchema).optional(),
  clients: z.array(clientSchema).optional(),
  users: z.array(userSchema).optional(),
  identity_providers: z.array(providerSchema).optional(),
  tenants: z.array(tenantSchema).optional(),
};

export const fileSchema = entry(sectionFields);

/** What a file says, section by section. */
export type Sections = z.output<typeof fileSchema>;
export type SectionName = keyof Sections;
