import type { auditEventTypes } from './event-types';

export type AuditEventType = (typeof auditEventTypes)[number];

/** The actor. `name` is the name at the time of the event. */
export type Actor = {
  readonly kind: 'user' | 'client' | 'identity_provider' | 'command_line' | 'start' | 'retention' | 'anonymous';
  /** The sub of a user, the client_id of a client, or the name of an identity provider. */
  readonly id: string | null;
  readonly name: string | null;
};

/** The object of the event. */
export type AuditTarget = { readonly kind: string; readonly id: string; readonly name: string | null };

/** An event to record. It must never contain a secret, a token or a password. */
export type NewAuditEvent = {
  readonly type: AuditEventType;
  readonly outcome: 'success' | 'failure';
  readonly actor: Actor;
  readonly target?: AuditTarget | null;
  readonly client?: { readonly id: string; readonly name: string | null } | null;
  /** The address and the ID of the request that caused the event. */
  readonly address?: string | null;
  readonly requestId?: string | null;
  /** Details as JSON values, for example the changed keys. */
  readonly details?: Readonly<Record<string, unknown>>;
};

/** A recorded event. */
export type AuditEvent = {
  readonly id: string;
  readonly at: Date;
  readonly type: string;
  readonly outcome: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly targetKind: string | null;
  readonly targetId: string | null;
  readonly targetName: string | null;
  readonly clientId: string | null;
  readonly clientName: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  /** A JSON object. */
  readonly details: string;
};
