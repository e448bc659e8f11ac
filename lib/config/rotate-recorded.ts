import { recordEvents } from '#lib/audit/store';
import type { Database } from '#lib/db/database';
import { type Rotation, rotateKeys } from '#lib/keys/rotate-keys';
import type { Authorship } from './authorship';
import { longestTokenLifetime } from './longest-lifetime';

type Options = {
  /** SIGNET_SECRET */
  readonly secret: string;
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
    longestLifetimeSeconds: await longestTokenLifetime(db),
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
