import type { Portal } from '#lib/tenants/schema';
import { latestStart } from '#lib/vocabulary/time';
import type { Session } from './browser-state';

export type SessionDates = Pick<Session, 'remember' | 'authTime' | 'lastSeenAt' | 'expiresAt'>;
export type SessionLimits = Pick<Portal, 'sessionIdleSeconds' | 'sessionAbsoluteSeconds' | 'rememberSeconds'>;

/**
 * Whether a session is within the absolute limit and, unless it is remembered, within the idle limit. One that began in
 * the future began while a clock was ahead: it is over, or it would count as fresh until then.
 */
export function isSessionLive(session: SessionDates, limits: SessionLimits, now: Date): boolean {
  return now < sessionEnd(session, limits) && session.authTime <= latestStart(now);
}

/** The same as a condition on rows, for sessions that nobody ended. */
export function liveSessions(limits: SessionLimits, now: Date) {
  const since = (seconds: number) => ({ gt: addSeconds(now, -seconds), lte: latestStart(now) });
  const used =
    limits.sessionIdleSeconds === 0 ? {} : { lastSeenAt: { gt: addSeconds(now, -limits.sessionIdleSeconds) } };
  return {
    endedAt: null,
    expiresAt: { gt: now },
    OR: [
      { remember: true, authTime: since(limits.rememberSeconds) },
      { remember: false, authTime: since(limits.sessionAbsoluteSeconds), ...used },
    ],
  };
}

/**
 * The time at which a session ends if it is not used again. Limits that were lowered count for sessions that exist
 * (decision 015).
 */
export function sessionEnd(session: SessionDates, limits: SessionLimits): Date {
  const { remember, authTime, lastSeenAt, expiresAt } = session;
  const hasIdleLimit = !remember && limits.sessionIdleSeconds !== 0;
  const idle = hasIdleLimit ? [addSeconds(lastSeenAt, limits.sessionIdleSeconds).getTime()] : [];
  return new Date(Math.min(expiresAt.getTime(), absoluteEnd(remember, limits, authTime).getTime(), ...idle));
}

/** The absolute end of a session that begins now or is authenticated again now. */
export function absoluteEnd(remember: boolean, limits: SessionLimits, now: Date): Date {
  return addSeconds(now, remember ? limits.rememberSeconds : limits.sessionAbsoluteSeconds);
}

/** The latest absolute end of several sessions. Null without sessions. */
export function latestEnd(sessions: readonly Pick<Session, 'expiresAt'>[]): Date | null {
  return sessions.length === 0 ? null : new Date(Math.max(...sessions.map(({ expiresAt }) => expiresAt.getTime())));
}

/**
 * In seconds: how long the browser keeps its cookie. It is the lifetime of a remembered session, or null for until the
 * browser is closed.
 */
export function cookieSeconds(sessions: readonly Pick<Session, 'remember' | 'expiresAt'>[], now: Date): number | null {
  const end = latestEnd(sessions.filter(({ remember }) => remember));
  return end === null ? null : (end.getTime() - now.getTime()) / 1000;
}

/** Whether the last use should be written: after a minute, or after a tenth of a short idle limit. */
export function needsTouch({ lastSeenAt }: Pick<Session, 'lastSeenAt'>, limits: SessionLimits, now: Date): boolean {
  const idleSeconds = limits.sessionIdleSeconds;
  const intervalSeconds = idleSeconds === 0 ? 60 : Math.min(60, idleSeconds / 10);
  return now >= addSeconds(lastSeenAt, intervalSeconds) || lastSeenAt > latestStart(now);
}

function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}
