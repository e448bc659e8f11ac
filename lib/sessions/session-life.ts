import type { Portal } from '#lib/tenants/tenant';
import type { Session } from './browser-state';

export type SessionDates = Pick<Session, 'remember' | 'lastSeenAt' | 'expiresAt'>;
export type SessionLimits = Pick<Portal, 'sessionIdleSeconds' | 'sessionAbsoluteSeconds' | 'rememberSeconds'>;

/** Whether a session is within the absolute limit and, unless it is remembered, within the idle limit. */
export function isSessionLive(session: SessionDates, limits: SessionLimits, now: Date): boolean {
  return now < sessionEnd(session, limits);
}

/** The same as a condition on rows, for sessions that nobody ended. */
export function liveSessions(limits: SessionLimits, now: Date) {
  const idleSince = addSeconds(now, -limits.sessionIdleSeconds);
  const used = limits.sessionIdleSeconds === 0 ? {} : { OR: [{ remember: true }, { lastSeenAt: { gt: idleSince } }] };
  return { endedAt: null, expiresAt: { gt: now }, ...used };
}

/** The time at which a session ends if it is not used again. */
export function sessionEnd({ remember, lastSeenAt, expiresAt }: SessionDates, limits: SessionLimits): Date {
  if (remember || limits.sessionIdleSeconds === 0) return expiresAt;
  const idleEnd = addSeconds(lastSeenAt, limits.sessionIdleSeconds);
  return idleEnd < expiresAt ? idleEnd : expiresAt;
}

/** The absolute end of a session that begins now or is authenticated again now. */
export function absoluteEnd(remember: boolean, limits: SessionLimits, now: Date): Date {
  return addSeconds(now, remember ? limits.rememberSeconds : limits.sessionAbsoluteSeconds);
}

/** The latest absolute end of several sessions. Null without sessions. */
export function latestEnd(sessions: readonly Pick<SessionDates, 'expiresAt'>[]): Date | null {
  return sessions.length === 0 ? null : new Date(Math.max(...sessions.map(({ expiresAt }) => expiresAt.getTime())));
}

/**
 * In seconds: how long the browser keeps its cookie. It is the lifetime of a remembered session, or null for until the
 * browser is closed.
 */
export function cookieSeconds(
  sessions: readonly Pick<SessionDates, 'remember' | 'expiresAt'>[],
  now: Date,
): number | null {
  const end = latestEnd(sessions.filter(({ remember }) => remember));
  return end === null ? null : (end.getTime() - now.getTime()) / 1000;
}

/** Whether the last use should be written: after a minute, or after a tenth of a short idle limit. */
export function needsTouch({ lastSeenAt }: SessionDates, limits: SessionLimits, now: Date): boolean {
  const idleSeconds = limits.sessionIdleSeconds;
  const intervalSeconds = idleSeconds === 0 ? 60 : Math.min(60, idleSeconds / 10);
  return now >= addSeconds(lastSeenAt, intervalSeconds);
}

function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}
