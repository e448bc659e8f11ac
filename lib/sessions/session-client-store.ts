import type { Database, Transaction } from '#lib/db/database';

/** A client that got a code or token from a session. */
type SessionClient = { readonly sid: string; readonly clientId: string };

/**
 * Records that a client got a code or token from a session, so that it is notified when the session ends. Call it in
 * the transaction that issues, with the session locked. Calling it again does nothing.
 */
export async function addSessionClient(tx: Transaction, { sid, clientId }: SessionClient, now: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "SessionClient" ("sid", "clientId", "createdAt") VALUES (${sid}, ${clientId}, ${now})
    ON CONFLICT ("sid", "clientId") DO NOTHING`;
}

/** The clients of these sessions, including ended ones. */
export async function findSessionClients(
  db: Database | Transaction,
  sids: readonly string[],
): Promise<SessionClient[]> {
  if (sids.length === 0) return [];
  return db.sessionClient.findMany({
    where: { sid: { in: [...sids] } },
    orderBy: [{ createdAt: 'asc' }, { clientId: 'asc' }],
    select: { sid: true, clientId: true },
  });
}
