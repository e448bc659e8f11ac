import { isDeepStrictEqual } from 'node:util';
import type { NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import type { Transaction } from '#lib/db/database';
import { accountLinkKinds, voidAccountLinks, voidLinksOfAddress } from '#lib/users/account-link-store';
import { findFounding } from '#lib/users/identity-store';
import { voidPasswordLinks } from '#lib/users/password-link-store';
import { removeIdentities } from '#lib/users/remove-identities';
import { removeFactors } from '#lib/users/replace-password';
import { isGreaterRole } from '#lib/users/role-in-force';
import type { User } from '#lib/users/user';
import { type UserInput, updateUser } from '#lib/users/user-store';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import { signOutUser } from './sign-out';

/** The parts of an account that its sessions, grants and links depend on. */
type AccountRights = Pick<User, 'admin' | 'enabled' | 'passwordHash' | 'passwordCarries' | 'tenants'>;

type Proven = AccountProof<'person' | 'administrator' | 'operator'>;

/** The time and the actor of a change, for the audit log. */
export type ChangeContext = {
  readonly now: Date;
  readonly by: Pick<NewAuditEvent, 'actor' | 'address' | 'requestId'>;
};

/**
 * Updates an account. No other function does. A change of its rights ends everything that was opened before: sessions,
 * grants, known browsers, and, with another role or password, links to set a password or to change the address (security
 * #104, #161). Another address ends the links that were sent to the previous one (security #90). A new role also ends
 * the links that undo a change of address, because the former address may belong to a person who must not have the role.
 * @param before the account as it is stored, locked or read in this transaction
 */
export async function updateAccount(
  tx: Transaction,
  proof: Proven,
  { before, after }: { readonly before: AccountRights & Pick<User, 'sub' | 'claims'>; readonly after: UserInput },
  circumstances: ChangeContext,
): Promise<User> {
  const { sub } = proof;
  const { now } = circumstances;
  const user = await updateUser(tx, proof, after, now);
  const isReplaced = before.admin !== user.admin || before.passwordHash !== user.passwordHash;
  if (isReplaced || isNarrowed(before, user)) await signOutUser(tx, { sub, now });
  // An unused link may be in the hands of a person who must not have this password or role.
  if (isReplaced) {
    const hasNewRole = user.admin !== null && before.admin !== user.admin;
    await voidPasswordLinks(tx, sub, now);
    await voidAccountLinks(tx, sub, now, hasNewRole ? accountLinkKinds : ['recover', 'change_email']);
  }
  await voidLinksOfAddress(tx, before, user.claims, now);
  if (isStronger(before, user)) await removeAdded(tx, proof, user, circumstances);
  return user;
}

/**
 * Removes what another person who chose the password may have added: identities of a provider, passkeys, and other
 * factors. Otherwise that person could sign in with them and would have the role.
 */
async function removeAdded(
  tx: Transaction,
  proof: Proven,
  { sub, username }: User,
  { now, by }: ChangeContext,
): Promise<void> {
  const { createdAt } = await findFounding(tx, sub);
  const removed = [...(await removeIdentities(tx, proof, createdAt)), ...(await removeFactors(tx, proof))];
  const { actor, address = null, requestId = null } = by;
  const target = { kind: 'user', id: sub, name: username };
  const facts = { outcome: 'success', actor, target, address, requestId } as const;
  await recordEvents(
    tx,
    removed.map((one) => ({ ...facts, ...one })),
    now,
  );
}

/**
 * Whether the account gets a greater role than its password counts for. Or, if the password does not count for every
 * role: whether the account gets another one, or loses the one that its role waited for.
 */
function isStronger(before: AccountRights, after: AccountRights): boolean {
  if (before.passwordHash === after.passwordHash) {
    return isGreaterRole(after.admin, before.admin) && isGreaterRole(after.admin, before.passwordCarries);
  }
  return before.passwordCarries !== 'owner' && (after.passwordHash !== null || after.admin !== null);
}

function isNarrowed(before: AccountRights, after: AccountRights): boolean {
  if (before.enabled && !after.enabled) return true;
  return after.tenants !== 'all' && !isDeepStrictEqual(before.tenants, after.tenants);
}
