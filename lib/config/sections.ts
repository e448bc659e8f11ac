import { z } from 'zod';
import type { ClientRecord } from '#lib/clients/client-record';
import type { ProviderRecord } from '#lib/providers/provider-record';
import type { Scope } from '#lib/scopes/scope';
import { portalSchema } from '#lib/tenants/portal-schema';
import type { Portal, Tenant } from '#lib/tenants/tenant';
import { entry } from '#lib/vocabulary/entry';
import type { EntrySection } from '#lib/vocabulary/wire-entry';
import type { ConfiguredUser } from './second-factors';
import type { Situation } from './section';
import { clients } from './sections/clients';
import { identityProviders } from './sections/identity-providers';
import { scopes } from './sections/scopes';
import { tenants } from './sections/tenants';
import { users } from './sections/users';

/** The sections that hold entries, in the order of the file. */
export const sections = {
  scopes,
  clients,
  users,
  identity_providers: identityProviders,
  tenants,
} as const satisfies { readonly [Name in EntrySection]: { readonly name: Name } };

/** The whole file: every section may be left out. The order is the one an export writes. */
export const sectionFields = {
  portal: portalSchema.optional(),
  scopes: z.array(scopes.schema).optional(),
  clients: z.array(clients.schema).optional(),
  users: z.array(users.schema).optional(),
  identity_providers: z.array(identityProviders.schema).optional(),
  tenants: z.array(tenants.schema).optional(),
};

export const fileSchema = entry(sectionFields);

/** What a file says, section by section. */
export type Sections = z.output<typeof fileSchema>;
export type SectionName = keyof Sections;

/** The whole configuration as stored. */
export type State = {
  readonly portal: Portal;
  readonly scopes: readonly Scope[];
  readonly clients: readonly ClientRecord[];
  readonly users: readonly ConfiguredUser[];
  readonly identity_providers: readonly ProviderRecord[];
  readonly tenants: readonly Tenant[];
};

/** Compares every section with what a file says of it. */
export function planSections(state: State, listed: Sections, situation: Situation) {
  return {
    scopes: scopes.plan(state, listed, situation),
    clients: clients.plan(state, listed, situation),
    users: users.plan(state, listed, situation),
    identity_providers: identityProviders.plan(state, listed, situation),
    tenants: tenants.plan(state, listed, situation),
  };
}

/** The sections once a file is applied; of clients and users those that matter for it (see entriesToRead()). */
export type After = ReturnType<typeof planSections>;

export type Section = (typeof sections)[EntrySection];
