import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import type { Caller } from '#lib/sessions/caller';
import type { User } from '#lib/users/user';
import { createUser, type UserInput } from '#lib/users/user-store';
import { tenantsOfNewcomer } from '#lib/vocabulary/user-tenants';
import type { OpenInteraction } from '../load-interaction';

type Newcomer = Pick<UserInput, 'username' | 'canonicalUsername' | 'passwordHash' | 'claims'>;

/** Creates the account of a new person in the transaction of their first session. @throws a unique violation */
export async function createNewcomer(
  tx: Transaction,
  newcomer: Newcomer,
  { open, caller, details }: { open: OpenInteraction; caller: Pick<Caller, 'clientAddress'>; details?: object },
  { now, requestId }: Context,
): Promise<User> {
  const tenants = tenantsOfNewcomer(open.required.tenant);
  const rights = { passwordCarries: 'owner', enabled: true, admin: null, tenants, origin: 'sign_up' } as const;
  const user = await createUser(tx, { ...newcomer, ...rights }, now);
  const facts = { person: user, client: open.client, address: caller.clientAddress, requestId };
  await recordEvents(tx, [personEvent({ type: 'user.created', ...facts, details: { ...details } })], now);
  return user;
}
