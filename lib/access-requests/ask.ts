import { recordEvents } from '#lib/audit/event-store';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { transaction } from '#lib/db/transaction';
import { holdPeople } from '#lib/groups/membership-store';
import { wakeJob } from '#lib/jobs/start-jobs';
import type { User } from '#lib/users/user';
import { takesRequests } from './approvers';
import { requestEvent } from './request-event';
import { holdAskedClient, insertRequest, readAskingState } from './request-store';
import { requestJob } from './tell-approvers';

type Asking = {
  /** Somebody who may not use the client. */
  readonly person: Pick<User, 'sub' | 'username'>;
  readonly client: Client;
  readonly reason: string | null;
  readonly address: string | null;
};

/**
 * Asks for access to a client, unless a limit stops the person. The client is held before the person, as where clients
 * are deleted, so of two that ask at once each counts the other.
 * @returns whether there is a new request
 */
export async function askForAccess({ person, client, reason, address }: Asking, context: Context): Promise<boolean> {
  if (!takesRequests(client)) return false;
  const { db, now, requestId } = context;
  const asker = { sub: person.sub, clientId: client.clientId };
  const isNew = await transaction(db, async (tx) => {
    if (!(await holdAskedClient(tx, asker.clientId))) return false;
    if (!(await holdPeople(tx, [asker.sub])).has(asker.sub)) return false;
    if (!(await readAskingState(tx, asker, now)).mayAsk) return false;
    await insertRequest(tx, { ...asker, reason }, now);
    const by = { actor: { kind: 'user', id: person.sub, name: person.username }, address, requestId } as const;
    await recordEvents(tx, [requestEvent('access_request.created', { ...asker, username: person.username }, by)], now);
    return true;
  });
  if (isNew) wakeJob(requestJob);
  return isNew;
}
