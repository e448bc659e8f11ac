import type { Database } from '#lib/db/database';
import { join } from '#lib/db/sql';
import type { AccessRequest } from './request-store';

type OfApprover = {
  readonly clientIds: readonly string[];
  /** The approver, who never decides their own. */
  readonly sub: string;
  readonly now: Date;
};

/** A pending request as its approvers see it. */
type RequestToDecide = Pick<AccessRequest, 'id' | 'clientId' | 'username' | 'reason' | 'createdAt'> & {
  /** The claims of the person, as JSON. */
  readonly claims: string;
  readonly accountCreatedAt: Date;
};

/** The requests that somebody decides, the oldest first. Those of disabled people wait unseen. */
export async function listToDecide(
  db: Database,
  { clientIds, sub, now }: OfApprover,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<RequestToDecide[]> {
  const isWaiting = { state: 'pending', expiresAt: { gt: now } };
  const rows = await db.accessRequest.findMany({
    where: { clientId: { in: [...clientIds] }, ...isWaiting, sub: { not: sub }, user: { enabled: true } },
    orderBy: { id: 'asc' },
    skip,
    take,
    select: {
      ...{ id: true, clientId: true, reason: true, createdAt: true },
      user: { select: { username: true, claims: true, createdAt: true } },
    },
  });
  return rows.map(({ user: { username, claims, createdAt: accountCreatedAt }, ...row }) => {
    return { ...row, username, claims, accountCreatedAt };
  });
}

/** How many requests somebody decides. @param limit counting stops there */
export async function countToDecide(db: Database, approver: OfApprover, limit: number): Promise<number> {
  const { clientIds, sub, now } = approver;
  const [row] = await db.$queryRaw<{ count: bigint | number }[]>`
    SELECT COUNT(*) AS "count" FROM (SELECT 1 FROM "AccessRequest" r JOIN "User" u ON u."sub" = r."sub"
      WHERE r."clientId" IN (${join([...clientIds])}) AND r."state" = 'pending' AND r."expiresAt" > ${now}
        AND r."sub" <> ${sub} AND u."enabled" = ${true} LIMIT ${limit}) AS "some"`;
  return Number(row?.count ?? 0);
}
