import type { Database, Transaction } from '#lib/db/database';
import { dayMs } from '#lib/vocabulary/time';

/** The maximum number of people who are notified of an agent's approval. */
const mostPeople = 100;

/** In milliseconds. Older requests get no notice. */
const keptMs = 30 * dayMs;

export type Asked = { readonly clientId: string; readonly sub: string };

/** Records that a person wanted to use an agent that needs approval first. A person who asks again is recorded once. */
export async function noteAsked(db: Database, { clientId, sub }: Asked, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + keptMs);
  await db.$executeRaw`
    INSERT INTO "AgentRequest" ("clientId", "sub", "expiresAt")
    SELECT c."clientId", CAST(${sub} AS TEXT), ${expiresAt} FROM "Client" c
    WHERE c."clientId" = ${clientId} AND c."removedAt" IS NULL AND c."agentState" = 'pending'
      AND (SELECT count(*) FROM "AgentRequest" r WHERE r."clientId" = ${clientId}) < ${mostPeople}
    ON CONFLICT ("clientId", "sub") DO UPDATE SET "expiresAt" = excluded."expiresAt"`;
}

/** People who asked for agents that are now approved, with the client IDs of the agents. */
export async function listAnswered(db: Database, limit: number): Promise<Asked[]> {
  return db.agentRequest.findMany({
    where: { client: { agentState: 'approved', enabled: true } },
    orderBy: [{ clientId: 'asc' }, { sub: 'asc' }],
    select: { clientId: true, sub: true },
    take: limit,
  });
}

/**
 * Deletes the request of a person for an agent that is now approved.
 * @returns false if another process was faster
 */
export async function takeAnswered(tx: Transaction, { clientId, sub }: Asked): Promise<boolean> {
  const where = { clientId, sub, client: { agentState: 'approved', enabled: true } };
  return (await tx.agentRequest.deleteMany({ where })).count === 1;
}

/** The number of requests for these agents, of which there are at most a few hundred. */
export function countAsked(db: Database, clientIds: readonly string[]): Promise<number> {
  return db.agentRequest.count({ where: { clientId: { in: [...clientIds] }, client: { enabled: true } } });
}
