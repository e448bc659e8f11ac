import { recordEvents } from '#lib/audit/event-store';
import type { Context } from '#lib/context';

type StolenGrant = {
  readonly id: string;
  readonly clientId: string;
  readonly authentication: { readonly sub: string };
};

/** Keeps that something was used again which works once, or with the wrong key: a sign of theft, after which the grant ended. */
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
