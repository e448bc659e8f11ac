import type { Database } from '#lib/db/database';
import { listTenants } from '#lib/tenants/tenant-store';
import { listMemberships } from '#lib/users/membership-store';
import type { Finding } from './finding';

/**
 * Tenants that accounts list and that do not exist: deleted before a deletion took them out of the accounts. A tenant that
 * is made under such a name lets these people in, and an export names it.
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
