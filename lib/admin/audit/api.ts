import { z } from 'zod';
import { encode } from '../api/encode';
import { defineOperation, type Operation } from '../api/operation';
import { nextAddress, readCursor } from '../api/paging';
import { moment, object, pageOf, paging } from '../api/schemas';
import { exportAudit } from './export-audit';
import { type AuditEntry, auditGroups, auditRanges, readAuditEvent, readAuditLog } from './read';

const text = z.string().max(200).optional();

const filter = {
  range: z.enum(auditRanges).default('24h'),
  group: z.enum(auditGroups).optional().meta({ description: 'The first part of the type.' }),
  outcome: z.enum(['success', 'failure']).optional(),
  user: text.meta({ description: 'The ID of a user who did it, or to whom it was done.' }),
  actor: text,
  target: text,
  client: text,
  address: text,
  request: text,
};

const filterSchema = z.strictObject(filter);

const idAndName = z.strictObject({ id: z.string().nullable(), name: z.string().nullable() }).nullable();
const party = z.strictObject({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }).nullable();

const eventSchema = object('AuditEvent', {
  id: z.string(),
  at: moment,
  type: z.string(),
  outcome: z.string(),
  actor: party,
  target: party,
  client: idAndName,
  address: z.string().nullable(),
  request_id: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

/** The audit log. Events can only be added. */
export const auditOperations: readonly Operation[] = [
  defineOperation({
    id: 'listAuditEvents',
    endpoint: 'GET /audit-events',
    tag: 'audit',
    summary: 'List events, newest first',
    permission: 'read',
    query: z.strictObject({ ...paging, ...filter }),
    success: { status: 200, description: 'A page of events.', schema: pageOf(eventSchema) },
    run: async (admin, { query }) => {
      const { limit, cursor } = query;
      const { events, older } = await readAuditLog(admin, toQuery(query), limit, readCursor(cursor));
      return { body: { items: events.map(answerEvent), next: nextAddress('/audit-events', query, older) } };
    },
  }),
  defineOperation({
    id: 'exportAuditEvents',
    endpoint: 'POST /audit-events/export',
    tag: 'audit',
    summary: 'Export up to 10,000 events',
    description: 'Returns one JSON object per line. The export itself is recorded as an event.',
    permission: 'read',
    body: filterSchema,
    success: { status: 200, description: 'The events.', schema: z.string(), isLines: true },
    run: async (admin, { body }) => ({ lines: (await exportAudit(admin, toQuery(body))).body }),
  }),
  defineOperation({
    id: 'getAuditEvent',
    endpoint: 'GET /audit-events/{id}',
    tag: 'audit',
    summary: 'Get an event',
    permission: 'read',
    success: { status: 200, description: 'The event.', schema: eventSchema },
    run: async (admin, { path: { id = '' } }) => ({ body: answerEvent(await readAuditEvent(admin, id)) }),
  }),
];

function toQuery({ range, group, outcome, ...ids }: z.output<typeof filterSchema>) {
  return {
    q: null,
    range,
    from: null,
    to: null,
    type: null,
    reason: null,
    group: group ?? null,
    outcome: outcome ?? null,
    user: ids.user ?? null,
    actor: ids.actor ?? null,
    target: ids.target ?? null,
    client: ids.client ?? null,
    provider: null,
    address: ids.address ?? null,
    request: ids.request ?? null,
  };
}

function answerEvent({ actorKind, actorId, actorName, ...event }: AuditEntry) {
  const { targetKind, targetId, targetName, clientId, clientName, details } = event;
  return encode(eventSchema, {
    ...event,
    actor: { kind: actorKind, id: actorId, name: actorName },
    target: targetKind === null ? null : { kind: targetKind, id: targetId, name: targetName },
    client: clientId === null ? null : { id: clientId, name: clientName },
    details: { ...details },
  });
}
