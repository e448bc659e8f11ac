import type { NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import type { Arrived } from '#lib/federation/accounts';
import { mapGroups } from '#lib/federation/map-groups';
import type { HttpResponse, RequestReport } from '#lib/http/types';
import type { Caller } from '#lib/sessions/caller';
import type { User } from '#lib/users/user';
import type { OpenDevice, OpenInteraction } from '../load-interaction';
import type { UpstreamResult } from './sealed';

/** A sign-in that changes an account. */
type Occasion = {
  readonly open: OpenInteraction | OpenDevice;
  readonly arrival: UpstreamResult;
  readonly caller: Pick<Caller, 'clientAddress'>;
};

type AccountEventType = 'user.created' | 'identity.linked' | 'identity.claims_left_out' | 'identity.groups_incomplete';

/** The audit event of what an upstream identity did to an account: created it, was linked to it, or brought claims. */
export function accountEvent(
  type: AccountEventType,
  person: User,
  { open, arrival, caller: { clientAddress: address } }: Occasion,
  { requestId }: Pick<Context, 'requestId'>,
  more: Readonly<Record<string, unknown>> = {},
): NewAuditEvent {
  const { provider, issuer, subject } = arrival.newcomer.key;
  const details = { provider, issuer, subject, ...more };
  return personEvent({ type, person, client: open.client, address, requestId, details });
}

/** An account whose sign-in is written, and what the trace tells of it. */
export type Finished = { readonly user: User; readonly report: UpstreamReport };

type UpstreamReport = Pick<RequestReport, 'leftOut' | 'groups'>;

/**
 * Writes what belongs to every sign-in at a provider, once its account is written: the memberships that the provider
 * decides, and the events of what could not be taken over, so that nothing vanishes silently. The account is locked.
 */
export async function finishArrival(
  tx: Transaction,
  { user, leftOut }: Arrived,
  occasion: Occasion,
  context: Pick<Context, 'requestId' | 'now' | 'snapshot'>,
): Promise<Finished> {
  const { key, groups: said } = occasion.arrival.newcomer;
  // The log is searched by `idp`, as for every sign-in at a provider.
  const tell = (type: AccountEventType, more: object) =>
    accountEvent(type, user, occasion, context, { idp: key.provider, ...more });
  const provider = context.snapshot.providers.get(key.provider);
  const { client } = occasion.open;
  const about = {
    client: client && { id: client.clientId, name: client.clientName },
    address: occasion.caller.clientAddress,
    requestId: context.requestId,
  };
  const { events, note, access } =
    provider === undefined
      ? { events: [], note: null, access: user.access }
      : await mapGroups(tx, user, { provider, said, about }, context);
  const isIncomplete = note !== null && note.problem !== 'missing';
  const all = [
    ...events,
    ...(leftOut.length > 0 ? [tell('identity.claims_left_out', { claims: leftOut })] : []),
    ...(isIncomplete ? [tell('identity.groups_incomplete', note)] : []),
  ];
  if (all.length > 0) await recordEvents(tx, all, context.now);
  // The sign-in goes on with what the person may use now.
  return {
    user: { ...user, access },
    report: { ...(leftOut.length > 0 && { leftOut }), ...(note && { groups: note }) },
  };
}

/** Reports it to the traces. */
export function reporting(response: HttpResponse, report: UpstreamReport): HttpResponse {
  return Object.keys(report).length === 0 ? response : { ...response, report: { ...response.report, ...report } };
}
