import { recordEvents } from '#lib/audit/event-store';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { type KeyRevocation, revokeKey } from '#lib/keys/revoke-key';
import type { Authorship } from './authorship';

type Options = {
  readonly kid: string;
  readonly secret: MasterSecret;
  readonly now: Date;
  readonly by: Authorship;
};

/**
 * Revokes a key immediately, as revokeKey() does, and records the author in the same transaction.
 * @returns null if there is no such key, or it was revoked before
 * @throws WrongSecretError (code `wrong_secret`) before anything is created
 */
export async function revokeRecorded(db: Database, { kid, secret, now, by }: Options): Promise<KeyRevocation | null> {
  const { actor, address = null, requestId = null, reason = null } = by;
  return revokeKey(db, secret, {
    kid,
    now,
    alongside: async (tx, { alg, phase, replacement }) => {
      const target = { kind: 'key', id: kid, name: alg };
      const details = { reason, phase, replacement };
      await recordEvents(
        tx,
        [{ type: 'key.revoked', outcome: 'success', actor, target, address, requestId, details }],
        now,
      );
    },
  });
}
