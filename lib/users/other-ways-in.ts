import type { Database } from '#lib/db/database';
import { countPasskeys } from '#lib/factors/passkeys/passkey-store';
import type { Factor } from '#lib/factors/proof';
import { hasUsableIdentity, type ProvidersByName } from './identity-store';
import { verifiedEmail } from './links/send-links';
import type { User } from './user';

/** The sign-in methods besides a password that the policy allows, see AccountPolicy, and the providers. */
export type WaysIn = {
  readonly passkeys: boolean;
  readonly emailCode: boolean;
  readonly recovery: boolean;
  readonly providers: ProvidersByName;
};

/** A first factor, or the mailed link with which a person sets a new password. */
type WayIn = Extract<Factor, 'password' | 'passkey' | 'email' | 'provider'> | 'mailed_link';

/** How a person can sign in without one of their first factors. */
export async function otherWaysIn(
  db: Database,
  { user, without, ways }: { readonly user: User; readonly without: WayIn; readonly ways: WaysIn },
): Promise<readonly WayIn[]> {
  const { sub, passwordHash } = user;
  const isVerified = verifiedEmail(user) !== null;
  const all: readonly (readonly [WayIn, boolean])[] = [
    ['password', passwordHash !== null],
    ['passkey', ways.passkeys && (await countPasskeys(db, sub)) > 0],
    ['email', ways.emailCode && isVerified],
    ['provider', await hasUsableIdentity(db, sub, ways.providers)],
    ['mailed_link', ways.recovery && isVerified],
  ];
  return all.flatMap(([way, isThere]) => (isThere && way !== without ? [way] : []));
}
