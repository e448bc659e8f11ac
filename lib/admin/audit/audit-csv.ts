import type { AuditEntry } from './read-audit';

/** The columns of an event, with the names of a table. */
const columns = {
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

/** The first line of a file (RFC 4180 §2). */
export const csvHead = `${Object.keys(columns).join(',')}\r\n`;

/** An event as a line. Whatever people typed is text in it, also for a program that would calculate (security #151). */
export function csvLine(entry: AuditEntry): string {
  return `${Object.values(columns)
    .map((read) => cell(read(entry) ?? ''))
    .join(',')}\r\n`;
}

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
