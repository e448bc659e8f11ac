import type { AuditEventType, NewAuditEvent } from '#lib/audit/event';
import type { AccessRequest } from './request-store';

type By = Pick<NewAuditEvent, 'actor' | 'address' | 'requestId'> & {
  readonly details?: NewAuditEvent['details'];
};

/** The event of a request, whose target is the person. What people wrote to each other is not part of it. */
export function requestEvent(
  type: Extract<AuditEventType, `access_request.${string}`>,
  { sub, username, clientId }: Pick<AccessRequest, 'sub' | 'username' | 'clientId'>,
  { details, ...by }: By,
): NewAuditEvent {
  return {
    type,
    outcome: 'success',
    ...by,
    target: { kind: 'user', id: sub, name: username },
    client: { id: clientId, name: null },
    details: { client: clientId, ...details },
  };
}
