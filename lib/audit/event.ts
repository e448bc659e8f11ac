import type { auditEventTypes } from './event-types';

export type AuditEventType = (typeof auditEventTypes)[number];

/** Who did it. `name` is kept as it was at the time. */
export type Actor = {
  readonly kind: 'user' | 'client' | 'identity_provider' | 'command_line' | 'start' | 'retention' | 'anonymous';
  /** The sub of a user, the client_id of a client, the name of an identity provider. */
  readonly id: string | null;
  readonly name: string | null;
};

/** What it was done to. */
export type Target = { readonly kind: string; readonly id: string; readonly name: string | null };

/** Something that happened and has to be told later. Never holds a secret, a token or a password. */
export type NewAuditEvent = {
  readonly type: AuditEventType;
  readonly outcome: 'success' | 'failure';
  readonly actor: Actor;
  readonly target?: Target | null;
  readonly client?: { readonly id: string; readonly name: string | null } | null;
  /** The network address it came from, and the request it came with. */
  readonly address?: string | null;
  readonly requestId?: string | null;
  /** Facts as JSON values, for example the changed keys. */
  readonly details?: Readonly<Record<string, unknown>>;
};

/** An event as it was recorded. */
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
