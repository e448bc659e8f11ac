import type { Database, Transaction } from '#lib/db/database';

/** A client that got something from a session. */
export type SessionClient = { readonly sid: string; readonly clientId: string };

/**
 * Remembers that a client got a code or token from a session: whom to tell when it ends. To be called in the
 * transaction that issues, with the session locked; a second time it does nothing.
 */
export async function addSessionClient(tx: Transaction, { sid, clientId }: SessionClient, now: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "SessionClient" ("sid", "clientId", "createdAt") VALUES (${sid}, ${clientId}, ${now})
    ON CONFLICT ("sid", "clientId") DO NOTHING`;
}

/** The clients of these sessions, ended ones included. */
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
