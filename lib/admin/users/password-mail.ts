import { mailTransport } from '#lib/mail/mail';
import { isMailAddress } from '#lib/settings/mailbox';
import { verifiedEmail } from '#lib/users/links/send-links';
import type { User } from '#lib/users/user';
import type { AdminContext } from '../admin-context';

/** The kind of the mail that lets a person set a password, and its address. */
export type PasswordMail = { readonly kind: 'recover' | 'invite'; readonly email: string };

type Person = Pick<User, 'claims' | 'enabled' | 'passwordHash'>;

/**
 * The mail that lets a person set a password. A person with a password gets it only at their verified address. A person
 * without one is invited at the address of the account.
 * @returns null if mail is not set up, or the account has no address for it
 */
export function passwordMailFor(person: Person, { settings }: Pick<AdminContext, 'settings'>): PasswordMail | null {
  if (mailTransport(settings) === 'none' || !person.enabled) return null;
  const { email: claimed } = person.claims;
  const email = person.passwordHash === null ? claimed : verifiedEmail(person);
  if (typeof email !== 'string' || !isMailAddress(email)) return null;
  return { kind: person.passwordHash === null ? 'invite' : 'recover', email };
}
