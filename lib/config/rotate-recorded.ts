import { recordEvents } from '#lib/audit/event-store';
import { listClients } from '#lib/clients/client-store';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { type Rotation, rotateKeys } from '#lib/keys/rotate-keys';
import type { Authorship } from './authorship';

type Options = {
  readonly secret: MasterSecret;
  readonly now: Date;
  readonly by: Authorship;
};

/**
 * Announces a new key for every algorithm in use, as rotateKeys() does, and records who did it in the same transaction.
 * @throws WrongSecretError (code `wrong_secret`) before anything is made
 */
export async function rotateRecorded(db: Database, { secret, now, by }: Options): Promise<Rotation[]> {
  const { actor, address = null, requestId = null, reason = null } = by;
  return rotateKeys(db, secret, now, {
    longestLifetimeSeconds: longestTokenLifetime(await listClients(db)),
    alongside: async (tx, rotations) => {
      const events = rotations
        .filter(({ created }) => created)
        .map(({ alg, kid, activatesAt }) => ({
          type: 'key.rotated' as const,
          outcome: 'success' as const,
          actor,
          target: { kind: 'key', id: kid, name: alg },
          address,
          requestId,
          details: { reason, activates_at: activatesAt.toISOString() },
        }));
      await recordEvents(tx, events, now);
    },
  });
}

const defaultSeconds = 3600;

type TokenLifetimes = { readonly accessTokenLifetimeSeconds: number; readonly idTokenLifetimeSeconds: number };

/**
 * The longest lifetime of anything that is signed for a client, in seconds: a former key has to verify for this time.
 */
export function longestTokenLifetime(clients: Iterable<TokenLifetimes>): number {
  let longest = defaultSeconds;
  for (const { accessTokenLifetimeSeconds, idTokenLifetimeSeconds } of clients) {
    longest = Math.max(longest, accessTokenLifetimeSeconds, idTokenLifetimeSeconds);
  }
  return longest;
}
