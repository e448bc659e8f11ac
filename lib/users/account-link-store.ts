import type { HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';

/**
 * Why a link was mailed: to set a new password, to prove the address of the account, to prove the address that shall
 * replace it, or to restore the former one.
 */
export const accountLinkKinds = ['recover', 'verify_email', 'change_email', 'undo_email'] as const;

export type AccountLinkKind = (typeof accountLinkKinds)[number];

/** A mailed link that was neither used nor voided, and has time left. */
export type AccountLink = {
  /** Of the token. */
  readonly hash: string;
  readonly kind: AccountLinkKind;
  readonly sub: string;
  /** The address to prove, or to restore. */
  readonly email: string;
  /** `recover`: of the new password, once it was typed; `undo_email`: of the password before the change. */
  readonly passwordHash: string | null;
  /** Wrong codes of the second factor so far. */
  readonly wrongCodes: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** @property sub null without an account: the same statement, and a link that is never sent (security #85) */
type NewAccountLink = {
  readonly hash: HandleHash;
  readonly kind: AccountLinkKind;
  readonly sub: string | null;
  readonly email: string;
  readonly passwordHash?: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

export async function insertAccountLink(tx: Transaction, link: NewAccountLink): Promise<void> {
  await tx.accountLink.create({ data: link, select: { hash: true } });
}

/** The waiting link with this hash, without using it. */
export async function findAccountLink(
  db: Database | Transaction,
  hash: HandleHash,
  kinds: readonly AccountLinkKind[],
  now: Date,
): Promise<AccountLink | null> {
  return first(await db.accountLink.findMany({ where: waiting({ hash, kind: { in: [...kinds] } }, now), select }));
}

/** The newest waiting link of a kind that a person was sent. */
export async function findWaitingLink(
  db: Database | Transaction,
  sub: string,
  kind: AccountLinkKind,
  now: Date,
): Promise<AccountLink | null> {
  const orderBy = { createdAt: 'desc' as const };
  return first(await db.accountLink.findMany({ where: waiting({ sub, kind }, now), orderBy, take: 1, select }));
}

/** The oldest waiting link to undo a change of address: it restores the address that was there before all of them. */
export async function findFirstUndo(db: Database | Transaction, sub: string, now: Date): Promise<AccountLink | null> {
  const where = waiting({ sub, kind: 'undo_email' }, now);
  return first(await db.accountLink.findMany({ where, orderBy: { createdAt: 'asc' }, take: 1, select }));
}

/**
 * Uses a link by one conditional update, so that one of several concurrent requests wins.
 * @returns null for the losers, and for a link that is unknown, used, void or expired
 */
export async function consumeAccountLink(
  tx: Transaction,
  hash: string,
  kinds: readonly AccountLinkKind[],
  now: Date,
): Promise<AccountLink | null> {
  const where = waiting({ hash, kind: { in: [...kinds] } }, now);
  return first(await tx.accountLink.updateManyAndReturn({ where, data: { usedAt: now }, select }));
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

/** Keeps a new password until its person shows the second factor, or drops it. @returns false if the link is dead */
export async function keepPassword(
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
 * @returns false if the link is dead or has no attempt left
 */
export async function reserveLinkAttempt(db: Database, hash: string, limit: number, now: Date): Promise<boolean> {
  const { count } = await db.accountLink.updateMany({
    where: { ...waiting({ hash }, now), wrongCodes: { lt: limit } },
    data: { wrongCodes: { increment: 1 } },
  });
  return count === 1;
}

/** Returns an attempt at which nothing was guessed. */
export async function giveBackLinkAttempt(db: Database, hash: string): Promise<void> {
  await db.accountLink.updateMany({ where: { hash, wrongCodes: { gt: 0 } }, data: { wrongCodes: { decrement: 1 } } });
}

const select = {
  hash: true,
  kind: true,
  sub: true,
  email: true,
  passwordHash: true,
  wrongCodes: true,
  createdAt: true,
  expiresAt: true,
} as const;

function waiting<Where extends object>(where: Where, now: Date) {
  return { ...where, usedAt: null, expiresAt: { gt: now } };
}

type Row = Omit<AccountLink, 'kind' | 'sub'> & { readonly kind: string; readonly sub: string | null };

function first([row]: readonly Row[]): AccountLink | null {
  const kind = accountLinkKinds.find((one) => one === row?.kind);
  if (row === undefined || kind === undefined || row.sub === null) return null;
  return { ...row, kind, sub: row.sub };
}
