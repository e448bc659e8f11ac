import type { Database } from '#lib/db/database';
import { liveSessions, type SessionLimits } from './session-life';

type Asked = {
  readonly sid: string | { readonly not: string };
  readonly limits: SessionLimits;
  readonly now: Date;
  readonly skip?: number;
  readonly take: number;
};

/** The live sessions of a person: one, or those beside one, most recently used first. */
export async function listDeviceSessions(db: Database, sub: string, { sid, limits, now, skip = 0, take }: Asked) {
  return db.session.findMany({
    where: { sub, sid, ...liveSessions(limits, now) },
    orderBy: [{ lastSeenAt: 'desc' }, { sid: 'asc' }],
    skip,
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
