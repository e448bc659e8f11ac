import type { HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import type { PreparedStep } from '#lib/db/prepared';
import { defineStatement } from '#lib/db/statement';
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

export async function insertKnownBrowser(
  tx: Transaction,
  browser: KnownBrowser & { readonly createdAt: Date; readonly expiresAt: Date },
): Promise<void> {
  await tx.knownBrowser.create({ data: browser, select: { hash: true } });
}

export async function deleteKnownBrowsers(tx: Transaction, hashes: readonly string[]): Promise<void> {
  if (hashes.length > 0) await tx.knownBrowser.deleteMany({ where: { hash: { in: [...hashes] } } });
}

/** The known browsers of an account beyond a maximum. These are the ones with the oldest sign-ins. */
export async function findSurplusBrowsers(tx: Transaction, sub: string, maximum: number): Promise<string[]> {
  const orderBy = [{ createdAt: 'desc' as const }, { hash: 'asc' as const }];
  const rows = await tx.knownBrowser.findMany({ where: { sub }, orderBy, skip: maximum, select: { hash: true } });
  return rows.map(({ hash }) => hash);
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

const forget = defineStatement(`DELETE FROM "KnownBrowser" WHERE "hash" = @hash`, () => null);
const insert = defineStatement(
  `INSERT INTO "KnownBrowser" ("hash", "sub", "createdAt", "expiresAt") VALUES (@hash, @sub, @createdAt, @expiresAt)`,
  () => null,
);
const forgetSurplus = defineStatement(
  `DELETE FROM "KnownBrowser" WHERE "sub" = @sub AND "hash" NOT IN (
    SELECT "hash" FROM "KnownBrowser" WHERE "sub" = @sub ORDER BY "createdAt" DESC, "hash" LIMIT @maximum
  )`,
  () => null,
);

/**
 * The steps of a prepared transaction that give a browser another handle.
 * @param own the hashes of its previous handles for this account
 * @param maximum how many browsers the account knows afterwards, namely those with the newest sign-ins
 */
export function renewingKnownBrowser(
  browser: KnownBrowser & { readonly createdAt: Date; readonly expiresAt: Date },
  own: readonly string[],
  maximum: number,
): PreparedStep[] {
  return [
    ...own.map((hash): PreparedStep => [forget, { hash }, true]),
    [insert, browser],
    [forgetSurplus, { sub: browser.sub, maximum }, true],
  ];
}
