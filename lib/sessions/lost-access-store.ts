import { createId } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { noticeTimes } from './logout-notice-store';

/** A change of access that no job has looked at: of a person, or of the rules of a client. */
export type AccessChange = {
  readonly kind: string;
  readonly key: string;
  readonly stamp: string;
  readonly after: string;
};

/** Some changes, those of people first. */
export function listAccessChanges(db: Database, limit: number): Promise<AccessChange[]> {
  return db.accessChange.findMany({ orderBy: [{ kind: 'desc' }, { key: 'asc' }], take: limit });
}

/** Forgets a change, unless there was another one meanwhile. */
export async function forgetAccessChange(db: Database, { kind, key, stamp }: AccessChange): Promise<void> {
  await db.accessChange.deleteMany({ where: { kind, key, stamp } });
}

/** Goes on after a session the next time. */
export async function postponeAccessChange(db: Database, change: AccessChange, after: string): Promise<void> {
  const { kind, key, stamp } = change;
  await db.accessChange.updateMany({ where: { kind, key, stamp }, data: { after } });
}

/** A live session that reached a client to be told of lost access. `access` is what the person's row says now. */
export type Reached = {
  readonly sid: string;
  readonly clientId: string;
  readonly sub: string;
  readonly access: string;
};

type Wanted = { readonly sub: string } | { readonly clientId: string };

/** The live sessions of a person, or those that reached a client, in the order of their IDs, after one. */
export async function listReached(
  db: Database,
  wanted: Wanted,
  { now, after, limit }: { readonly now: Date; readonly after: string; readonly limit: number },
): Promise<Reached[]> {
  const live = { endedAt: null, expiresAt: { gt: now } };
  const rows = await db.sessionClient.findMany({
    where: {
      client: { enabled: true, access: 'assigned', backchannelLogoutUri: { not: null } },
      ...('sub' in wanted
        ? { session: { ...live, sub: wanted.sub } }
        : { clientId: wanted.clientId, sid: { gt: after }, session: live }),
    },
    orderBy: [{ sid: 'asc' }, { clientId: 'asc' }],
    take: limit,
    select: { sid: true, clientId: true, session: { select: { sub: true } } },
  });
  const subs = [...new Set(rows.map(({ session }) => session.sub))];
  const people = await db.user.findMany({ where: { sub: { in: subs } }, select: { sub: true, access: true } });
  const access = new Map(people.map((one) => [one.sub, one.access]));
  return rows.map(({ sid, clientId, session: { sub } }) => ({ sid, clientId, sub, access: access.get(sub) ?? '' }));
}

/** The number of notices of lost access that wait for their delivery. */
export function countAccessNotices(db: Database, now: Date): Promise<number> {
  return db.logoutNotice.count({ where: { isAccess: true, deliveredAt: null, expiresAt: { gt: now } } });
}

/** Writes a notice for each, and forgets that the session reached the client, so that there is no second one. */
export async function tellOfLostAccess(tx: Transaction, lost: readonly Reached[], now: Date): Promise<number> {
  const told: Reached[] = [];
  for (const one of lost) {
    const { sid, clientId } = one;
    const { count } = await tx.sessionClient.deleteMany({ where: { sid, clientId } });
    if (count === 1) told.push(one);
  }
  const times = noticeTimes(now);
  await tx.logoutNotice.createMany({
    data: told.map(({ sid, clientId, sub }) => ({ id: createId(), sid, clientId, sub, isAccess: true, ...times })),
  });
  return told.length;
}
