import type { Database, Transaction } from './database';
import { drain, severalStatements } from './drain';
import { empty, sql } from './sql';
import { transaction } from './transaction';

/** All grants of a person, of a client, or of a person for a client. */
type GrantsOf =
  | { readonly sub: string; readonly clientId?: string }
  | { readonly sub?: undefined; readonly clientId: string };

type Revoking = { readonly reason: string; readonly now: Date };

/** A revocation changes at most this many grants in its own transaction. */
const revokedAtOnce = 300;

/**
 * Revokes grants with their codes and tokens. An earlier reason stays. If there are too many for one transaction, the
 * rest is revoked as well from its commit on, by a row that every use of a grant looks for, and continueRevocations()
 * writes it down.
 * @returns how many were revoked in this transaction
 */
export async function revokeGrants(tx: Transaction, which: GrantsOf, revoking: Revoking): Promise<number> {
  const count = await revokeSome(tx, which, { ...revoking, limit: revokedAtOnce });
  if (await isAnyLeft(tx, which)) await startRevocation(tx, which, revoking);
  return count;
}

/** SQL: the newest revocation in slices. It goes into a new grant, which none of them concerns. */
export const newestRevocation = `(SELECT COALESCE(MAX(v."number"), 0) FROM "Revocation" v)`;

const concerned = (grant: string) => `FROM "Revocation" v WHERE v."number" > ${grant}."era"
    AND (v."sub" IS NULL OR v."sub" = ${grant}."sub") AND (v."clientId" IS NULL OR v."clientId" = ${grant}."clientId")`;

/** SQL: whether a revocation in slices concerns a grant. There are few at a time, and mostly none. */
export const isRevokedInSlices = (grant: string): string => `EXISTS (SELECT 1 ${concerned(grant)})`;

/** SQL: when a grant was revoked. NULL for one that was not. */
export const revokedAtOf = (grant: string): string =>
  `COALESCE(${grant}."revokedAt", (SELECT MIN(v."createdAt") ${concerned(grant)}))`;

const numberKey = 'last_revocation';

async function startRevocation(tx: Transaction, { sub, clientId }: GrantsOf, revoking: Revoking): Promise<void> {
  const { reason, now: createdAt } = revoking;
  const [last] = await tx.$queryRaw<{ value: string }[]>`
    INSERT INTO "Installation" ("key", "value") VALUES (${numberKey}, '1')
    ON CONFLICT ("key") DO UPDATE SET "value" = CAST(CAST("Installation"."value" AS INTEGER) + 1 AS TEXT)
    RETURNING "value"`;
  const data = { number: Number(last?.value), sub: sub ?? null, clientId: clientId ?? null, reason, createdAt };
  await tx.revocation.create({ data, select: { number: true } });
}

/** @param before only grants of an earlier era */
function isLive({ sub, clientId }: GrantsOf, before?: number) {
  const ofPerson = sub === undefined ? empty : sql`AND "sub" = ${sub}`;
  const ofClient = clientId === undefined ? empty : sql`AND "clientId" = ${clientId}`;
  const older = before === undefined ? empty : sql`AND "era" < ${before}`;
  return sql`"revokedAt" IS NULL ${ofPerson} ${ofClient} ${older}`;
}

async function revokeSome(
  tx: Transaction,
  which: GrantsOf,
  { reason, now, limit, before }: Revoking & { readonly limit: number; readonly before?: number },
): Promise<number> {
  return tx.$executeRaw`
    UPDATE "Grant" SET "revokedAt" = ${now}, "revokedReason" = ${reason}
    WHERE "id" IN (SELECT "id" FROM "Grant" WHERE ${isLive(which, before)} LIMIT ${limit}) AND "revokedAt" IS NULL`;
}

/**
 * The number of changed grants does not say whether any is left: on PostgreSQL, another transaction may have changed
 * the same ones.
 */
async function isAnyLeft(tx: Transaction, which: GrantsOf, before?: number): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`SELECT 1 FROM "Grant" WHERE ${isLive(which, before)} LIMIT 1`;
  return found.length > 0;
}

/**
 * Writes down what revocations in slices revoked. What was interrupted goes on at the next run, and several processes may
 * run it at the same time.
 * @returns the number of grants
 */
export async function continueRevocations(db: Database, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (const { number, sub, clientId, reason, createdAt } of await listRevocations(db)) {
    if (signal?.aborted) return total;
    const which = sub === null ? { clientId: clientId ?? '' } : { sub, ...(clientId !== null && { clientId }) };
    const slice = (limit: number) =>
      transaction(db, async (tx) => {
        const count = await revokeSome(tx, which, { reason, now: createdAt, limit, before: number });
        if (count < limit && !(await isAnyLeft(tx, which, number)))
          await tx.revocation.deleteMany({ where: { number } });
        return { count };
      });
    total += await drain(slice, { ...severalStatements(db.prepared.dialect), ...(signal && { signal }) });
  }
  return total;
}

function listRevocations(db: Database) {
  return db.revocation.findMany({ orderBy: { number: 'asc' }, take: 100 });
}
