import type { NewAuditEvent } from '#lib/audit/event';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Caller } from '#lib/sessions/caller';
import type { User } from '#lib/users/user';
import type { OpenDevice, OpenInteraction } from '../load-interaction';
import type { UpstreamResult } from './sealed';

/** A sign-in that changes an account. */
export type Occasion = {
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
