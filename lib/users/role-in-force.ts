import type { AdminRole, User } from './user';

/** The roles in order of their rights. */
export const rolePower: Readonly<Record<AdminRole, number>> = { auditor: 1, editor: 2, owner: 3 };

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
  return passwordCarries !== null && rolePower[admin] <= rolePower[passwordCarries] ? admin : null;
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
