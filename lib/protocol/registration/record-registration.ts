import type { AuditEventType } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/store';
import type { ClientRecord } from '#lib/clients/client-record';
import type { Transaction } from '#lib/db/database';
import type { HttpRequest } from '#lib/http/types';
import type { Context } from '../context';

type Registration = {
  readonly type: Extract<AuditEventType, `client.${string}`>;
  readonly record: ClientRecord;
  readonly request: HttpRequest;
  readonly context: Context;
};

/** Tells in the audit log what a client did to its own registration, in the transaction that does it. */
export function recordRegistration(tx: Transaction, { type, record, request, context }: Registration): Promise<void> {
  const client = { id: record.clientId, name: record.clientName };
  const event = {
    type,
    outcome: 'success',
    actor: { kind: 'client', ...client },
    target: { kind: 'client', ...client },
    client,
    address: request.clientAddress,
    requestId: context.requestId,
    details: { self_registered: record.selfRegistered, redirect_uris: record.redirectUris },
  } as const;
  return recordEvents(tx, [event], context.now);
}
