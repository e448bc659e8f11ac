import type { HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { revokeGrants } from '#lib/db/revoke-grants';
import { sql } from '#lib/db/sql';
import { defineWrite } from '#lib/db/statement';
import { type Step, write, writeOnce } from '#lib/db/step';
import { latestStart } from '#lib/vocabulary/time';
import type { Session } from './browser-state';

const sessionColumns = {
  sid: true,
  sub: true,
  authTime: true,
  remember: true,
  lastSeenAt: true,
  expiresAt: true,
} as const;

/** The data of a session for signing in. */
export type OpenSession = Pick<Session, keyof typeof sessionColumns>;

const newHandle = defineWrite(`UPDATE "Browser" SET "handleHash" = @handleHash WHERE "id" = @browserId`);

/**
 * Gives a browser a new handle, so the previous one is worthless. Early in a transaction, it also serializes two
 * sign-ins in the same browser. Refused if the browser no longer exists.
 */
export function replaceHandle(browserId: string, handleHash: HandleHash): Step<'no_browser'> {
  return writeOnce(newHandle, { browserId, handleHash }, 'no_browser');
}

const newBrowser = defineWrite(
  `INSERT INTO "Browser" ("id", "handleHash", "currentSid", "createdAt", "expiresAt")
  VALUES (@id, @handleHash, @currentSid, @createdAt, @expiresAt)`,
);

export function insertBrowser(browser: {
  readonly id: string;
  readonly handleHash: HandleHash;
  readonly currentSid: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}): Step {
  return write(newBrowser, browser);
}

/** When the cookies of all browsers have expired. Null if there are none. */
export async function findLastEnd(db: Database): Promise<Date | null> {
  const last = await db.browser.findFirst({ orderBy: { expiresAt: 'desc' }, select: { expiresAt: true } });
  return last?.expiresAt ?? null;
}

const currentSession = defineWrite(
  `UPDATE "Browser" SET "currentSid" = @currentSid, "expiresAt" = @expiresAt WHERE "id" = @browserId`,
);

export function setCurrentSession(
  browserId: string,
  { currentSid, expiresAt }: { readonly currentSid: string; readonly expiresAt: Date },
): Step {
  return write(currentSession, { browserId, currentSid, expiresAt });
}

/** Makes another session of a browser the current one. An ended session stays ended. */
export async function makeCurrent(db: Database, browserId: string, sid: string): Promise<void> {
  await db.browser.updateMany({
    where: { id: browserId, sessions: { some: { sid, endedAt: null } } },
    data: { currentSid: sid },
  });
}

/** The sessions of a browser that have not ended, latest authentication first. */
export async function findOpenSessions(tx: Transaction, browserId: string): Promise<OpenSession[]> {
  return tx.session.findMany({
    where: { browserId, endedAt: null },
    orderBy: [{ authTime: 'desc' }, { sid: 'asc' }],
    select: sessionColumns,
  });
}

export type SessionInput = Pick<
  Session,
  'sub' | 'authTime' | 'isSpared' | 'idp' | 'remember' | 'lastSeenAt' | 'expiresAt'
> & { readonly proofs: string; readonly userAgent: string | null; readonly address: string };

/**
 * Adds a factor to a session (a step-up).
 * @returns false if it has ended, or if its proofs have changed
 */
export async function replaceProofs(
  tx: Transaction,
  sid: string,
  proofs: { readonly old: string; readonly new: string },
  now: Date,
): Promise<boolean> {
  const { count } = await tx.session.updateMany({
    where: { sid, endedAt: null, proofs: proofs.old },
    data: { proofs: proofs.new, lastSeenAt: now },
  });
  return count === 1;
}

const authentication =
  '"authTime", "proofs", "isSpared", "idp", "remember", "lastSeenAt", "expiresAt", "userAgent", "address"';
const savedSession = defineWrite(
  `INSERT INTO "Session" ("sid", "browserId", "sub", "createdAt", ${authentication})
  VALUES (@sid, @browserId, @sub, @authTime, ${authentication.replaceAll('"', '').replace(/\w+/g, '@$&')})
  ON CONFLICT ("sid") DO UPDATE SET ${authentication.replace(/"\w+"/g, '$& = excluded.$&')}`,
);

/** Writes a new session, or a new authentication into the existing one. */
export function saveSession(
  { sid, browserId }: { readonly sid: string; readonly browserId: string },
  authenticated: SessionInput,
): Step {
  return write(savedSession, { ...authenticated, sid, browserId });
}

/** Records the last use, unless the session has ended or another request already did. */
export async function setLastSeen(db: Database, sid: string, lastSeenAt: Date, now: Date): Promise<void> {
  await db.session.updateMany({ where: { sid, endedAt: null, lastSeenAt }, data: { lastSeenAt: now } });
}

/**
 * Ends sessions: one, given ones of a browser, all of a browser, all of a person, or all of a person except one.
 * @returns the sessions that ended now
 */
export async function endSessions(
  tx: Transaction,
  which:
    | { readonly sid: string }
    | { readonly browserId: string; readonly sid?: { in: string[] } }
    | { readonly sub: string; readonly sid?: { not: string }; readonly browserId?: { not: string } },
  now: Date,
): Promise<{ sid: string; sub: string }[]> {
  return tx.session.updateManyAndReturn({
    where: { ...which, endedAt: null },
    data: { endedAt: now },
    select: { sid: true, sub: true },
  });
}

/** Ends all sessions of some people. @returns the sessions that ended now */
export async function endSessionsOf(
  tx: Transaction,
  subs: readonly string[],
  now: Date,
): Promise<{ sid: string; sub: string }[]> {
  return tx.session.updateManyAndReturn({
    where: { sub: { in: [...subs] }, endedAt: null },
    data: { endedAt: now },
    select: { sid: true, sub: true },
  });
}

/**
 * Clears the current session of a browser if it has ended. The browser has none until a person signs in or is chosen.
 */
export async function clearEndedCurrent(tx: Transaction, browserId: string, endedSids: string[]): Promise<void> {
  await tx.browser.updateMany({
    where: { id: browserId, currentSid: { in: endedSids } },
    data: { currentSid: null },
  });
}

/**
 * Revokes the grants of ended sessions of a browser. A grant with offline_access outlives its session only if its code
 * or device code has been redeemed (security #107). The replace finds the whole word, because for LIKE the underscore
 * matches any letter.
 */
export async function revokeSessionGrants(tx: Transaction, browserId: string, now: Date): Promise<void> {
  await revokeGrantsOf(
    tx,
    sql`SELECT "sid" FROM "Session" WHERE "browserId" = ${browserId} AND "endedAt" IS NOT NULL`,
    now,
  );
}

/** The same for the ended sessions of a person, in every browser. */
export async function revokeEndedGrants(tx: Transaction, sub: string, now: Date): Promise<void> {
  await revokeGrantsOf(tx, sql`SELECT "sid" FROM "Session" WHERE "sub" = ${sub} AND "endedAt" IS NOT NULL`, now);
}

async function revokeGrantsOf(tx: Transaction, sids: ReturnType<typeof sql>, now: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Grant" SET "revokedAt" = ${now}, "revokedReason" = 'signed_out'
    WHERE "revokedAt" IS NULL
      AND "sid" IN (${sids})
      AND (
        replace(' ' || "scope" || ' ', ' offline_access ', '') = ' ' || "scope" || ' '
        OR EXISTS (
          SELECT 1 FROM "AuthorizationCode" c WHERE c."grantId" = "Grant"."id" AND c."redeemedAt" IS NULL
        )
        OR EXISTS (SELECT 1 FROM "DeviceRequest" d WHERE d."grantId" = "Grant"."id" AND d."redeemedAt" IS NULL)
      )`;
}

/** Revokes all grants of a person, including those with offline access. */
export async function revokeUserGrants(tx: Transaction, sub: string, now: Date): Promise<void> {
  await revokeGrants(tx, { sub }, { reason: 'signed_out_everywhere', now });
}

/** Whether tokens of a session still work: it has not ended, and its absolute limit has not passed (decision 015). */
export async function isSessionOpen(db: Database | Transaction, sid: string, now: Date): Promise<boolean> {
  const row = await db.session.findUnique({
    where: { sid, endedAt: null, authTime: { lte: latestStart(now) }, expiresAt: { gt: now } },
    select: { sid: true },
  });
  return row !== null;
}

const lockedSession = defineWrite(
  `UPDATE "Session" SET "lastSeenAt" = @now
  WHERE "sid" = @sid AND "endedAt" IS NULL AND "authTime" <= @latestStart AND "expiresAt" > @now`,
);

/**
 * Locks a session while something is issued from it. A concurrent sign-out waits, and then revokes what was issued.
 * Refused if the session has ended.
 */
export function lockSession(sid: string, now: Date): Step<'signed_out'> {
  return writeOnce(lockedSession, { sid, now, latestStart: latestStart(now) }, 'signed_out');
}

/** Drops the proofs of people in unfinished sign-ins, because the accounts or their passwords changed. */
export async function forgetProofs(tx: Transaction, subs: readonly string[]): Promise<void> {
  await tx.interaction.updateMany({ where: { provedSub: { in: [...subs] } }, data: { provedSub: null, proofs: '[]' } });
}
