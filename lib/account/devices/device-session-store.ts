import type { Database } from '#lib/db/database';
import { liveSessions, type SessionLimits } from '#lib/sessions/session-life';

/** The live sessions of a person, most recently used first. */
export async function listDeviceSessions(
  db: Database,
  sub: string,
  { limits, now, take }: { readonly limits: SessionLimits; readonly now: Date; readonly take: number },
) {
  return db.session.findMany({
    where: { sub, ...liveSessions(limits, now) },
    orderBy: [{ lastSeenAt: 'desc' }, { sid: 'asc' }],
    take,
    select: {
      sid: true,
      createdAt: true,
      lastSeenAt: true,
      userAgent: true,
      address: true,
      clients: { select: { clientId: true }, orderBy: { createdAt: 'asc' } },
    },
  });
}
