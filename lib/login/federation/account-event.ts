import type { NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import type { Arrived } from '#lib/federation/accounts';
import type { HttpResponse } from '#lib/http/types';
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

type AccountEventType = 'user.created' | 'identity.linked' | 'identity.claims_left_out';

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

/** Records the claims that an account has no room for, with the sign-in that brought them, so that nothing vanishes silently. */
export async function recordLeftOut(
  tx: Transaction,
  { user, leftOut }: Arrived,
  occasion: Occasion,
  context: Pick<Context, 'requestId' | 'now'>,
): Promise<User> {
  if (leftOut.length > 0) {
    // The log is searched by `idp`, as for every sign-in at a provider.
    const more = { idp: occasion.arrival.newcomer.key.provider, claims: leftOut };
    const event = accountEvent('identity.claims_left_out', user, occasion, context, more);
    await recordEvents(tx, [event], context.now);
  }
  return user;
}

/** The same for the traces. */
export function reportingLeftOut(response: HttpResponse, leftOut: readonly string[] = []): HttpResponse {
  return leftOut.length === 0 ? response : { ...response, report: { ...response.report, leftOut } };
}
