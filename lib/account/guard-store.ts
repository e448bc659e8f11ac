import type { Database } from '#lib/db/database';

/** When a session last used a page that requires a fresh sign-in. Null if it never did. */
export async function findGuardedUse(db: Database, sid: string): Promise<Date | null> {
  const row = await db.session.findUnique({ where: { sid }, select: { guardedAt: true } });
  return row?.guardedAt ?? null;
}

export async function recordGuardedUse(db: Database, sid: string, now: Date): Promise<void> {
  await db.session.updateMany({ where: { sid, endedAt: null }, data: { guardedAt: now } });
}
