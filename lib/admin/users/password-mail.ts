import { mailTransport } from '#lib/mail/mail-transport';
import { isMailAddress } from '#lib/settings/mailbox';
import { verifiedEmail } from '#lib/users/links/send-links';
import type { User } from '#lib/users/user';
import type { AdminContext } from '../admin-context';

/** Which mail brings a person to a password, and where it goes. */
export type PasswordMail = { readonly kind: 'recover' | 'invite'; readonly email: string };

type Person = Pick<User, 'claims' | 'enabled' | 'passwordHash'>;

/**
 * The mail with which a person can set a password: a person with a password gets it only at the verified address, a
 * person without one is invited at the address of the account.
 * @returns null if no mail can be sent, or there is no address for it
 */
export function passwordMailFor(person: Person, { settings }: Pick<AdminContext, 'settings'>): PasswordMail | null {
  if (mailTransport(settings) === 'none' || !person.enabled) return null;
  const { email: claimed } = person.claims;
  const email = person.passwordHash === null ? claimed : verifiedEmail(person);
  if (typeof email !== 'string' || !isMailAddress(email)) return null;
  return { kind: person.passwordHash === null ? 'invite' : 'recover', email };
}
