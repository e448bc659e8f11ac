import type { Database, Transaction } from '#lib/db/database';
import { defineWrite } from '#lib/db/statement';
import { type Step, write } from '#lib/db/step';

/** A client that got a code or token from a session. */
type SessionClient = { readonly sid: string; readonly clientId: string };

const added = defineWrite(
  `INSERT INTO "SessionClient" ("sid", "clientId", "createdAt") VALUES (@sid, @clientId, @now)
  ON CONFLICT ("sid", "clientId") DO NOTHING`,
);

/**
 * Records that a client got a code or token from a session, so that it is notified when the session ends. It belongs to
 * the transaction that issues, with the session locked. Calling it again does nothing.
 */
export function addSessionClient({ sid, clientId }: SessionClient, now: Date): Step {
  return write(added, { sid, clientId, now });
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
