import { readClock } from '#lib/http/clock';
import type { Logger } from '#lib/log/log';
import type { Database } from './database';

const periodMs = 60_000;

/** Rows of one statement: short enough to let others write in between. */
const batchSize = 200;

/** Kept so much longer than needed, because the clocks of several machines differ. Seconds. */
const marginSeconds = 60;

/** A person who comes back late is offered to begin again, and what they came for is still known. */
const interactionSeconds = 3600;

/** A retired key stays for those who ask what signed an old token. */
const keySeconds = 30 * 86_400;

/** The longest range of the overview, and the one before it. */
const countSeconds = 62 * 86_400;

/** Today and yesterday are told; the day before may still be going on elsewhere. */
const activeSeconds = 3 * 86_400;

type Sweep = (db: Database, before: Date, limit: number) => Promise<{ count: number }>;

/**
 * Everything that expires, by model. Codes and refresh tokens go with their grant: until then a used one is the evidence
 * of a replay (RFC 6749 §4.1.2, RFC 9700 §4.14.2). Secrets of clients and scopes stay until somebody removes them.
 */
export const sweeps = {
  Interaction: (db, before, limit) =>
    db.interaction.deleteMany({ where: { expiresAt: { lt: secondsEarlier(before, interactionSeconds) } }, limit }),
  UpstreamSignIn: (db, before, limit) => db.upstreamSignIn.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  UpstreamLogout: (db, before, limit) => db.upstreamLogout.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  AccessToken: (db, before, limit) => db.accessToken.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  Grant: (db, before, limit) => db.grant.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  RevokedToken: (db, before, limit) => db.revokedToken.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  Consent: (db, before, limit) => db.consent.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  RateLimit: (db, before, limit) => db.rateLimit.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  PasswordLink: (db, before, limit) => db.passwordLink.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  Session: (db, before, limit) => db.session.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  Browser: (db, before, limit) => db.browser.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  LogoutNotice: (db, before, limit) => db.logoutNotice.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  DeviceRequest: (db, before, limit) => db.deviceRequest.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  PushedRequest: (db, before, limit) => db.pushedRequest.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  ClientAssertion: (db, before, limit) =>
    db.clientAssertion.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  InitialAccessToken: (db, before, limit) =>
    db.initialAccessToken.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  Trace: (db, before, limit) => db.trace.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  Explanation: (db, before, limit) => db.explanation.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  IdempotentRequest: (db, before, limit) =>
    db.idempotentRequest.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  IssuedTokens: (db, before, limit) =>
    db.issuedTokens.deleteMany({ where: { hour: { lt: secondsEarlier(before, countSeconds) } }, limit }),
  ActivePerson: (db, before, limit) =>
    db.activePerson.deleteMany({ where: { day: { lt: secondsEarlier(before, activeSeconds) } }, limit }),
  SigningKey: (db, before, limit) =>
    db.signingKey.deleteMany({ where: { expiresAt: { lt: secondsEarlier(before, keySeconds) } }, limit }),
} as const satisfies Record<string, Sweep>;

/**
 * Deletes what has expired, in batches that are a statement each. Several processes may do so at once.
 * @returns how many rows went, not counting those that went with them
 * @throws what the database throws; the batches before it stay deleted
 */
export async function sweepExpired(db: Database, now: Date): Promise<number> {
  const before = secondsEarlier(now, marginSeconds);
  let total = 0;
  for (const sweep of Object.values(sweeps)) total += await drain(() => sweep(db, before, batchSize));
  return total + (await capExplanations(db));
}

/** So many explanation records are kept at most (design: explain), whatever is refused in a week. */
const maximumExplanations = 200_000;

/**
 * Deletes the oldest explanation records beyond a number, and those of the same moment with them.
 * @returns how many rows went
 */
export async function capExplanations(db: Database, maximum = maximumExplanations): Promise<number> {
  const orderBy = { createdAt: 'desc' } as const;
  const oldest = await db.explanation.findFirst({ orderBy, skip: maximum, select: { createdAt: true } });
  if (oldest === null) return 0;
  const where = { createdAt: { lte: oldest.createdAt } };
  return drain(() => db.explanation.deleteMany({ where, limit: batchSize }));
}

/**
 * Sweeps once a minute, off the request path. A sweep that fails is logged and tried again a minute later.
 * @returns ends it: no sweep starts any more; resolves when the running one is through
 */
export function startSweeper(db: Database, log: Pick<Logger, 'warn'>): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= sweepAndLog(db, log).finally(() => {
      running = null;
    });
  }, periodMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function sweepAndLog(db: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await sweepExpired(db, readClock());
  } catch (error) {
    log.warn({ err: error }, 'could not sweep expired rows');
  }
}

async function drain(deleteBatch: () => Promise<{ count: number }>): Promise<number> {
  for (let total = 0; ; ) {
    const { count } = await deleteBatch();
    total += count;
    if (count < batchSize) return total;
  }
}

function secondsEarlier(time: Date, seconds: number): Date {
  return new Date(time.getTime() - seconds * 1000);
}
