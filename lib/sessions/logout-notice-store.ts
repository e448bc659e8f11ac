import { createId } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { isDue } from '#lib/vocabulary/time';

/** A client to be notified that a session ended (OpenID Connect Back-Channel Logout §2). */
export type LogoutNotice = {
  readonly id: string;
  readonly clientId: string;
  readonly sid: string;
  readonly sub: string;
  /** The number of earlier attempts. */
  readonly attempts: number;
  readonly nextAttemptAt: Date;
};

/** In seconds. A notice that could not be delivered in this time is dropped. */
const noticeLifetimeSeconds = 900;

/**
 * Writes a notice for each client with a back-channel address that took part in the ended sessions. This is part of the
 * transaction that ends them, so there is never a sign-out without its notices, or the reverse.
 */
export async function createNotices(
  tx: Transaction,
  ended: readonly { readonly sid: string; readonly sub: string }[],
  now: Date,
): Promise<void> {
  if (ended.length === 0) return;
  const told = await tx.sessionClient.findMany({
    where: { sid: { in: ended.map(({ sid }) => sid) }, client: { enabled: true, backchannelLogoutUri: { not: null } } },
    select: { sid: true, clientId: true },
  });
  const subs = new Map(ended.map(({ sid, sub }) => [sid, sub]));
  await insert(
    tx,
    told.map(({ sid, clientId }) => ({ sid, clientId, sub: subs.get(sid) ?? '' })),
    now,
  );
}

/**
 * Writes notices to one client whose access a person revoked: for the person's open sessions with this client, and for
 * the sessions of its grants.
 */
export async function createClientNotices(
  tx: Transaction,
  { sub, clientId, sids }: { readonly sub: string; readonly clientId: string; readonly sids: readonly string[] },
  now: Date,
): Promise<void> {
  const where = { clientId, enabled: true, backchannelLogoutUri: { not: null } };
  if ((await tx.client.findFirst({ where, select: { clientId: true } })) === null) return;
  const open = await tx.sessionClient.findMany({
    where: { clientId, session: { sub, endedAt: null } },
    select: { sid: true },
  });
  const all = new Set([...sids, ...open.map(({ sid }) => sid)]);
  await insert(
    tx,
    [...all].map((sid) => ({ sid, clientId, sub })),
    now,
  );
}

async function insert(
  tx: Transaction,
  notices: readonly Pick<LogoutNotice, 'sid' | 'clientId' | 'sub'>[],
  now: Date,
): Promise<void> {
  if (notices.length === 0) return;
  const times = noticeTimes(now);
  await tx.logoutNotice.createMany({ data: notices.map((notice) => ({ id: createId(), ...notice, ...times })) });
}

/** When a new notice is due, and when it is dropped. */
export function noticeTimes(now: Date) {
  const expiresAt = new Date(now.getTime() + noticeLifetimeSeconds * 1000);
  return { createdAt: now, nextAttemptAt: now, expiresAt };
}

/** The delivery state of a notice. */
export type NoticeState = { readonly sid: string; readonly clientId: string; readonly isDelivered: boolean };

/** The notices of ended sessions, without those that were dropped. */
export async function findNotices(db: Database, sids: readonly string[]): Promise<NoticeState[]> {
  const rows = await db.logoutNotice.findMany({
    where: { sid: { in: [...sids] } },
    select: { sid: true, clientId: true, deliveredAt: true },
  });
  return rows.map(({ sid, clientId, deliveredAt }) => ({ sid, clientId, isDelivered: deliveredAt !== null }));
}

/** The notices that are due, oldest first. @param isAccess those of lost access, otherwise those of sign-outs */
export async function findDueNotices(
  db: Database,
  now: Date,
  {
    limit,
    longestPauseMs,
    isAccess,
  }: { readonly limit: number; readonly longestPauseMs: number; readonly isAccess: boolean },
): Promise<LogoutNotice[]> {
  return db.logoutNotice.findMany({
    where: { isAccess, deliveredAt: null, expiresAt: { gt: now }, ...isDue(now, longestPauseMs) },
    orderBy: { nextAttemptAt: 'asc' },
    take: limit,
    select: { id: true, clientId: true, sid: true, sub: true, attempts: true, nextAttemptAt: true },
  });
}

/**
 * Claims a notice for one attempt by one conditional update, so that only one of several processes delivers it. If this
 * process dies, the next attempt is due when the claim ends.
 * @returns false if another process claimed it
 */
export async function claimNotice(
  db: Database,
  { id, attempts, nextAttemptAt }: LogoutNotice,
  until: Date,
): Promise<boolean> {
  const { count } = await db.logoutNotice.updateMany({
    where: { id, attempts, nextAttemptAt, deliveredAt: null },
    data: { attempts: attempts + 1, nextAttemptAt: until },
  });
  return count === 1;
}

/** Records the delivery. */
export async function markDelivered(db: Database, id: string, now: Date): Promise<void> {
  await db.logoutNotice.updateMany({ where: { id }, data: { deliveredAt: now } });
}

/** Sets when a notice that could not be delivered is tried again. */
export async function postponeNotice(db: Database, id: string, nextAttemptAt: Date): Promise<void> {
  await db.logoutNotice.updateMany({ where: { id }, data: { nextAttemptAt } });
}

/** Removes a notice that will not be tried again. */
export async function dropNotice(db: Database, id: string): Promise<void> {
  await db.logoutNotice.deleteMany({ where: { id } });
}
