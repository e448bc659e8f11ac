import { recordEvents } from '#lib/audit/event-store';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import type { Arrived } from '#lib/federation/accounts';
import type { HttpResponse } from '#lib/http/types';
import type { User } from '#lib/users/user';
import { accountEvent, type Occasion } from './account-event';

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
