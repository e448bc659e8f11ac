import type { AuditEventType, NewAuditEvent } from './event';

type PersonEvent = {
  readonly type: AuditEventType;
  readonly outcome?: 'success' | 'failure';
  /** Null for somebody who is not known, or not yet. */
  readonly person: { readonly sub: string; readonly username: string } | null;
  /** What they typed for a name when nobody is known by it; may be anything. */
  readonly typedName?: string;
  /** The application it was for; null for the portal itself. */
  readonly client: { readonly clientId: string; readonly clientName: string | null } | null;
  readonly address: string | null;
  readonly requestId: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** An event about a person who signs in, allows or leaves: they are both who did it and whom it is about. */
export function personEvent(event: PersonEvent): NewAuditEvent {
  const { type, outcome = 'success', person, typedName = null, client, address, requestId, details = {} } = event;
  return {
    type,
    outcome,
    actor:
      person === null
        ? { kind: 'anonymous', id: null, name: typedName }
        : { kind: 'user', id: person.sub, name: person.username },
    target: person && { kind: 'user', id: person.sub, name: person.username },
    client: client && client.clientId !== '' ? { id: client.clientId, name: client.clientName } : null,
    address,
    requestId,
    details,
  };
}
