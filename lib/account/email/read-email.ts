import type { Context } from '#lib/context';
import type { User } from '#lib/users/user';
import { readableDomains } from '#lib/vocabulary/domain';
import { provedAddress } from '#lib/vocabulary/email';
import { readManagedClaims } from '../profile/managed-claims';
import { findEmailChange } from './change-email';

export type EmailPage = {
  /** Null without an address. */
  readonly email: string | null;
  readonly isVerified: boolean;
  /** The new address that waits to be verified. Null if there is none. */
  readonly waiting: string | null;
  /** The provider that the address comes from. If there is one, the address cannot be changed here. */
  readonly managedBy: string | null;
};

/** The page /account/email. */
export async function readEmail({ sub, claims }: User, context: Context): Promise<EmailPage> {
  const managed = await readManagedClaims(sub, context);
  const change = await findEmailChange(sub, context);
  return {
    email: typeof claims.email === 'string' && claims.email !== '' ? readableDomains(claims.email) : null,
    isVerified: provedAddress(claims) !== null,
    waiting: change === null ? null : readableDomains(change.email),
    managedBy: managed.get('email') ?? null,
  };
}
