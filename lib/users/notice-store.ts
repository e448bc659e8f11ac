import type { Database, Transaction } from '#lib/db/database';
import { defineWrite } from '#lib/db/statement';
import { type Step, write } from '#lib/db/step';

/** An event of an account for its person. `details` are the values of the mail, as JSON. */
type AccountNotice = {
  readonly id: string;
  readonly kind: string;
  readonly details: string;
  readonly createdAt: Date;
};

const insert = defineWrite(
  `INSERT INTO "AccountNotice" ("id", "sub", "kind", "details", "createdAt", "expiresAt")
  VALUES (@id, @sub, @kind, @details, @createdAt, @expiresAt) ON CONFLICT ("id") DO NOTHING`,
);

/** Inserts a notice. If one with the same ID exists, it stays as it is. */
export function insertNotice(notice: AccountNotice & { readonly sub: string; readonly expiresAt: Date }): Step {
  return write(insert, notice);
}

/** The maximum number on a page. Older ones follow when these are read. */
const maximumNotices = 20;

/** The notices that a person has not read yet, newest first. */
export async function listUnreadNotices(db: Database, sub: string, now: Date): Promise<AccountNotice[]> {
  return db.accountNotice.findMany({
    where: { sub, readAt: null, expiresAt: { gt: now } },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: maximumNotices,
    select: { id: true, kind: true, details: true, createdAt: true },
  });
}

/** Every notice of a person that is kept, newest first. */
export async function listNotices(
  db: Database,
  sub: string,
): Promise<(Pick<AccountNotice, 'kind' | 'createdAt'> & { readonly readAt: Date | null })[]> {
  return db.accountNotice.findMany({
    where: { sub },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    select: { kind: true, createdAt: true, readAt: true },
  });
}

/** The newest unread notice of a kind. Null if there is none. */
export async function findUnreadNotice(
  db: Database,
  { sub, kind }: { readonly sub: string; readonly kind: string },
  now: Date,
): Promise<Pick<AccountNotice, 'id'> | null> {
  return db.accountNotice.findFirst({
    where: { sub, kind, readAt: null, expiresAt: { gt: now } },
    orderBy: { createdAt: 'desc' },
    select: { id: true },
  });
}

/** Deletes the unread notices of a kind. */
export async function dropUnreadNotices(
  tx: Transaction,
  { sub, kind }: { readonly sub: string; readonly kind: string },
): Promise<void> {
  await tx.accountNotice.deleteMany({ where: { sub, kind, readAt: null } });
}

/** Marks the notices that a person saw. Newer ones stay. */
export async function markNoticesRead(
  tx: Transaction,
  { sub, ids }: { readonly sub: string; readonly ids: readonly string[] },
  now: Date,
): Promise<void> {
  await tx.accountNotice.updateMany({ where: { sub, id: { in: [...ids] }, readAt: null }, data: { readAt: now } });
}
