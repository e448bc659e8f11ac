import type { AuditEntry } from './read-audit';

/** The columns of an event, with the names of a table. */
export const auditCsv = {
  id: ({ id }) => id,
  at: ({ at }) => at.toISOString(),
  type: ({ type }) => type,
  outcome: ({ outcome }) => outcome,
  actor_kind: ({ actorKind }) => actorKind,
  actor_id: ({ actorId }) => actorId,
  actor_name: ({ actorName }) => actorName,
  target_kind: ({ targetKind }) => targetKind,
  target_id: ({ targetId }) => targetId,
  target_name: ({ targetName }) => targetName,
  client_id: ({ clientId }) => clientId,
  client_name: ({ clientName }) => clientName,
  address: ({ address }) => address,
  request_id: ({ requestId }) => requestId,
  details: ({ details }) => JSON.stringify(details),
} as const satisfies Readonly<Record<string, (entry: AuditEntry) => string | null>>;
