import type { AuditEventType, NewAuditEvent } from './event';
import { typedNameTarget } from './typed-name';

type Named = { readonly sub: string; readonly username: string };

type PersonEvent = {
  readonly type: AuditEventType;
  readonly outcome?: 'success' | 'failure';
  /** Null if the person is unknown, or not known yet. */
  readonly person: Named | null;
  /** The account that somebody who proved nothing named. Only administrators see it. */
  readonly attempted?: Named | null;
  /** The typed username. It may be any text, and is kept only if no account has it: see typedNameTarget(). */
  readonly typedName?: string;
  /** The client of the sign-in. Null for the portal itself. */
  readonly client: { readonly clientId: string; readonly clientName: string | null } | null;
  readonly address: string | null;
  readonly requestId: string;
  /** The browser and system in words, see browserText(). */
  readonly browser?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
};

/**
 * An event about a person who signs in, consents or signs out. The person is both its actor and its object. An attempt
 * has an anonymous actor, and what was named as its object.
 */
export function personEvent(event: PersonEvent): NewAuditEvent {
  const { type, outcome = 'success', person, attempted = null, typedName = '', client, address, requestId } = event;
  const { browser, details = {} } = event;
  const about = person ?? attempted;
  return {
    type,
    outcome,
    actor:
      person === null
        ? { kind: 'anonymous', id: null, name: null }
        : { kind: 'user', id: person.sub, name: person.username },
    target: about === null ? typedNameTarget(typedName) : { kind: 'user', id: about.sub, name: about.username },
    client: client && { id: client.clientId, name: client.clientName },
    address,
    requestId,
    details: browser === undefined ? details : { ...details, browser },
  };
}
