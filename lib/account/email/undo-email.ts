import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import type { Database, Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { type AccountLink, consumeAccountLink, findAccountLink, findFirstUndo } from '#lib/users/account-link-store';
import { isAddressTaken } from '#lib/users/address-store';
import { sendRecovery } from '#lib/users/links/send-links';
import { removeFactorsSince, restorePassword } from '#lib/users/recovered-store';
import { removeIdentities } from '#lib/users/remove-identities';
import { isPasswordDue } from '#lib/users/role-in-force';
import type { User } from '#lib/users/user';
import { findUserBySub, setAddress, touchUser } from '#lib/users/user-store';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import { readableDomains } from '#lib/vocabulary/domain';
import { endAccountUse } from '../end-account-use';
import { isLinkToken } from '../recovery/find-recovery';
import type { Proving } from './verify-email';

const kinds = ['undo_email'] as const;

/** The address that a link would restore, without using it. */
export async function findUndo(
  token: string | null,
  { db, now }: Pick<Context, 'db' | 'now'>,
): Promise<{ readonly email: string; readonly username: string } | null> {
  if (!isLinkToken(token)) return null;
  const link = await findAccountLink(db, hashHandle(token), kinds, now);
  const person = link && (await findUserBySub(db, link.sub));
  if (link === null || person === null || !person.enabled) return null;
  return { email: readableDomains((await firstOf(db, link, now)).email), username: person.username };
}

/**
 * Undoes the changes of address of the last 72 hours, once. The account gets back the address that was verified before
 * the first of them. Passkeys, authenticators, recovery codes and identities that were added since are removed, and so
 * is a password that was set since. If a role waited for another password, it waits again. All sessions, grants, trusted
 * devices and waiting links end. If people may recover accounts, a link to set a new password goes to the restored
 * address. Nobody is signed in. A link of a disabled account is not used up.
 * @returns the restored address, and whether a link was sent; null if the link is unknown, used, void or expired
 */
export async function undoEmailChange(
  undo: Proving,
  context: Context,
): Promise<{ readonly email: string; readonly isMailed: boolean } | null> {
  if (!isLinkToken(undo.token)) return null;
  const { db, now } = context;
  const hash = hashHandle(undo.token);
  const undone = await transaction(db, async (tx) => {
    const link = await findAccountLink(tx, hash, kinds, now);
    if (link === null || !(await touchUser(tx, link.sub, now))) return null;
    const person = await findUserBySub(tx, link.sub);
    if (person === null || !person.enabled) return null;
    // Another link of the account may have been used in the meantime, which voids this one.
    const used = await consumeAccountLink(tx, hash, kinds, now);
    if (used === null) return null;
    return restore(tx, used.proof, { person, before: await firstOf(tx, link, now), undo }, context);
  });
  if (undone === null) return null;
  wakeJob(noticeJob);
  wakeJob(mailJob);
  return undone;
}

/** The undo link of the first change in the last 72 hours. It has the previous address and password. */
async function firstOf(db: Database | Transaction, link: AccountLink, now: Date): Promise<AccountLink> {
  const first = await findFirstUndo(db, link.sub, now);
  return first !== null && first.createdAt < link.createdAt ? first : link;
}

const noPassword = { passwordHash: null, passwordCarries: null };

type Undoing = { readonly person: User; readonly before: AccountLink; readonly undo: Proving };

async function restore(
  tx: Transaction,
  proof: AccountProof<'link'>,
  { person, before, undo }: Undoing,
  context: Context,
) {
  const { now, requestId } = context;
  const { sub } = person;
  const { email, createdAt: since } = before;
  const claims = { ...person.claims, email, email_verified: !(await isAddressTaken(tx, before, context)) };
  const username = await setAddress(tx, proof, { before: person, claims }, now);
  const canRecover = policyOf(portalScope, context).recovery && claims.email_verified;
  const isPasswordNew = person.passwordHash !== before.passwordHash;
  // The previous password is restored if no link can be sent, or if a role waited for another password. Without a
  // password that role would be in force (decision 020).
  const isRestored = !canRecover || isPasswordDue({ ...before, admin: person.admin });
  if (isPasswordNew) await restorePassword(tx, proof, isRestored ? before : noPassword);
  const factors = await removeFactorsSince(tx, proof, since);
  const identities = await removeIdentities(tx, proof, new Date(since.getTime() - 1));
  await endAccountUse(tx, { sub, now, keepsUndo: false });
  const { origin, place, clientAddress } = undo;
  if (canRecover) await sendRecovery(tx, { person: { ...person, claims }, origin, place }, context);
  const facts = { person, client: null, address: clientAddress, requestId };
  const password = { password_removed: isPasswordNew && !isRestored, password_restored: isPasswordNew && isRestored };
  const details = {
    from: person.claims.email ?? null,
    to: email,
    ...(username !== null && { username }),
    ...password,
    ...factors,
  };
  const unlinked = identities.map((identity) => personEvent({ ...facts, ...identity }));
  await recordEvents(tx, [personEvent({ type: 'email.restored', ...facts, details }), ...unlinked], now);
  return { email, isMailed: canRecover };
}
