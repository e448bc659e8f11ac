import type { Database, Transaction } from '#lib/db/database';

/** The maximum of people who are notified of the approval of one agent. */
const mostPeople = 100;

/** In milliseconds: older requests get no notice. */
const keptMs = 30 * 86_400_000;

export type Asked = { readonly clientId: string; readonly sub: string };

/** Notes that a person requested an agent that has to be approved first. A person who asks again is noted once. */
export async function noteAsked(db: Database, { clientId, sub }: Asked, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + keptMs);
  await db.$executeRaw`
    INSERT INTO "AgentRequest" ("clientId", "sub", "expiresAt")
    SELECT c."clientId", CAST(${sub} AS TEXT), ${expiresAt} FROM "Client" c
    WHERE c."clientId" = ${clientId} AND c."agentState" = 'pending'
      AND (SELECT count(*) FROM "AgentRequest" r WHERE r."clientId" = ${clientId}) < ${mostPeople}
    ON CONFLICT ("clientId", "sub") DO UPDATE SET "expiresAt" = excluded."expiresAt"`;
}

/** People who asked for agents that are approved now, the agents' clients with them. */
export async function listAnswered(db: Database, limit: number): Promise<Asked[]> {
  return db.agentRequest.findMany({
    where: { client: { agentState: 'approved', enabled: true } },
    orderBy: [{ clientId: 'asc' }, { sub: 'asc' }],
    select: { clientId: true, sub: true },
    take: limit,
  });
}

/** Takes the request of a person for an agent that is approved. @returns false if another process was faster */
export async function takeAnswered(tx: Transaction, { clientId, sub }: Asked): Promise<boolean> {
  const where = { clientId, sub, client: { agentState: 'approved', enabled: true } };
  return (await tx.agentRequest.deleteMany({ where })).count === 1;
}

/** How many requests there are for these agents, which are a few hundred at most. */
export function countAsked(db: Database, clientIds: readonly string[]): Promise<number> {
  return db.agentRequest.count({ where: { clientId: { in: [...clientIds] }, client: { enabled: true } } });
}
