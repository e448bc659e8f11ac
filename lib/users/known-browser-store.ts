import type { HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { defineWrite } from '#lib/db/statement';
import { type Step, write } from '#lib/db/step';
import { isUnderWay } from '#lib/vocabulary/time';

/** A browser that an account knows: the hash of the handle that the browser has for this account. */
type KnownBrowser = { readonly hash: HandleHash; readonly sub: string };

/** The valid handles among these, with their accounts. */
export async function findKnownBrowsers(
  db: Database | Transaction,
  hashes: readonly HandleHash[],
  now: Date,
): Promise<{ readonly hash: string; readonly sub: string }[]> {
  if (hashes.length === 0) return [];
  return db.knownBrowser.findMany({
    where: { hash: { in: [...hashes] }, ...isUnderWay(now) },
    select: { hash: true, sub: true },
  });
}

export async function listKnownBrowsers(db: Database | Transaction, sub: string): Promise<string[]> {
  return (await db.knownBrowser.findMany({ where: { sub }, select: { hash: true } })).map(({ hash }) => hash);
}

/**
 * Makes an account forget all browsers, after a new password or role, or if another person may have used the account.
 * @param but the hashes of handles that stay known
 */
export async function forgetBrowsers(tx: Transaction, sub: string, but: readonly HandleHash[] = []): Promise<void> {
  await tx.knownBrowser.deleteMany({ where: { sub, hash: { notIn: [...but] } } });
}

const forget = defineWrite(`DELETE FROM "KnownBrowser" WHERE "hash" = @hash`);
const insert = defineWrite(
  `INSERT INTO "KnownBrowser" ("hash", "sub", "createdAt", "expiresAt") VALUES (@hash, @sub, @createdAt, @expiresAt)`,
);
const forgetSurplus = defineWrite(
  `DELETE FROM "KnownBrowser" WHERE "sub" = @sub AND "hash" IN (
    SELECT "hash" FROM "KnownBrowser" WHERE "sub" = @sub ORDER BY "createdAt" DESC, "hash" LIMIT 100 OFFSET @maximum
  )`,
);

/**
 * Makes a browser known to an account by a new handle.
 * @param own the hashes of its previous handles for this account, which are forgotten
 * @param maximum how many browsers the account knows afterwards, namely those with the newest sign-ins
 */
export function saveKnownBrowser(
  browser: KnownBrowser & { readonly createdAt: Date; readonly expiresAt: Date },
  own: readonly string[],
  maximum: number,
): Step {
  return [
    ...own.flatMap((hash) => write(forget, { hash })),
    ...write(insert, browser),
    ...write(forgetSurplus, { sub: browser.sub, maximum }),
  ];
}
