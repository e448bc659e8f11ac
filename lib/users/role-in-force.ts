import type { AdminRole, User } from './user';

/** The roles in order of their rights. */
export const rolePower: Readonly<Record<AdminRole, number>> = { auditor: 1, editor: 2, owner: 3 };

/** Whether a role has more rights than another one. No role has the least. */
export function isGreaterRole(role: AdminRole | null, other: AdminRole | null): boolean {
  return role !== null && (other === null || rolePower[role] > rolePower[other]);
}

/**
 * The role in force. A role is not in force if another person chose the password, because that person could use it. It
 * takes effect when the person sets a password through a link of an administrator who may grant the role. An account
 * without a password is not affected, because nobody else can know its password.
 */
export function roleInForce({
  admin,
  passwordHash,
  passwordCarries,
}: Pick<User, 'admin' | 'passwordHash' | 'passwordCarries'>): AdminRole | null {
  if (admin === null || passwordHash === null) return admin;
  return isGreaterRole(admin, passwordCarries) ? null : admin;
}

/** Whether a person must set another password before their role is in force. */
export function isPasswordDue(user: Pick<User, 'admin' | 'passwordHash' | 'passwordCarries'>): boolean {
  return user.admin !== null && roleInForce(user) === null;
}

/**
 * The most powerful role that is in force with a password set through an administrator's link. The administrator could
 * use the link, so an editor's link gives at most the rights of an editor.
 */
export function carriedByLinkOf(maker: AdminRole | null): AdminRole | null {
  if (maker === 'owner') return 'owner';
  return maker === 'editor' ? 'auditor' : null;
}

/**
 * The most powerful role that is in force with a password that the person sets without an administrator's link: by
 * recovery, or on the page of their account. It is no more than before, because another person could do the same with
 * the former password, or after changing the address of the account.
 */
export function carriedByOwnChoice({
  admin,
  passwordHash,
  passwordCarries,
}: Pick<User, 'admin' | 'passwordHash' | 'passwordCarries'>): AdminRole | null {
  return passwordHash === null ? admin : passwordCarries;
}
