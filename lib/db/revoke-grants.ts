import { readNamedClaims, withoutScope, writeNamedClaims } from '#lib/vocabulary/requested-claims';
import type { Database, Transaction } from './database';
import { drain, severalStatements } from './drain';
import { empty, forUpdate, hasText, join, raw, sql } from './sql';
import type { Dialect } from './statement';
import { transaction } from './transaction';

/** All grants of a person, of a client, or of a person for a client, there also only those with a scope. */
type GrantsOf =
  | { readonly sub: string; readonly clientId?: string; readonly scope?: undefined }
  | { readonly sub?: undefined; readonly clientId: string; readonly scope?: undefined }
  | TakenScope;

/** A scope that a person takes back from a client. */
type TakenScope = { readonly sub: string; readonly clientId: string; readonly scope: string };

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
 * Takes a scope out of all grants of a person for a client, with the claims that were allowed under it. All of their
 * tokens lose it. If there are too many grants for one transaction, the rest loses it from its commit on, too.
 */
export async function narrowGrants(tx: Transaction, taken: TakenScope, now: Date): Promise<void> {
  if ((await narrowSome(tx, taken, { now, limit: revokedAtOnce })) < revokedAtOnce) return;
  await startRevocation(tx, taken, { reason: null, consents: false, now });
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

/**
 * Waits until what is being granted is written, so that it is found. What comes later has to know the configuration of
 * this transaction, which therefore begins with bumpRevision().
 */
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
    AND (v."sub" IS NULL OR v."sub" = ${grant}."sub") AND (v."clientId" IS NULL OR v."clientId" = ${grant}."clientId")
    AND (v."scope" IS NULL OR replace(' ' || ${grant}."scope" || ' ', ' ' || v."scope" || ' ', '') <> ' ' || ${grant}."scope" || ' ')`;

/** SQL: the scopes that narrowGrants() takes out of a grant in slices. NULL if there are none, as mostly. */
export const scopesTakenInSlices = (grant: string): string => `(SELECT string_agg(v."scope", ' ') FROM "Revocation" v
    WHERE v."number" > ${grant}."era" AND v."scope" IS NOT NULL AND v."reason" IS NULL AND v."sub" = ${grant}."sub"
      AND v."clientId" = ${grant}."clientId")`;

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
  { sub, clientId, scope }: GrantsOf,
  { reason, consents, now }: { readonly reason: string | null; readonly consents: boolean; readonly now: Date },
): Promise<void> {
  const [last] = await tx.$queryRaw<{ value: string }[]>`
    INSERT INTO "Installation" ("key", "value") VALUES (${numberKey}, '1')
    ON CONFLICT ("key") DO UPDATE SET "value" = CAST(CAST("Installation"."value" AS INTEGER) + 1 AS TEXT)
    RETURNING "value"`;
  const of = { sub: sub ?? null, clientId: clientId ?? null, scope: scope ?? null };
  await tx.revocation.create({
    data: { number: Number(last?.value), ...of, reason, consents, createdAt: now },
    select: { number: true },
  });
}

/** How much a slice changes, and which revocation it belongs to: it concerns only what is of an earlier era. */
type Slice = { readonly limit: number; readonly before?: number };

const earlier = (before?: number) => (before === undefined ? empty : sql`AND "era" < ${before}`);

const spaced = raw(`' ' || "scope" || ' '`);

function isLive({ sub, clientId, scope }: GrantsOf, before?: number) {
  const ofPerson = sub === undefined ? empty : sql`AND "sub" = ${sub}`;
  const ofClient = clientId === undefined ? empty : sql`AND "clientId" = ${clientId}`;
  const withScope = scope === undefined ? empty : sql`AND ${hasText(spaced, ` ${scope} `)}`;
  return sql`"revokedAt" IS NULL ${ofPerson} ${ofClient} ${withScope} ${earlier(before)}`;
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

/**
 * Takes a scope out of grants; one without another scope ends. Those of a slice are of the era of its revocation then,
 * which no longer concerns them.
 */
async function narrowSome(
  tx: Transaction,
  { sub, clientId, scope: name }: TakenScope,
  { now, limit, before }: { readonly now: Date } & Slice,
): Promise<number> {
  const mayHaveIt = sql`AND (${hasText(spaced, ` ${name} `)} OR ${hasText(raw('"claims"'), JSON.stringify(name))})`;
  const grants = await tx.$queryRaw<{ id: string; scope: string; claims: string | null }[]>`
    SELECT "id", "scope", "claims" FROM "Grant" WHERE ${isLive({ sub, clientId }, before)}
      ${before === undefined ? mayHaveIt : empty} LIMIT ${limit} ${forUpdate(tx.dialect)}`;
  const alike = new Map<string, string[]>();
  for (const { id, scope, claims } of grants) {
    const left = withoutScope({ scope: scope.split(' '), claims: readNamedClaims(claims) }, name);
    const columns = JSON.stringify([left.scope.join(' '), writeNamedClaims(left.claims)]);
    alike.set(columns, [...(alike.get(columns) ?? []), id]);
  }
  for (const [columns, ids] of alike) {
    const [scope, claims]: [string, string | null] = JSON.parse(columns);
    const ended = scope === '' ? sql`"revokedAt" = ${now}, "revokedReason" = 'withdrawn'` : sql`"scope" = ${scope}`;
    const era = before === undefined ? empty : sql`, "era" = ${before}`;
    await tx.$executeRaw`UPDATE "Grant" SET ${ended}, "claims" = ${claims} ${era} WHERE "id" IN (${join(ids)})`;
  }
  return grants.length;
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
 * Writes down what revocations in slices revoked, one after the other, because a grant that is narrowed is of a later era.
 * What was interrupted goes on at the next run, and several processes may run it at the same time.
 * @returns the number of grants and consents
 */
export async function continueRevocations(db: Database, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (const revocation of await listRevocations(db)) {
    let isDone = false;
    const doSlice = async (limit: number) => {
      const slice = await transaction(db, (tx) => continueOne(tx, revocation, limit));
      ({ isDone } = slice);
      return slice;
    };
    if (signal?.aborted) return total;
    total += await drain(doSlice, { ...severalStatements(db.prepared.dialect), ...(signal && { signal }) });
    if (!isDone) return total;
  }
  return total;
}

type StoredRevocation = Awaited<ReturnType<typeof listRevocations>>[number];

/**
 * @returns how many grants and consents it changed, and whether none is left: on PostgreSQL, another transaction may have
 * changed some of the slice
 */
async function continueOne(
  tx: Transaction,
  revocation: StoredRevocation,
  limit: number,
): Promise<{ readonly count: number; readonly isDone: boolean }> {
  const { number: before, sub, clientId, scope, reason, consents, createdAt: now } = revocation;
  const forgotten = consents && clientId !== null ? await forgetSome(tx, clientId, { limit, before }) : 0;
  if (forgotten === limit) return { count: limit, isDone: false };
  const which = grantsOf({ sub, clientId, scope });
  const rest = { now, before, limit: limit - forgotten };
  const isNarrowing = reason === null && which.scope !== undefined;
  const changed = isNarrowing
    ? await narrowSome(tx, which, rest)
    : reason === null
      ? 0
      : await revokeSome(tx, which, { ...rest, reason });
  const count = forgotten + changed;
  if (count === limit) return { count, isDone: false };
  const isLeft =
    (consents && clientId !== null && (await isConsentLeft(tx, clientId, before))) ||
    (isNarrowing && (await isGrantLeft(tx, { sub: which.sub, clientId: which.clientId }, before))) ||
    (reason !== null && (await isGrantLeft(tx, which, before)));
  if (!isLeft) await tx.revocation.deleteMany({ where: { number: before } });
  return { count, isDone: !isLeft };
}

function grantsOf({ sub, clientId, scope }: Pick<StoredRevocation, 'sub' | 'clientId' | 'scope'>): GrantsOf {
  if (sub === null) return { clientId: clientId ?? '' };
  if (clientId === null) return { sub };
  return scope === null ? { sub, clientId } : { sub, clientId, scope };
}

function listRevocations(db: Database) {
  return db.revocation.findMany({ orderBy: { number: 'asc' }, take: 100 });
}
