import type { Database } from '#lib/db/database';

/** The maximum number on a page. Nobody really has so many. */
const maximumSessions = 200;

/** The sessions of a person that have not ended, most recently used first. */
export async function listDeviceSessions(db: Database, sub: string, now: Date) {
  return db.session.findMany({
    where: { sub, endedAt: null, expiresAt: { gt: now } },
    orderBy: [{ lastSeenAt: 'desc' }, { sid: 'asc' }],
    take: maximumSessions,
    select: {
      sid: true,
      remember: true,
      createdAt: true,
      lastSeenAt: true,
      expiresAt: true,
      userAgent: true,
      address: true,
      clients: { select: { clientId: true }, orderBy: { createdAt: 'asc' } },
    },
  });
}
