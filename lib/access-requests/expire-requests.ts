import type { Context } from '#lib/context';
import { transaction } from '#lib/db/transaction';
import { mayUseClient } from '#lib/protocol/release';
import { expireRequest } from './decide';
import { listWaiting, type WaitingRequest } from './request-store';

const batchSize = 200;

/**
 * Ends the requests that nobody decided in their time, and those of people who got access otherwise, and records it.
 * Nothing depends on when it runs. Several processes may run it at the same time.
 * @returns how many
 */
export async function expireRequests(context: Context, signal?: AbortSignal): Promise<number> {
  const { db, now } = context;
  let total = 0;
  for (let after = ''; !signal?.aborted; ) {
    const waiting = await listWaiting(db, after, batchSize);
    for (const one of waiting.filter((request) => isDone(request, context))) {
      total += (await transaction(db, (tx) => expireRequest(tx, one, now))) ? 1 : 0;
    }
    const last = waiting.at(-1);
    if (last === undefined || waiting.length < batchSize) return total;
    after = last.id;
  }
  return total;
}

function isDone({ clientId, expiresAt, ...person }: WaitingRequest, { snapshot, now }: Context): boolean {
  const client = snapshot.clients.get(clientId);
  if (expiresAt.getTime() <= now.getTime()) return true;
  return client !== undefined && mayUseClient(person, client, { snapshot, now });
}
