import { capExplanations } from './cap-explanations';
import type { Database } from './database';
import { drain } from './drain';

/** In seconds. Rows are kept this much longer than necessary, because the clocks of several machines differ. */
const marginSeconds = 60;

/**
 * An expired interaction or pushed request is kept for this long. A person who returns late can start again, because
 * the request is still known. Only their answer uses up a pushed request.
 */
const interactionSeconds = 3600;

/** An expired key is kept for this long at least, to tell which key signed an old token. */
const keySeconds = 30 * 86_400;

/** The longest range of the overview, including the whole first day. */
const overviewSeconds = 91 * 86_400;

/** Numbers that were not shown for this long are deleted, and counted again when needed. */
const snapshotSeconds = 7 * 86_400;

type Sweep = (db: Database, before: Date, limit: number) => Promise<{ count: number }>;

/**
 * Every model with rows that expire. Codes and refresh tokens are deleted with their grant, because until then a used
 * one is evidence of a replay (RFC 6749 §4.1.2, RFC 9700 §4.14.2). So are redeemed device codes, which never expire.
 * Secrets of clients and scopes stay until a person deletes them.
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
  AgentRequest: (db, before, limit) => db.agentRequest.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  RateLimit: (db, before, limit) => db.rateLimit.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  KnownBrowser: (db, before, limit) => db.knownBrowser.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  TrustedDevice: (db, before, limit) => db.trustedDevice.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  PasskeyChallenge: (db, before, limit) =>
    db.passkeyChallenge.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  EmailCode: (db, before, limit) => db.emailCode.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  PendingAccount: (db, before, limit) => db.pendingAccount.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  AccountLink: (db, before, limit) => db.accountLink.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  AccountNotice: (db, before, limit) => db.accountNotice.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  PasswordLink: (db, before, limit) => db.passwordLink.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  Session: (db, before, limit) => db.session.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  Browser: (db, before, limit) => db.browser.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  LogoutNotice: (db, before, limit) => db.logoutNotice.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  OutboxMail: (db, before, limit) => db.outboxMail.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  DeviceRequest: (db, before, limit) => db.deviceRequest.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  PushedRequest: (db, before, limit) =>
    db.pushedRequest.deleteMany({ where: { expiresAt: { lt: secondsEarlier(before, interactionSeconds) } }, limit }),
  UsedJwt: (db, before, limit) => db.usedJwt.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  InitialAccessToken: (db, before, limit) =>
    db.initialAccessToken.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  Trace: (db, before, limit) => db.trace.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  Explanation: (db, before, limit) => db.explanation.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  IdempotentRequest: (db, before, limit) =>
    db.idempotentRequest.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  ActiveUser: (db, before, limit) =>
    db.activeUser.deleteMany({ where: { hour: { lt: secondsEarlier(before, overviewSeconds) } }, limit }),
  // Hourly counts are only needed for the first day of a range.
  ClientUsage: (db, before, limit) =>
    db.clientUsage.deleteMany({
      where: { unit: 'hour', start: { lt: secondsEarlier(before, overviewSeconds) } },
      limit,
    }),
  OverviewSnapshot: (db, before, limit) =>
    db.overviewSnapshot.deleteMany({ where: { to: { lt: secondsEarlier(before, snapshotSeconds) } }, limit }),
  CheckDismissal: (db, before, limit) => db.checkDismissal.deleteMany({ where: { expiresAt: { lt: before } }, limit }),
  SigningKey: async (db, before, limit) => {
    const seconds = Math.max(keySeconds, await longestSessionSeconds(db));
    return db.signingKey.deleteMany({ where: { expiresAt: { lt: secondsEarlier(before, seconds) } }, limit });
  },
} as const satisfies Record<string, Sweep>;

/**
 * Deletes expired rows with drain(), one model after the other. Several processes may run it at the same time.
 * @returns the number of deleted rows, without those that a cascade deleted
 * @throws the errors of the database; earlier batches stay deleted
 */
export async function sweepExpired(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  const before = secondsEarlier(now, marginSeconds);
  let total = 0;
  for (const sweep of Object.values(sweeps)) {
    total += await drain((limit) => sweep(db, before, limit), signal && { signal });
  }
  return total + (await capExplanations(db));
}

/** An expired key still verifies the hints of a session that began with it (security #19). */
async function longestSessionSeconds(db: Database): Promise<number> {
  const portal = await db.portal.findFirst({ select: { sessionAbsoluteSeconds: true, rememberSeconds: true } });
  return portal === null ? 0 : Math.max(portal.sessionAbsoluteSeconds, portal.rememberSeconds);
}

function secondsEarlier(time: Date, seconds: number): Date {
  return new Date(time.getTime() - seconds * 1000);
}
