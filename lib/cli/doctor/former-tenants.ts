import type { Database } from '#lib/db/database';
import { listTenants } from '#lib/tenants/tenant-store';
import { listMemberships } from '#lib/users/membership-store';
import type { Finding } from './finding';

/**
 * Tenants that accounts list but that do not exist. They were deleted in an earlier version, which left them in the
 * accounts. A new tenant with such a name would let these people in, and exports contain the name.
 */
export async function* findFormerTenants(db: Database): AsyncGenerator<Finding> {
  const known = new Set((await listTenants(db)).map(({ name }) => name));
  const accountsOf = new Map<string, number>();
  for (const { tenants, accounts } of await listMemberships(db)) {
    for (const name of tenants) if (!known.has(name)) accountsOf.set(name, (accountsOf.get(name) ?? 0) + accounts);
  }
  for (const [name, accounts] of accountsOf) {
    yield {
      subject: 'warning: Accounts list a tenant that does not exist',
      ok: true,
      message: `tenant ${name}: ${accounts} ${accounts === 1 ? 'account' : 'accounts'}`,
      advice: 'Create the tenant and delete it again: the deletion takes its name out of the accounts.',
    };
  }
}
