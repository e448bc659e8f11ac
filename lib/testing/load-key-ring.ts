import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import type { KeyRing } from '#lib/keys/key-ring';
import { loadKeyRings } from '#lib/keys/load-key-rings';

/** The keys that sign and verify. */
export async function loadKeyRing(db: Database, secret: MasterSecret, now: Date): Promise<KeyRing> {
  return (await loadKeyRings(db, secret, now)).keys;
}
