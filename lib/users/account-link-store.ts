import type { HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { type AccountProof, proven } from '#lib/vocabulary/account-proof';
import { canonicalEmail, provedAddress } from '#lib/vocabulary/email';
import { isUnderWay } from '#lib/vocabulary/time';
import { voidPasswordLinks } from './password-link-store';
import { readAdminRole } from './read-user';
import type { AdminRole, User } from './user';

/**
 * The kinds of mailed links: to set a new password, to verify the address of the account, to verify the address that
 * will replace it, or to restore the previous one.
 */
export const accountLinkKinds = ['recover', 'verify_email', 'change_email', 'undo_email'] as const;

export type AccountLinkKind = (typeof accountLinkKinds)[number];

/** A mailed link that is neither used, void nor expired. */
export type AccountLink = {
  /** The hash of the token. */
  readonly hash: string;
  readonly kind: AccountLinkKind;
  readonly sub: string;
  /** The address to verify, or to restore. */
  readonly email: string;
  /**
   * `recover`: the hash of the new password, once it was typed. `undo_email`: the hash of the password before the
   * change.
   */
  readonly passwordHash: string | null;
  /** `undo_email`: the most powerful role that is in force with the password before the change. See roleInForce(). */
  readonly passwordCarries: AdminRole | null;
  /** The number of wrong codes of the second factor so far. */
  readonly wrongCodes: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** @property sub null without an account: the statement is the same, and the link is never sent (security #85) */
export type NewAccountLink = Pick<AccountLink, 'kind' | 'email' | 'createdAt' | 'expiresAt'> &
  Partial<Pick<AccountLink, 'passwordHash' | 'passwordCarries'>> & {
    readonly hash: HandleHash;
    readonly sub: string | null;
  };

export async function insertAccountLink(tx: Transaction, link: NewAccountLink): Promise<void> {
  await tx.accountLink.create({ data: link, select: { hash: true } });
}

/** The waiting link with this hash, without using it. */
export async function findAccountLink(
  db: Database | Transaction,
  hash: string,
  kinds: readonly AccountLinkKind[],
  now: Date,
): Promise<AccountLink | null> {
  return first(await db.accountLink.findMany({ where: waiting({ hash, kind: { in: [...kinds] } }, now), select }));
}

/** The newest waiting link of a kind that was sent to a person. */
export async function findWaitingLink(
  db: Database | Transaction,
  sub: string,
  kind: AccountLinkKind,
  now: Date,
): Promise<AccountLink | null> {
  const orderBy = { createdAt: 'desc' as const };
  return first(await db.accountLink.findMany({ where: waiting({ sub, kind }, now), orderBy, take: 1, select }));
}

/** The oldest waiting link to undo a change of address. It restores the address from before all of them. */
export async function findFirstUndo(db: Database | Transaction, sub: string, now: Date): Promise<AccountLink | null> {
  const where = waiting({ sub, kind: 'undo_email' }, now);
  return first(await db.accountLink.findMany({ where, orderBy: { createdAt: 'asc' }, take: 1, select }));
}

/** The oldest waiting link to undo a change of this address. @param email see canonicalEmail() */
export async function findUndoTo(
  tx: Transaction,
  { sub, email }: { readonly sub: string; readonly email: string },
  now: Date,
): Promise<AccountLink | null> {
  const where = waiting({ sub, kind: 'undo_email' }, now);
  const undos = await tx.accountLink.findMany({ where, orderBy: { createdAt: 'asc' }, select });
  return first(undos.filter((undo) => canonicalEmail(undo.email) === email));
}

/**
 * Uses a link by one conditional update, so that only one of several concurrent requests succeeds.
 * @returns the link, and the proof that its person may change the account; null for all others, and for a link that is unknown, used, void or expired
 */
export async function consumeAccountLink(
  tx: Transaction,
  hash: string,
  kinds: readonly AccountLinkKind[],
  now: Date,
): Promise<(AccountLink & { readonly proof: AccountProof<'link'> }) | null> {
  const where = waiting({ hash, kind: { in: [...kinds] } }, now);
  const used = first(await tx.accountLink.updateManyAndReturn({ where, data: { usedAt: now }, select }));
  return used && { ...used, proof: proven('link', used.sub) };
}

/**
 * Voids the waiting links of a person.
 * @param sub null runs the same statement without an effect
 * @param kinds all if left out
 */
export async function voidAccountLinks(
  tx: Transaction,
  sub: string | null,
  now: Date,
  kinds: readonly AccountLinkKind[] = accountLinkKinds,
): Promise<number> {
  const { count } = await tx.accountLink.updateMany({
    where: { sub: sub ?? '', kind: { in: [...kinds] }, usedAt: null },
    data: { usedAt: now },
  });
  return count;
}

/**
 * Stores a new password until its person shows the second factor, or drops it.
 * @returns false if the link no longer works
 */
export async function savePendingPassword(
  db: Database,
  hash: string,
  passwordHash: string | null,
  now: Date,
): Promise<boolean> {
  const { count } = await db.accountLink.updateMany({ where: waiting({ hash }, now), data: { passwordHash } });
  return count === 1;
}

/**
 * Counts an attempt at the second factor before it is checked, by one conditional update.
 * @returns false if the link no longer works or has no attempt left
 */
export async function reserveLinkAttempt(db: Database, hash: string, limit: number, now: Date): Promise<boolean> {
  const { count } = await db.accountLink.updateMany({
    where: { ...waiting({ hash }, now), wrongCodes: { lt: limit } },
    data: { wrongCodes: { increment: 1 } },
  });
  return count === 1;
}

/** Gives back an attempt that was not a guess. */
export async function releaseLinkAttempt(db: Database, hash: string): Promise<void> {
  await db.accountLink.updateMany({ where: { hash, wrongCodes: { gt: 0 } }, data: { wrongCodes: { decrement: 1 } } });
}

const select = {
  hash: true,
  kind: true,
  sub: true,
  email: true,
  passwordHash: true,
  passwordCarries: true,
  wrongCodes: true,
  createdAt: true,
  expiresAt: true,
} as const;

function waiting<Where extends object>(where: Where, now: Date) {
  return { ...where, usedAt: null, ...isUnderWay(now) };
}

type Row = Omit<AccountLink, 'kind' | 'sub' | 'passwordCarries'> & {
  readonly kind: string;
  readonly sub: string | null;
  readonly passwordCarries: string | null;
};

function first([row]: readonly Row[]): AccountLink | null {
  const kind = accountLinkKinds.find((one) => one === row?.kind);
  if (row === undefined || kind === undefined || row.sub === null) return null;
  return { ...row, kind, sub: row.sub, passwordCarries: readAdminRole(row.passwordCarries) };
}

/**
 * Voids the waiting links of an account whose address was replaced, regardless of who replaced it (security #90). A
 * link may have been sent to the previous address, or would replace the new one. The links to undo a change stay, except
 * the newer ones of an account that has the address of an older one again: whoever held another address in between must
 * not bring it back (security #207). This also counts if only the verification is new.
 * @param before the account before the change
 * @param claims the claims after the change
 */
export async function voidLinksOfAddress(
  tx: Transaction,
  before: Pick<User, 'sub' | 'claims'>,
  claims: User['claims'],
  now: Date,
): Promise<void> {
  const { sub } = before;
  const proved = provedAddress(claims);
  const own = proved === null || proved === provedAddress(before.claims) ? null : { sub, email: proved };
  const undo = own && (await findUndoTo(tx, own, now));
  if (undo !== null) {
    const where = { sub, kind: 'undo_email', usedAt: null, createdAt: { gt: undo.createdAt } };
    await tx.accountLink.updateMany({ where, data: { usedAt: now } });
  }
  if (canonicalEmail(before.claims.email) === canonicalEmail(claims.email)) return;
  await voidAccountLinks(tx, before.sub, now, ['recover', 'verify_email', 'change_email']);
  await voidPasswordLinks(tx, before.sub, now);
}
