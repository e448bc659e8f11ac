import type { Context } from '#lib/context';
import { transaction } from '#lib/db/transaction';
import {
  type AccessChange,
  countAccessNotices,
  forgetAccessChange,
  listAccessChanges,
  listReached,
  postponeAccessChange,
  type Reached,
  tellOfLostAccess,
} from '#lib/sessions/lost-access-store';
import { mayUseClient } from '../release';

/** At most so many notices of lost access wait, so a change that shuts many people out is told as fast as clients answer. */
const maximumWaiting = 1000;
const batchSize = 200;
/** Nobody has so many sessions with so many clients. */
const maximumOfPerson = 10_000;

/**
 * Writes a notice for each live session of somebody who may no longer use a client that it reached, for whatever reason.
 * It looks only at the people and clients that changed. The session no longer counts as one that reached the client.
 * @returns the number of notices
 */
export async function tellLostAccess(contextOf: () => Promise<Context>, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (let isMore = true; isMore && !signal?.aborted; ) {
    const before = await contextOf();
    const room = maximumWaiting - (await countAccessNotices(before.db, before.now));
    const changes = room <= 0 ? [] : await listAccessChanges(before.db, batchSize);
    // The configuration is read after the changes, so it is at least as new.
    const context = {
      ...before,
      snapshot: changes.length === 0 ? before.snapshot : await before.refreshConfiguration(),
    };
    const told = await tellSome(changes, room, context, signal);
    total += told.count;
    isMore = changes.length === batchSize && told.isDone;
  }
  return total;
}

type Told = { readonly count: number; readonly isDone: boolean };

async function tellSome(
  changes: readonly AccessChange[],
  room: number,
  context: Context,
  signal?: AbortSignal,
): Promise<Told> {
  let count = 0;
  for (const change of changes) {
    let { after } = change;
    for (let isMore = true; isMore; ) {
      if (count >= room || signal?.aborted) return { count, isDone: false };
      const limit = change.kind === 'client' ? batchSize : maximumOfPerson;
      const reached = await listReached(context.db, wantedOf(change), { now: context.now, after, limit });
      const lost = reached.filter((one) => hasLostAccess(one, context));
      const now = lost.slice(0, room - count);
      if (now.length > 0) count += await transaction(context.db, (tx) => tellOfLostAccess(tx, now, context.now));
      // The rest waits for the next run, which finds it again.
      if (now.length < lost.length) return { count, isDone: false };
      isMore = change.kind === 'client' && reached.length === limit;
      after = reached.at(-1)?.sid ?? after;
      if (isMore) await postponeAccessChange(context.db, change, after);
    }
    await forgetAccessChange(context.db, change);
  }
  return { count, isDone: true };
}

function wantedOf({ kind, key }: AccessChange) {
  return kind === 'person' ? { sub: key } : { clientId: key };
}

function hasLostAccess({ clientId, access }: Reached, context: Context): boolean {
  const client = context.snapshot.clients.get(clientId);
  return client !== undefined && !mayUseClient({ access }, client, context);
}
