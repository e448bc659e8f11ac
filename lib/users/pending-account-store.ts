import type { Database, Transaction } from '#lib/db/database';
import { isUnderWay } from '#lib/vocabulary/time';

/** An account that is created once its address is verified. */
export type PendingAccount = {
  /** The hash of the interaction. */
  readonly hash: string;
  /** If null, the verified address becomes the username. */
  readonly username: string | null;
  readonly name: string | null;
  /** As it was typed. */
  readonly email: string;
  readonly passwordHash: string;
};

type Times = { readonly createdAt: Date; readonly expiresAt: Date };

/** Stores the account that an interaction asks for, and replaces an earlier one. */
export async function savePendingAccount(tx: Transaction, account: PendingAccount & Times): Promise<void> {
  const { hash, username, name, email, passwordHash, createdAt, expiresAt } = account;
  await tx.$executeRaw`
    INSERT INTO "PendingAccount" ("hash", "username", "name", "email", "passwordHash", "createdAt", "expiresAt")
    VALUES (${hash}, ${username}, ${name}, ${email}, ${passwordHash}, ${createdAt}, ${expiresAt})
    ON CONFLICT ("hash") DO UPDATE SET
      "username" = excluded."username", "name" = excluded."name", "email" = excluded."email",
      "passwordHash" = excluded."passwordHash", "createdAt" = excluded."createdAt", "expiresAt" = excluded."expiresAt"`;
}

export async function findPendingAccount(db: Database, hash: string, now: Date): Promise<PendingAccount | null> {
  return db.pendingAccount.findFirst({ where: { hash, ...isUnderWay(now) }, select });
}

/** Takes the waiting account, once. Only one of several requests gets it. */
export async function redeemPendingAccount(tx: Transaction, hash: string, now: Date): Promise<PendingAccount | null> {
  const account = await tx.pendingAccount.findFirst({ where: { hash, ...isUnderWay(now) }, select });
  const { count } = await tx.pendingAccount.deleteMany({ where: { hash } });
  return count === 1 ? account : null;
}

/** Deletes the waiting account, because the step starts again or was canceled. */
export async function deletePendingAccount(db: Database | Transaction, hash: string): Promise<void> {
  await db.pendingAccount.deleteMany({ where: { hash } });
}

const select = { hash: true, username: true, name: true, email: true, passwordHash: true } as const;
