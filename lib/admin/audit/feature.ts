import type { Feature } from '../feature';
import { addressWith } from '../query';
import { shownHits, toGroup } from '../search/search-group';
import { readAuditLog, readAuditQuery } from './read';

export const auditPath = '/admin/audit';

/** The page of an event. */
export function eventPath(id: string): string {
  return `${auditPath}/${id}`;
}

type Common = 'user' | 'actor' | 'target' | 'client' | 'address' | 'request' | 'type';

/** The address of all audit events that have these values in common. */
export function eventsPath(common: Readonly<Partial<Record<Common, string>>>): string {
  return addressWith(auditPath, {}, { range: 'all', ...common });
}

/** The format of a request ID: the `x-request-id` of an answer, or the reference of an API problem. */
const correlationId = /^[\w-]{10,60}$/;

/** What other features know of the audit log. */
export const auditFeature: Feature = {
  /** The events of one request, the newest first. */
  search: async (admin, text) => {
    const query = { range: 'all', request: text };
    const { events, older } = correlationId.test(text)
      ? await readAuditLog(admin, readAuditQuery(query), shownHits)
      : { events: [], older: null };
    const href = addressWith(auditPath, query, {});
    return toGroup({ kind: 'audit_event', href, text, more: older !== null }, events, {
      namesOf: () => [text],
      toHit: ({ id, type, actorName, at }) => {
        return { id, name: type, detail: actorName, enabled: true, at, href: eventPath(id) };
      },
    });
  },
};
