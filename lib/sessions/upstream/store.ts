import type { Database, Transaction } from '#lib/db/database';

/** What signing out at the upstream provider takes, sealed, for a session that began there. */
export type UpstreamSession = { readonly sid: string; readonly provider: string; readonly sealed: string };

/** Replaces what an earlier sign-in of the same session left. */
export async function saveUpstreamSession(tx: Transaction, session: UpstreamSession, now: Date): Promise<void> {
  const { sid, ...columns } = session;
  const data = { ...columns, createdAt: now };
  await tx.upstreamSession.upsert({ where: { sid }, create: { sid, ...data }, update: data, select: { sid: true } });
}

export async function forgetUpstreamSession(tx: Transaction, sid: string): Promise<void> {
  await tx.upstreamSession.deleteMany({ where: { sid } });
}

/** Of the sessions named, those that began at a provider, ended ones included. */
export async function findUpstreamSessions(db: Database, sids: readonly string[]): Promise<UpstreamSession[]> {
  return db.upstreamSession.findMany({
    where: { sid: { in: [...sids] } },
    orderBy: { createdAt: 'desc' },
    select: { sid: true, provider: true, sealed: true },
  });
}
