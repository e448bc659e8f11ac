import type { AuditEventType } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { addRevision } from '#lib/audit/revision-store';
import type { ClientRecord } from '#lib/clients/client-record';
import { recordedClient } from '#lib/clients/client-record';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import type { HttpRequest } from '#lib/http/types';
import { changeWithoutSecrets } from '#lib/vocabulary/without-secrets';

type Registration = {
  readonly type: Extract<AuditEventType, `client.${string}`>;
  readonly record: ClientRecord;
  /** The client before the change. Absent for a new one. */
  readonly former?: ClientRecord;
  readonly request: Pick<HttpRequest, 'clientAddress'>;
  readonly context: Context;
};

/** Records a client's change of its own registration in the audit log and in the history, in the same transaction. */
export async function recordRegistration(
  tx: Transaction,
  { type, record, former, request, context }: Registration,
): Promise<void> {
  const client = { id: record.clientId, name: record.clientName };
  const { now } = context;
  const author = { source: 'registration', actor: { kind: 'client', ...client }, reason: null } as const;
  const after = type === 'client.deleted' ? null : recordedClient(record);
  const before = former === undefined ? null : recordedClient(former);
  const change = { section: 'clients', key: record.clientId, before, after };
  const revision = await addRevision(tx, { at: now, ...author }, [change]);
  const event = {
    type,
    outcome: 'success',
    actor: { kind: 'client', ...client },
    target: { kind: 'client', ...client },
    client,
    address: request.clientAddress,
    requestId: context.requestId,
    details: {
      self_registered: record.selfRegistered,
      redirect_uris: record.redirectUris,
      revision,
      ...changeWithoutSecrets(before, after),
    },
  } as const;
  await recordEvents(tx, [event], now);
}
