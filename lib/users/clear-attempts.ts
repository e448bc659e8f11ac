import type { Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import { forgetFactorFailures } from '#lib/factors/failure-store';
import { clearUses } from '#lib/ratelimit/window-store';
import { canonicalEmail } from '#lib/vocabulary/email';
import { attemptKeys } from './attempt-limits';
import { listKnownBrowsers } from './known-browser-store';
import { mailKeys } from './mail-limits';
import { stoppedKeys } from './stranger-attempt';
import type { User } from './user';

/**
 * Clears everything that limits attempts at an account, in every browser: of its password and its second factors, of
 * stopped factors, and of the mails with links and codes. The limits of networks stay, because they belong to nobody.
 */
export async function clearAttempts(
  tx: Transaction,
  { sub, canonicalUsername, claims }: Pick<User, 'sub' | 'canonicalUsername' | 'claims'>,
): Promise<void> {
  const browsers = await listKnownBrowsers(tx, sub);
  await clearUses(tx, [
    ...attemptKeys(canonicalUsername, browsers),
    ...secondFactorKeys(sub, browsers),
    ...stoppedKeys(sub),
    ...mailKeys(canonicalEmail(claims.email), browsers),
  ]);
  await run(tx, [forgetFactorFailures(sub)]);
}

/** The key of the limit of second factors: strangers share that of the account, a known browser has its own. */
export function secondFactorKey(sub: string, browser: string | null): string {
  return browser === null ? `second-factor:${sub}` : `second-factor-browser:${browser}`;
}

function secondFactorKeys(sub: string, browsers: readonly string[]): string[] {
  return [null, ...browsers].map((browser) => secondFactorKey(sub, browser));
}
