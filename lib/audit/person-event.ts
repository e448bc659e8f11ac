import type { AuditEventType, NewAuditEvent } from './event';

type PersonEvent = {
  readonly type: AuditEventType;
  readonly outcome?: 'success' | 'failure';
  /** Null if the person is unknown, or not known yet. */
  readonly person: { readonly sub: string; readonly username: string } | null;
  /** The typed username if no account has it. It may be any text. */
  readonly typedName?: string;
  /** The client of the sign-in. Null for the portal itself. */
  readonly client: { readonly clientId: string; readonly clientName: string | null } | null;
  readonly address: string | null;
  readonly requestId: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** An event about a person who signs in, consents or signs out. The person is both its actor and its object. */
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
    client: client && { id: client.clientId, name: client.clientName },
    address,
    requestId,
    details,
  };
}
