import type { NewAuditEvent } from '#lib/audit/event';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/protocol/context';
import type { User } from '#lib/users/user';
import type { Admission } from './admit';

export type AccountEventType = 'user.created' | 'identity.linked';

/** What an upstream identity did to the accounts here: made one, or was linked to one whose owner proved it. */
export function accountEvent(
  type: AccountEventType,
  person: User,
  { open, arrival, clientAddress: address }: Admission,
  { requestId }: Pick<Context, 'requestId'>,
): NewAuditEvent {
  const { provider, issuer, subject } = arrival.newcomer.key;
  const details = { provider, issuer, subject };
  return personEvent({ type, person, client: open.client, address, requestId, details });
}
