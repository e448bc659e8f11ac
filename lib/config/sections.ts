import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import { portalSchema } from '#lib/tenants/portal-schema';
import type { Portal } from '#lib/tenants/schema';
import { entry } from '#lib/vocabulary/entry';
import type { EntrySection } from '#lib/vocabulary/wire-entry';
import type { Accounts } from './accounts';
import type { Change } from './diff';
import type { Situation } from './section-definition';
import { apis } from './sections/apis';
import { clients } from './sections/clients';
import { groups } from './sections/groups';
import { identityProviders } from './sections/identity-providers';
import { scopes } from './sections/scopes';
import { tenants } from './sections/tenants';
import { users } from './sections/users';

/** The sections that hold entries, in the order of the file. */
export const sections = {
  scopes,
  groups,
  apis,
  clients,
  users,
  identity_providers: identityProviders,
  tenants,
} as const satisfies { readonly [Name in EntrySection]: { readonly name: Name } };

/** The whole file. Every section is optional. An export uses the same order. */
export const sectionFields = {
  portal: portalSchema.optional(),
  scopes: z.array(scopes.schema).optional(),
  groups: z.array(groups.schema).optional(),
  apis: z.array(apis.schema).optional(),
  clients: z.array(clients.schema).optional(),
  users: z.array(users.schema).optional(),
  identity_providers: z.array(identityProviders.schema).optional(),
  tenants: z.array(tenants.schema).optional(),
};

export const fileSchema = entry(sectionFields);

/** The content of a file. */
export type Sections = z.output<typeof fileSchema>;
export type SectionName = keyof Sections;

/** Compares every section with a file. */
export async function planSections(
  listed: Sections,
  given: Omit<Situation, 'findGroups' | 'findClients' | 'findApis'>,
) {
  const none = async () => new Map();
  const nothing = { findGroups: none, findClients: none, findApis: none };
  const groupPlan = await groups.plan(listed, { ...given, ...nothing });
  const clientPlan = await clients.plan(listed, { ...given, ...nothing });
  const apiPlan = await apis.plan(listed, { ...given, ...nothing });
  const found = { findGroups: groupPlan.find, findClients: clientPlan.find, findApis: apiPlan.find };
  const situation = { ...given, ...found };
  return {
    scopes: await scopes.plan(listed, situation),
    groups: groupPlan,
    apis: apiPlan,
    clients: clientPlan,
    users: await users.plan(listed, situation),
    identity_providers: await identityProviders.plan(listed, situation),
    tenants: await tenants.plan(listed, situation),
  };
}

/** The changes of a file, by section. */
export type Plans = Awaited<ReturnType<typeof planSections>>;

/** A file and its changes, as the rules see them. */
export type Planned = {
  readonly db: Database | Transaction;
  readonly accounts: Accounts;
  /** The entries of the file. */
  readonly listed: Sections;
  readonly plans: Plans;
  /** The portal after the file is applied. */
  readonly portal: Portal;
  readonly changes: readonly Change[];
  /** Our own issuer. Null where nobody said which. */
  readonly issuer: string | null;
  /** The stored entries already follow the rules. Only rules that a change can break are checked. */
  readonly isEdit: boolean;
};

export type Section = (typeof sections)[EntrySection];
