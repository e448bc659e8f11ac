import type { Database } from '#lib/db/database';

/**
 * Enabled clients with people that are older than `since` and of whom nothing was seen after it: no grant, no event of a
 * person. Asks indexes only.
 * @param fromEvent the first event id after `since`
 * @returns null when the audit log does not reach back so far: then it is not known
 */
export async function listUnusedClients(db: Database, since: Date, fromEvent: string): Promise<string[] | null> {
  const before = await db.auditEvent.findFirst({ select: { id: true }, orderBy: { id: 'asc' } });
  if (before === null || before.id >= fromEvent) return null;
  const rows = await db.$queryRaw<{ clientId: string }[]>`
    SELECT c."clientId" FROM "Client" c
    WHERE c."createdAt" < ${since} AND c."enabled" = ${true}
      AND (c."grantTypes" LIKE '%authorization_code%' OR c."grantTypes" LIKE '%implicit%')
      AND NOT EXISTS (SELECT 1 FROM "Grant" g WHERE g."clientId" = c."clientId" AND g."createdAt" >= ${since})
      AND NOT EXISTS (SELECT 1 FROM "AuditEvent" e WHERE e."clientId" = c."clientId" AND e."id" >= ${fromEvent})
    ORDER BY c."clientId"`;
  return rows.map(({ clientId }) => clientId);
}
