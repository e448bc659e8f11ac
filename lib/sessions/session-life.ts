import type { Portal } from '#lib/tenants/tenant';
import type { Session } from './browser-state';

export type SessionDates = Pick<Session, 'remember' | 'lastSeenAt' | 'expiresAt'>;
export type SessionLimits = Pick<Portal, 'sessionIdleSeconds' | 'sessionAbsoluteSeconds' | 'rememberSeconds'>;

/** True within the absolute limit and, for a session that is not remembered, within the idle time. */
export function isSessionLive(session: SessionDates, limits: SessionLimits, now: Date): boolean {
  return now < sessionEnd(session, limits);
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

/** The latest absolute end of several sessions; null without any. */
export function latestEnd(sessions: readonly Pick<SessionDates, 'expiresAt'>[]): Date | null {
  return sessions.length === 0 ? null : new Date(Math.max(...sessions.map(({ expiresAt }) => expiresAt.getTime())));
}

/** How long the browser keeps its cookie, in seconds: as long as a remembered session lives; null until it is closed. */
export function cookieSeconds(
  sessions: readonly Pick<SessionDates, 'remember' | 'expiresAt'>[],
  now: Date,
): number | null {
  const end = latestEnd(sessions.filter(({ remember }) => remember));
  return end === null ? null : (end.getTime() - now.getTime()) / 1000;
}

/** True if the last use should be written: after a minute, or a tenth of a short idle limit. */
export function needsTouch({ lastSeenAt }: SessionDates, limits: SessionLimits, now: Date): boolean {
  const idleSeconds = limits.sessionIdleSeconds;
  const intervalSeconds = idleSeconds === 0 ? 60 : Math.min(60, idleSeconds / 10);
  return now >= addSeconds(lastSeenAt, intervalSeconds);
}

function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}
