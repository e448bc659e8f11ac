import { recordEvents } from '#lib/audit/event-store';
import type { Context } from '#lib/context';
import { sha256 } from '#lib/crypto/hash';
import { reserve } from '#lib/ratelimit/reserve';
import { type AdminContext, authorshipOf } from '../admin-context';
import type { Permission } from './permission';

/** The maximum number of events for one person or client. */
const eventsPerHour = 10;

type Refused = Pick<AdminContext, 'principal' | 'clientAddress' | 'source'> & {
  /** The path of the page, or the ID of the operation. */
  readonly what: string;
  readonly permission: Permission;
};

/**
 * Records that a known person or client was refused because they lack a role (security #153). Without a session,
 * nothing is recorded.
 */
export async function recordRefusal(
  { db, now, requestId }: Pick<Context, 'db' | 'now' | 'requestId'>,
  { what, permission, ...refused }: Refused,
): Promise<void> {
  const { actor, address = null } = authorshipOf({ ...refused, requestId });
  const key = `admin-refused ${sha256(`${actor.kind} ${actor.id}`)}`;
  const { allowed } = await reserve(db, { key, limit: eventsPerHour, windowSeconds: 3600 }, now);
  if (!allowed) return;
  const details = { source: refused.source, what, permission, role: refused.principal.role };
  const event = { type: 'administration.refused', outcome: 'failure', actor, address, requestId, details } as const;
  await recordEvents(db, [event], now);
}
