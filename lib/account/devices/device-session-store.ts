import type { Database } from '#lib/db/database';

/** The maximum that a page shows, above any real number. */
const maximumSessions = 200;

/** A person's sessions that were not ended, the last used first. */
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
