import type { Database, Transaction } from './database';
import type { Dialect } from './dialect';
import { drain, severalStatements } from './drain';
import { empty, sql } from './sql';
import { transaction } from './transaction';

/** All grants of a person, of a client, or of a person for a client. */
type GrantsOf =
  | { readonly sub: string; readonly clientId?: string }
  | { readonly sub?: undefined; readonly clientId: string };

type Revoking = { readonly reason: string; readonly now: Date };

/** A revocation changes at most this many grants in its own transaction, and deletes at most as many consents. */
const revokedAtOnce = 300;

/**
 * Revokes grants with their codes and tokens. An earlier reason stays. If there are too many for one transaction, the
 * rest is revoked as well from its commit on, by a row that every use of a grant looks for, and continueRevocations()
 * writes it down.
 * @returns how many were revoked in this transaction
 */
export async function revokeGrants(tx: Transaction, which: GrantsOf, revoking: Revoking): Promise<number> {
  const count = await revokeSome(tx, which, { ...revoking, limit: revokedAtOnce });
  if (await isGrantLeft(tx, which)) await startRevocation(tx, which, { ...revoking, consents: false });
  return count;
}

/**
 * Deletes all consents for a client, because it is no longer the same application. If there are too many for one
 * transaction, the rest no longer counts either, as with grants. Nobody gives one by an earlier configuration.
 */
export async function forgetConsentsOf(tx: Transaction, clientId: string, now: Date): Promise<void> {
  await endEarlierAccess(tx, clientId);
  await forgetSome(tx, clientId, { limit: revokedAtOnce });
  if (await isConsentLeft(tx, clientId)) await startRevocation(tx, { clientId }, { reason: null, consents: true, now });
}

/**
 * Revokes all grants of a client and deletes all consents for it. Nobody gives one by an earlier configuration.
 */
export async function endClientAccess(tx: Transaction, clientId: string, revoking: Revoking): Promise<void> {
  await endEarlierAccess(tx, clientId);
  // The consents first: an authorization that rests on one either fails, or has written its grant. Where some are left,
  // the grants have a row too, because then it does not fail.
  await forgetSome(tx, clientId, { limit: revokedAtOnce });
  const isLeft = await isConsentLeft(tx, clientId);
  await revokeSome(tx, { clientId }, { ...revoking, limit: revokedAtOnce });
  if (isLeft || (await isGrantLeft(tx, { clientId })))
    await startRevocation(tx, { clientId }, { ...revoking, consents: true });
}

