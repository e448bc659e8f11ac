import { recordEvents } from '#lib/audit/event-store';
import type { Context } from '#lib/context';

type StolenGrant = {
  readonly id: string;
  readonly clientId: string;
  readonly authentication: { readonly sub: string };
};

/**
 * Records that a single-use value was used again, or that something was used with the wrong key. This is a sign of
 * theft, and the grant has ended because of it.
 */
export async function recordTheft(
  type: 'code.replayed' | 'refresh_token.reused' | 'refresh_token.wrong_key',
  { id, clientId, authentication }: StolenGrant,
  { db, snapshot, now, requestId }: Context,
): Promise<void> {
  const name = snapshot.clients.get(clientId)?.clientName ?? null;
  const client = { id: clientId, name };
  const event = {
    type,
    outcome: 'failure',
    actor: { kind: 'client', ...client },
    target: { kind: 'user', id: authentication.sub, name: null },
    client,
    requestId,
    details: { grant: id },
  } as const;
  await recordEvents(db, [event], now);
}
