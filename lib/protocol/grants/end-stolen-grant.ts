import { recordEvents } from '#lib/audit/event-store';
import type { Context } from '#lib/context';
import { transaction } from '#lib/db/transaction';
import type { Grant } from '#lib/tokens/grant';
import { revokeGrant } from '#lib/tokens/grant-store';

/** The events, with the reason of the revocation, which the log has too. */
const reasons = {
  'code.replayed': 'code_replay',
  'device_code.replayed': 'device_code_replay',
  'refresh_token.reused': 'refresh_reuse',
  'refresh_token.wrong_key': 'refresh_wrong_key',
} as const;

type Theft = {
  readonly type: keyof typeof reasons;
  readonly grant: Pick<Grant, 'id' | 'clientId' | 'authentication' | 'user'>;
  /** The address of the request that shows the theft. */
  readonly clientAddress: string;
};

/**
 * Ends a grant because a single-use value was used again, or something was used with the wrong key. This is a sign of
 * theft, so it is recorded in the same transaction (security #163).
 */
export async function endStolenGrant(
  { type, grant, clientAddress: address }: Theft,
  { db, snapshot, now, requestId, log }: Context,
): Promise<void> {
  const { id, clientId, authentication, user } = grant;
  const client = { id: clientId, name: snapshot.clients.get(clientId)?.clientName ?? null };
  const event = {
    type,
    outcome: 'failure',
    actor: { kind: 'client', ...client },
    target: { kind: 'user', id: authentication.sub, name: user.username },
    client,
    address,
    requestId,
    details: { grant: id },
  } as const;
  await transaction(db, async (tx) => {
    await revokeGrant(tx, id, reasons[type], now);
    await recordEvents(tx, [event], now);
  });
  log.warn({ event: reasons[type], clientId, grantId: id }, 'security');
}
