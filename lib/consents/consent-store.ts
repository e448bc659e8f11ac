import type { Database, Transaction } from '#lib/db/database';
import { text, textOrNull, time, timeOrNull } from '#lib/db/read-column';
import { type GrantedBy, grantedClient, isForgottenInSlices, newestRevocation } from '#lib/db/revoke-grants';
import { run } from '#lib/db/run';
import { empty, raw, sql } from '#lib/db/sql';
import { defineStatement, defineWrite } from '#lib/db/statement';
import { type Step, write, writeOnce } from '#lib/db/step';
import { storedList } from '#lib/vocabulary/stored';
import type { Consent } from './consent-covers';

/** A person has at most one consent for a client. */
type ConsentKey = { readonly sub: string; readonly clientId: string };

/**
 * The remembered consent of this person for this client. It ends by the client's current setting if that is sooner than
 * when it was given. Null if there is none.
 */
export async function findConsent(
  db: Database,
  sub: string,
  client: { readonly clientId: string; readonly consentLifetimeSeconds: number | null },
): Promise<Consent | null> {
  const { clientId, consentLifetimeSeconds: seconds } = client;
  const [found] = await db.prepared.rows(storedConsent, { sub, clientId });
  if (found === undefined) return null;
  const { createdAt, expiresAt, ...consent } = found;
  const end = seconds === null ? null : new Date(createdAt.getTime() + seconds * 1000);
  const isSooner = end !== null && (expiresAt === null || end < expiresAt);
  return { ...consent, expiresAt: isSooner ? end : expiresAt };
}

const storedConsent = defineStatement(
  `SELECT "scope", "claims", "createdAt", "expiresAt" FROM "Consent" c
  WHERE "sub" = @sub AND "clientId" = @clientId AND NOT ${isForgottenInSlices('c')}`,
  (row) => ({
    scope: text(row, 'scope').split(' '),
    claims: namesOf({ claims: textOrNull(row, 'claims') }),
    createdAt: time(row, 'createdAt'),
    expiresAt: timeOrNull(row, 'expiresAt'),
  }),
);

type ConsentRow = Omit<RememberedConsent, 'claims'> & { readonly claims: string | null };

const isForgotten = raw(isForgottenInSlices('c'));

function namesOf({ claims }: Pick<ConsentRow, 'claims'>): readonly string[] {
  return claims === null ? [] : storedList(claims);
}

const sameConsent = defineWrite(
  `UPDATE "Consent" SET "scope" = @scope WHERE "sub" = @sub AND "clientId" = @clientId AND "scope" = @scope
    AND "claims" IS NOT DISTINCT FROM @claims AND NOT ${isForgottenInSlices('"Consent"')}`,
);

/**
 * Locks a consent until the transaction ends, so that it cannot be taken back while something is granted by it. Refused
 * if it is no longer as it was read.
 */
export function holdConsent(key: ConsentKey, consent: Consent): Step<'consent_withdrawn'> {
  return writeOnce(sameConsent, { ...key, ...allowedColumns(consent) }, 'consent_withdrawn');
}

/** A remembered consent. `claims` were allowed by name without their scope. */
export type RememberedConsent = {
  readonly clientId: string;
  readonly scope: string;
  readonly claims: readonly string[];
  readonly createdAt: Date;
};

/** The remembered consents of a person: one for each client at most. */
export async function listConsents(
  db: Database,
  sub: string,
  now: Date,
  clientId?: string,
): Promise<RememberedConsent[]> {
  const only = clientId === undefined ? empty : sql`AND "clientId" = ${clientId}`;
  const rows = await db.$queryRaw<ConsentRow[]>`
    SELECT "clientId", "scope", "claims", "createdAt" FROM "Consent" c
    WHERE "sub" = ${sub} ${only} AND ("expiresAt" IS NULL OR "expiresAt" > ${now}) AND NOT ${isForgotten}
    ORDER BY "createdAt"`;
  return rows.map((row) => ({ ...row, claims: namesOf(row) }));
}

const remembering = (now: string, expiresAt: string, client: string) =>
  `INSERT INTO "Consent" ("sub", "clientId", "scope", "claims", "createdAt", "expiresAt", "era")
  SELECT @sub, k."clientId", @scope, @claims, ${now}, ${expiresAt}, ${newestRevocation} ${client}
  ON CONFLICT ("sub", "clientId") DO UPDATE SET "scope" = excluded."scope", "claims" = excluded."claims",
    "createdAt" = excluded."createdAt", "expiresAt" = excluded."expiresAt", "era" = excluded."era"`;

const remembered = defineWrite({
  sqlite: remembering('@now', '@expiresAt', grantedClient.sqlite),
  // In a SELECT, a value without a type is a text.
  postgresql: remembering('CAST(@now AS TIMESTAMP)', 'CAST(@expiresAt AS TIMESTAMP)', grantedClient.postgresql),
});

/**
 * Stores a consent and replaces an earlier one. Refused if the client was deleted, or its access ended, after the
 * configuration of this process was read.
 */
export function rememberConsent(
  key: ConsentKey,
  consent: Consent,
  { now, revision }: GrantedBy & { readonly now: Date },
): Step<'access_ended'> {
  const values = { ...key, ...allowedColumns(consent), expiresAt: consent.expiresAt, now, revision };
  return writeOnce(remembered, values, 'access_ended');
}

/** Takes a scope and claims out of a consent, if there is one. If no scope is left, it is deleted. */
export async function narrowConsent(
  tx: Transaction,
  key: ConsentKey,
  taken: { readonly scope: string; readonly claims: readonly string[] },
): Promise<void> {
  const row = await tx.consent.findUnique({ where: { sub_clientId: key }, select: { scope: true, claims: true } });
  if (row === null) return;
  const scope = row.scope.split(' ').filter((one) => one !== taken.scope);
  const claims = namesOf(row).filter((one) => !taken.claims.includes(one));
  if (scope.length === 0) await run(tx, [forgetConsent(key)]);
  else await tx.consent.updateMany({ where: key, data: allowedColumns({ scope, claims }) });
}

/** The scopes and claims of a consent as they are stored. */
function allowedColumns({ scope, claims }: Pick<Consent, 'scope' | 'claims'>) {
  return { scope: scope.join(' '), claims: claims.length === 0 ? null : JSON.stringify(claims) };
}

const forgotten = defineWrite(`DELETE FROM "Consent" WHERE "sub" = @sub AND "clientId" = @clientId`);

/** Deletes a consent, because "remember" was not selected, or access was withdrawn. */
export function forgetConsent({ sub, clientId }: ConsentKey): Step {
  return write(forgotten, { sub, clientId });
}

/** Deletes all consents of a user, because somebody else may have given them. */
export async function forgetConsentsOfUser(tx: Transaction, sub: string): Promise<void> {
  await tx.consent.deleteMany({ where: { sub } });
}
