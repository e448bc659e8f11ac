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
 * Announces a new key for every algorithm in use, as rotateKeys() does, and records the author in the same transaction.
 * @throws WrongSecretError (code `wrong_secret`) before anything is created
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

/** The longest lifetime of any signed token of a client, in seconds. A former key must verify for this long. */
export function longestTokenLifetime(clients: Iterable<TokenLifetimes>): number {
  let longest = defaultSeconds;
  for (const { accessTokenLifetimeSeconds, idTokenLifetimeSeconds } of clients) {
    longest = Math.max(longest, accessTokenLifetimeSeconds, idTokenLifetimeSeconds);
  }
  return longest;
}
