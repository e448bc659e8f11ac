import { z } from 'zod';
import { exportAudit } from '../../audit/export-audit';
import { type AuditEntry, auditGroups, auditRanges, readAuditEvent, readAuditLog } from '../../audit/read-audit';
import { defineOperation, type Operation } from '../operation';
import { nextAddress, readCursor } from '../paging';
import { moment, name, pageOf, paging } from '../schemas';

const tag = 'audit';
const text = z.string().max(200).optional();

const filter = {
  range: z.enum(auditRanges).default('24h'),
  group: z.enum(auditGroups).optional().meta({ description: 'The first word of the type.' }),
  outcome: z.enum(['success', 'failure']).optional(),
  actor: text,
  target: text,
  client: text,
  address: text,
  request: text,
};

const filterSchema = z.strictObject(filter);

const idAndName = z.strictObject({ id: z.string().nullable(), name: z.string().nullable() }).nullable();
const party = z.strictObject({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }).nullable();

const eventSchema = name(
  'AuditEvent',
  z.strictObject({
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
  }),
);

/** The audit log. Events can only be added. */
export const auditOperations: readonly Operation[] = [
  defineOperation({
    id: 'listAuditEvents',
    method: 'GET',
    path: '/audit-events',
    tag,
    summary: 'List events, the newest first',
    permission: 'read',
    query: z.strictObject({ ...paging, ...filter }),
    body: null,
    success: { status: 200, description: 'A page of events.', schema: pageOf(eventSchema) },
    run: async (admin, { query }) => {
      const { limit, cursor } = query;
      const { events, older } = await readAuditLog(admin, toQuery(query), limit, readCursor(cursor));
      return { body: { items: events.map(tellEvent), next: nextAddress('/audit-events', query, older) } };
    },
  }),
  defineOperation({
    id: 'exportAuditEvents',
    method: 'POST',
    path: '/audit-events/export',
    tag,
    summary: 'Take events along, at most 10,000',
    description: 'One JSON object a line. That somebody did so is an event itself.',
    permission: 'read',
    query: null,
    body: filterSchema,
    success: { status: 200, description: 'The events.', schema: z.string(), isLines: true },
    run: async (admin, { body }) => ({ lines: (await exportAudit(admin, toQuery(body))).body }),
  }),
  defineOperation({
    id: 'getAuditEvent',
    method: 'GET',
    path: '/audit-events/{id}',
    tag,
    summary: 'Get an event',
    permission: 'read',
    query: null,
    body: null,
    success: { status: 200, description: 'The event.', schema: eventSchema },
    run: async (admin, { path: { id = '' } }) => ({ body: tellEvent(await readAuditEvent(admin, id)) }),
  }),
];

function toQuery({ range, group, outcome, actor, target, client, address, request }: z.output<typeof filterSchema>) {
  return {
    q: null,
    range,
    from: null,
    to: null,
    type: null,
    reason: null,
    group: group ?? null,
    outcome: outcome ?? null,
    actor: actor ?? null,
    target: target ?? null,
    client: client ?? null,
    provider: null,
    address: address ?? null,
    request: request ?? null,
  };
}

function tellEvent(event: AuditEntry): z.input<typeof eventSchema> {
  const { id, at, type, outcome, address, requestId, details, targetKind, clientId } = event;
  return {
    id,
    at: at.toISOString(),
    type,
    outcome,
    actor: { kind: event.actorKind, id: event.actorId, name: event.actorName },
    target: targetKind === null ? null : { kind: targetKind, id: event.targetId, name: event.targetName },
    client: clientId === null ? null : { id: clientId, name: event.clientName },
    address,
    request_id: requestId,
    details: { ...details },
  };
}
