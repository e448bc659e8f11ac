import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { run } from '#lib/db/run';
import { saveKnownBrowser } from '#lib/users/known-browser-store';

/**
 * A browser that an account has known for a day.
 * @returns the handle in its cookie
 */
export async function createKnownBrowser(db: Database, sub: string, now: Date): Promise<Handle> {
  const handle = createHandle();
  const expiresAt = new Date(now.getTime() + 86_400_000);
  await run(db, [saveKnownBrowser({ hash: hashHandle(handle), sub, createdAt: now, expiresAt }, [], 100)]);
  return handle;
}