/** Waits until what is being granted is written, so that it is found. What comes later has to know the configuration. */
async function endEarlierAccess(tx: Transaction, clientId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Client" SET "accessEndedIn" = (SELECT COALESCE(MAX("number"), 0) FROM "Revision")
    WHERE "clientId" = ${clientId}`;
}

/** What a grant or a consent rests on, besides the person. */
export type GrantedBy = {
  /** The revision of the configuration by which it was decided. */
  readonly revision: number;
};

/**
 * SQL: the client that something is granted to, as long as it exists and its access did not end in a later revision. It
 * is held until the transaction ends, so whoever ends its access meanwhile finds what was granted.
 */
export const grantedClient: Readonly<Record<Dialect, string>> = {
  sqlite: grantable(''),
  postgresql: grantable(' FOR SHARE'),
};

function grantable(lock: string): string {
  return `FROM "Client" k WHERE k."clientId" = @clientId AND k."removedAt" IS NULL AND k."accessEndedIn" <= @revision${lock}`;
}

/** SQL: the newest revocation in slices. It goes into a new grant or consent, which none of them concerns. */
export const newestRevocation = `(SELECT COALESCE(MAX(v."number"), 0) FROM "Revocation" v)`;

const concerned = (grant: string) => `FROM "Revocation" v WHERE v."number" > ${grant}."era" AND v."reason" IS NOT NULL
    AND (v."sub" IS NULL OR v."sub" = ${grant}."sub") AND (v."clientId" IS NULL OR v."clientId" = ${grant}."clientId")`;

/** SQL: whether a revocation in slices concerns a grant. There are few at a time, and mostly none. */
export const isRevokedInSlices = (grant: string): string => `EXISTS (SELECT 1 ${concerned(grant)})`;

/** SQL: when a grant was revoked. NULL for one that was not. */
export const revokedAtOf = (grant: string): string =>
  `COALESCE(${grant}."revokedAt", (SELECT MIN(v."createdAt") ${concerned(grant)}))`;

/** SQL: whether a consent is deleted in slices. */
export const isForgottenInSlices = (consent: string): string => `EXISTS (SELECT 1 FROM "Revocation" v
    WHERE v."number" > ${consent}."era" AND v."consents" AND v."clientId" = ${consent}."clientId")`;

const numberKey = 'last_revocation';

async function startRevocation(
  tx: Transaction,
  { sub, clientId }: GrantsOf,
  { reason, consents, now }: { readonly reason: string | null; readonly consents: boolean; readonly now: Date },
): Promise<void> {
  const [last] = await tx.$queryRaw<{ value: string }[]>`
    INSERT INTO "Installation" ("key", "value") VALUES (${numberKey}, '1')
    ON CONFLICT ("key") DO UPDATE SET "value" = CAST(CAST("Installation"."value" AS INTEGER) + 1 AS TEXT)
    RETURNING "value"`;
  const of = { sub: sub ?? null, clientId: clientId ?? null };
  await tx.revocation.create({
    data: { number: Number(last?.value), ...of, reason, consents, createdAt: now },
    select: { number: true },
  });
}

/** How much a slice changes, and which revocation it belongs to: it concerns only what is of an earlier era. */
type Slice = { readonly limit: number; readonly before?: number };

const earlier = (before?: number) => (before === undefined ? empty : sql`AND "era" < ${before}`);

function isLive({ sub, clientId }: GrantsOf, before?: number) {
  const ofPerson = sub === undefined ? empty : sql`AND "sub" = ${sub}`;
  const ofClient = clientId === undefined ? empty : sql`AND "clientId" = ${clientId}`;
  return sql`"revokedAt" IS NULL ${ofPerson} ${ofClient} ${earlier(before)}`;
}

async function revokeSome(
  tx: Transaction,
  which: GrantsOf,
  { reason, now, limit, before }: Revoking & Slice,
): Promise<number> {
  return tx.$executeRaw`
    UPDATE "Grant" SET "revokedAt" = ${now}, "revokedReason" = ${reason}
    WHERE "id" IN (SELECT "id" FROM "Grant" WHERE ${isLive(which, before)} LIMIT ${limit}) AND "revokedAt" IS NULL`;
}

async function forgetSome(tx: Transaction, clientId: string, { limit, before }: Slice): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM "Consent"
    WHERE ("sub", "clientId") IN (SELECT "sub", "clientId" FROM "Consent"
      WHERE "clientId" = ${clientId} ${earlier(before)} LIMIT ${limit})`;
}

/**
 * The number of changed grants does not say whether any is left: on PostgreSQL, another transaction may have changed
 * the same ones.
 */
async function isGrantLeft(tx: Transaction, which: GrantsOf, before?: number): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`SELECT 1 FROM "Grant" WHERE ${isLive(which, before)} LIMIT 1`;
  return found.length > 0;
}

async function isConsentLeft(tx: Transaction, clientId: string, before?: number): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Consent" WHERE "clientId" = ${clientId} ${earlier(before)} LIMIT 1`;
  return found.length > 0;
}

/**
 * Writes down what revocations in slices revoked. What was interrupted goes on at the next run, and several processes may
 * run it at the same time.
 * @returns the number of grants and consents
 */
export async function continueRevocations(db: Database, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (const { number, sub, clientId, reason, consents, createdAt: now } of await listRevocations(db)) {
    if (signal?.aborted) return total;
    const which = sub === null ? { clientId: clientId ?? '' } : { sub, ...(clientId !== null && { clientId }) };
    const slice = (limit: number) =>
      transaction(db, async (tx) => {
        const of = { limit, before: number };
        const forgotten = consents && clientId !== null ? await forgetSome(tx, clientId, of) : 0;
        if (forgotten === limit) return { count: limit };
        const revoked =
          reason === null ? 0 : await revokeSome(tx, which, { reason, now, ...of, limit: limit - forgotten });
        const count = forgotten + revoked;
        if (count === limit) return { count };
        const isLeft =
          (consents && clientId !== null && (await isConsentLeft(tx, clientId, number))) ||
          (reason !== null && (await isGrantLeft(tx, which, number)));
        if (!isLeft) await tx.revocation.deleteMany({ where: { number } });
        return { count };
      });
    total += await drain(slice, { ...severalStatements(db.prepared.dialect), ...(signal && { signal }) });
  }
  return total;
}

function listRevocations(db: Database) {
  return db.revocation.findMany({ orderBy: { number: 'asc' }, take: 100 });
}
