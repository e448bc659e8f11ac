import { daySeconds } from '#lib/vocabulary/time';
import { capExplanations } from './cap-explanations';
import type { Database } from './database';
import { drain, severalStatements } from './drain';
import { Prisma } from './generated/sqlite/client';
import { removeGrants } from './removal';
import { defineStatement } from './statement';
import { transaction } from './transaction';

/** In seconds. Rows are kept this much longer than necessary, because the clocks of several machines differ. */
const marginSeconds = 60;

/**
 * An expired interaction or pushed request is kept for this long. A person who returns late can start again, because
 * the request is still known. Only their answer uses up a pushed request.
 */
const interactionSeconds = 3600;

/** An expired key is kept for this long at least, to tell which key signed an old token. */
const keySeconds = 30 * daySeconds;

/** The longest range of the overview, including the whole first day. */
const overviewSeconds = 91 * daySeconds;

/** Numbers that were not shown for this long are deleted, and counted again when needed. */
const snapshotSeconds = 7 * daySeconds;

/** A batch takes as long as the wait for the disk, which holds nobody. So it says little about fewer rows than these. */
const sizes = { longBatchMs: 10, smallestLimit: 50 };

/** When the rows of a model are deleted. */
type Expiry = {
  /** The columns of the primary key. */
  readonly key: readonly [string, ...string[]];
  /** The column with the end of a row. It is indexed. `expiresAt` if left out. */
  readonly end?: string;
  /** In seconds: how much longer a row is kept. */
  readonly keptSeconds?: number | ((db: Database) => Promise<number>);
  /** A further condition, as SQL. */
  readonly only?: string;
};

/**
 * Every model with rows that expire. Codes and refresh tokens are deleted with their grant, because until then a used
 * one is evidence of a replay (RFC 6749 §4.1.2, RFC 9700 §4.14.2). So are redeemed device codes, which never expire.
 * Secrets of clients and scopes stay until a person deletes them.
 */
export const sweeps = {
  Interaction: { key: ['hash'], keptSeconds: interactionSeconds },
  UpstreamSignIn: { key: ['hash'] },
  UpstreamLogout: { key: ['provider', 'jti'] },
  AccessToken: { key: ['hash'] },
  Grant: { key: ['id'] },
  RevokedToken: { key: ['jti'] },
  Consent: { key: ['sub', 'clientId'] },
  // A job records the end of those that wait.
  AccessRequest: { key: ['id'], only: `"state" <> 'pending'` },
  AgentRequest: { key: ['clientId', 'sub'] },
  RateLimit: { key: ['key'] },
  KnownBrowser: { key: ['hash'] },
  TrustedDevice: { key: ['hash'] },
  PasskeyChallenge: { key: ['hash'] },
  EmailCode: { key: ['hash'] },
  PendingAccount: { key: ['hash'] },
  AccountLink: { key: ['hash'] },
  AccountNotice: { key: ['id'] },
  PasswordLink: { key: ['hash'] },
  Session: { key: ['sid'] },
  Browser: { key: ['id'] },
  LogoutNotice: { key: ['id'] },
  OutboxMail: { key: ['id'] },
  DeviceRequest: { key: ['hash'] },
  PushedRequest: { key: ['hash'], keptSeconds: interactionSeconds },
  UsedJwt: { key: ['key'] },
  InitialAccessToken: { key: ['hash'] },
  Trace: { key: ['id'] },
  Explanation: { key: ['reference'] },
  IdempotentRequest: { key: ['caller', 'key'] },
  ActiveUser: { key: ['sub'], end: 'hour', keptSeconds: overviewSeconds },
  // Hourly counts are only needed for the first day of a range.
  ClientUsage: {
    key: ['clientId', 'unit', 'start'],
    end: 'start',
    only: `"unit" = 'hour'`,
    keptSeconds: overviewSeconds,
  },
  OverviewSnapshot: { key: ['range', 'zone'], end: 'to', keptSeconds: snapshotSeconds },
  CheckDismissal: { key: ['id'] },
  SigningKey: { key: ['kid'], keptSeconds: async (db) => Math.max(keySeconds, await longestSessionSeconds(db)) },
} as const satisfies Record<string, Expiry>;

/**
 * Deletes expired rows with drain(), one model after the other. Several processes may run it at the same time.
 * @returns the number of deleted rows, without those that a cascade deleted
 * @throws the errors of the database; earlier batches stay deleted
 */
export async function sweepExpired(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  const before = secondsEarlier(now, marginSeconds);
  let total = 0;
  for (const [model, expiry] of Object.entries<Expiry>(sweeps)) {
    if (signal?.aborted) return total;
    const { keptSeconds = 0 } = expiry;
    const seconds = typeof keptSeconds === 'number' ? keptSeconds : await keptSeconds(db);
    const end = secondsEarlier(before, seconds);
    const own = model === 'Grant' ? severalStatements(db.prepared.dialect) : sizes;
    const options = { ...own, ...(signal && { signal }) };
    total += await drain((limit) => deleteBatch(db, model, { end, limit, now }), options);
  }
  return total + (await capExplanations(db, signal && { signal }));
}

type Batch = { readonly end: Date; readonly limit: number; readonly now: Date };

async function deleteBatch(db: Database, model: string, { end, limit, now }: Batch): Promise<{ count: number }> {
  const deletion = deletions.get(model);
  if (deletion !== undefined) return { count: (await db.prepared.rows(deletion, { end, limit })).length };
  const { dialect } = db.prepared;
  const isOver = Prisma.sql`"expiresAt" < ${end}`;
  return { count: await transaction(db, (tx) => removeGrants(tx, isOver, { dialect, limit, now })) };
}

/**
 * The condition is repeated outside the list, because PostgreSQL waits for a row that somebody is changing, and then
 * compares only the outer condition with its new values. Otherwise a row that was renewed meanwhile would be deleted.
 */
function defineDeletion(model: string, { key, end = 'expiresAt', only = '1 = 1' }: Expiry) {
  const columns = key.map((one) => `"${one}"`).join(', ');
  const isOver = `${only} AND "${end}" < @end`;
  const list = `SELECT ${columns} FROM "${model}" WHERE ${isOver} LIMIT @limit`;
  return defineStatement(
    `DELETE FROM "${model}" WHERE (${columns}) IN (${list}) AND ${isOver} RETURNING 1`,
    () => null,
  );
}

/** By model. Grants take several statements. */
const deletions = new Map(
  Object.entries<Expiry>(sweeps).flatMap(([model, expiry]) =>
    model === 'Grant' ? [] : [[model, defineDeletion(model, expiry)] as const],
  ),
);

/** An expired key still verifies the hints of a session that began with it (security #19). */
async function longestSessionSeconds(db: Database): Promise<number> {
  const portal = await db.portal.findFirst({ select: { sessionAbsoluteSeconds: true, rememberSeconds: true } });
  return portal === null ? 0 : Math.max(portal.sessionAbsoluteSeconds, portal.rememberSeconds);
}

function secondsEarlier(time: Date, seconds: number): Date {
  return new Date(time.getTime() - seconds * 1000);
}
