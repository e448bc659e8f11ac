import { isDeepStrictEqual } from 'node:util';
import type { NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import type { Transaction } from '#lib/db/database';
import { voidAccountLinks } from '#lib/users/account-link-store';
import { findFounding, removeIdentities } from '#lib/users/identity-store';
import type { User } from '#lib/users/user';
import { type UserInput, updateUser, voidPasswordLinks } from '#lib/users/user-store';
import { voidLinksOfAddress } from '#lib/users/void-links-of-address';
import { signOutUser } from './sign-out';

/** The parts of an account that its sessions, grants and links depend on. */
type AccountRights = Pick<User, 'admin' | 'enabled' | 'passwordHash' | 'passwordCarries' | 'tenants'>;

/** The time and the actor of a change, for the audit log. */
export type ChangeContext = {
  readonly now: Date;
  readonly by: Pick<NewAuditEvent, 'actor' | 'address' | 'requestId'>;
};

/**
 * Updates an account. No other function does. A change of its rights ends everything that was opened before: sessions,
 * grants, known browsers, and, with another role or password, links to set a password (security #104, #161). Another
 * address ends the links that were sent to the previous one (security #90). If another person chose the password, that
 * person may have linked an identity of a provider. It is unlinked before a role can take effect.
 * @param before the account as it is stored, locked or read in this transaction
 */
export async function updateAccount(
  tx: Transaction,
  before: AccountRights & Pick<User, 'sub' | 'claims'>,
  after: UserInput,
  { now, by }: ChangeContext,
): Promise<User> {
  const { sub } = before;
  const user = await updateUser(tx, sub, after, now);
  const isReplaced = before.admin !== user.admin || before.passwordHash !== user.passwordHash;
  if (isReplaced || isNarrowed(before, user)) await signOutUser(tx, { sub, now });
  // An unused link may be in the hands of a person who must not have this password or role.
  if (isReplaced) {
    await voidPasswordLinks(tx, sub, now);
    await voidAccountLinks(tx, sub, now, ['recover']);
  }
  await voidLinksOfAddress(tx, before, user.claims, now);
  if (before.passwordCarries !== 'owner' && isStronger(before, user)) {
    const { createdAt } = await findFounding(tx, sub);
    const target = { kind: 'user', id: sub, name: user.username };
    const { actor, address = null, requestId = null } = by;
    const facts = { type: 'identity.unlinked', outcome: 'success', actor, target, address, requestId } as const;
    const unlinked = await removeIdentities(tx, sub, createdAt);
    await recordEvents(
      tx,
      unlinked.map((identity) => ({ ...facts, details: identity })),
      now,
    );
  }
  return user;
}

/** Whether the account gets a role or a new password, or loses the password that its role waited for. */
function isStronger(before: AccountRights, after: AccountRights): boolean {
  if (before.passwordHash !== after.passwordHash) return after.passwordHash !== null || after.admin !== null;
  return before.admin !== after.admin && after.admin !== null;
}

function isNarrowed(before: AccountRights, after: AccountRights): boolean {
  if (before.enabled && !after.enabled) return true;
  return after.tenants !== 'all' && !isDeepStrictEqual(before.tenants, after.tenants);
}
