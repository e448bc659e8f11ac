import type { NewAuditEvent } from '#lib/audit/event';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Caller } from '#lib/sessions/caller';
import type { User } from '#lib/users/user';
import type { OpenDevice, OpenInteraction } from '../load-interaction';
import type { UpstreamResult } from './sealed';

type Occasion = {
  readonly open: OpenInteraction | OpenDevice;
  readonly arrival: UpstreamResult;
  readonly caller: Pick<Caller, 'clientAddress'>;
};

type AccountEventType = 'user.created' | 'identity.linked';

/** The audit event after an upstream identity created an account, or was linked to one that its owner proved. */
export function accountEvent(
  type: AccountEventType,
  person: User,
  { open, arrival, caller: { clientAddress: address } }: Occasion,
  { requestId }: Pick<Context, 'requestId'>,
): NewAuditEvent {
  const { provider, issuer, subject } = arrival.newcomer.key;
  const details = { provider, issuer, subject };
  return personEvent({ type, person, client: open.client, address, requestId, details });
}
