import type { NewAuditEvent } from '#lib/audit/event';
import type { Assignment } from './assignment-store';

type About = Pick<NewAuditEvent, 'actor' | 'address' | 'requestId'> & {
  /** The name of the role. Null for access without one. */
  readonly role: string | null;
  readonly username: string | null;
  /** The name of the client, if it has one. */
  readonly clientName: string | null;
  readonly reason?: string | null | undefined;
  /** Tells the changes of one act from others. */
  readonly batch?: string | undefined;
};

/** The event of an assignment, whose target is the person. */
export function assignmentEvent(
  type: 'role.assigned' | 'role.unassigned' | 'role.assignment_ended',
  { sub, clientId, api, source, expiresAt }: Assignment,
  { role, username, clientName, reason, batch, ...by }: About,
): NewAuditEvent {
  return {
    type,
    outcome: 'success',
    ...by,
    target: { kind: 'user', id: sub, name: username },
    client: clientId === null ? null : { id: clientId, name: clientName },
    details: {
      ...(clientId === null ? { api } : { client: clientId }),
      ...{ role, source, expires_at: expiresAt?.toISOString() ?? null },
      ...(batch !== undefined && { batch }),
      ...(reason && { reason }),
    },
  };
}
