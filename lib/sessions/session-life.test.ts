import { describe, expect, it } from 'vitest';
import { absoluteEnd, isSessionLive, liveSessions, needsTouch, type SessionDates, sessionEnd } from './session-life';

const hour = 3600;
const limits = { sessionIdleSeconds: 10 * hour, sessionAbsoluteSeconds: 24 * hour, rememberSeconds: 720 * hour };
const noIdle = { ...limits, sessionIdleSeconds: 0 };
const lower = { sessionIdleSeconds: 0, sessionAbsoluteSeconds: hour, rememberSeconds: 2 * hour };
const higher = { ...noIdle, sessionAbsoluteSeconds: 48 * hour, rememberSeconds: 1440 * hour };
const at = (seconds: number) => new Date(Date.UTC(2027, 0, 1) + seconds * 1000);

const session = (lastSeen: number, end: number, remember = false): SessionDates => ({
  authTime: at(0),
  lastSeenAt: at(lastSeen),
  expiresAt: at(end),
  remember,
});

describe('isSessionLive', () => {
  it.each([
    ['just signed in', session(0, 24 * hour), limits, at(0), true],
    ['a second before the idle limit', session(0, 24 * hour), limits, at(10 * hour - 1), true],
    ['at the idle limit', session(0, 24 * hour), limits, at(10 * hour), false],
    ['long after the idle limit', session(0, 24 * hour), limits, at(23 * hour), false],
    ['used meanwhile', session(9 * hour, 24 * hour), limits, at(18 * hour), true],
    [
      'used to the end, a second before the absolute limit',
      session(23 * hour, 24 * hour),
      limits,
      at(24 * hour - 1),
      true,
    ],
    ['used to the end, at the absolute limit', session(23 * hour, 24 * hour), limits, at(24 * hour), false],
    ['remembered and not used for long', session(0, 720 * hour, true), limits, at(719 * hour), true],
    ['remembered, at the absolute limit', session(719 * hour, 720 * hour, true), limits, at(720 * hour), false],
    ['without an idle limit', session(0, 24 * hour), noIdle, at(24 * hour - 1), true],
    ['without an idle limit, at the absolute one', session(0, 24 * hour), noIdle, at(24 * hour), false],
    ['a second before an absolute limit that was lowered', session(0, 24 * hour), lower, at(hour - 1), true],
    ['at an absolute limit that was lowered, though in use', session(hour - 1, 24 * hour), lower, at(hour), false],
    ['remembered, a second before a lower limit', session(0, 720 * hour, true), lower, at(2 * hour - 1), true],
    ['remembered, at a lower limit', session(0, 720 * hour, true), lower, at(2 * hour), false],
    ['at its own limit, which was raised since', session(0, 24 * hour), higher, at(24 * hour), false],
    [
      'remembered, at its own limit, which was raised since',
      session(0, 720 * hour, true),
      higher,
      at(720 * hour),
      false,
    ],
    ['seen by a node whose clock is ahead', session(60, 24 * hour), limits, at(0), true],
  ] as const)('decides about a session %s (security #105)', (_name, dates, portal, now, live) => {
    expect(isSessionLive(dates, portal, now)).toBe(live);
    expect(now < sessionEnd(dates, portal)).toBe(live);
  });
});

it('finds live sessions in the database by the same rules (security #105)', () => {
  const now = at(10 * hour);
  const latest = at(10 * hour + 60);
  const remembered = { remember: true, authTime: { gt: at(-710 * hour), lte: latest } };
  const other = { remember: false, authTime: { gt: at(-14 * hour), lte: latest } };
  const inTime = { endedAt: null, expiresAt: { gt: now } };
  expect(liveSessions(limits, now)).toEqual({ ...inTime, OR: [remembered, { ...other, lastSeenAt: { gt: at(0) } }] });
  expect(liveSessions(noIdle, now)).toEqual({ ...inTime, OR: [remembered, other] });
});

it('ends a session by its kind', () => {
  expect(absoluteEnd(false, limits, at(0))).toEqual(at(24 * hour));
  expect(absoluteEnd(true, limits, at(0))).toEqual(at(720 * hour));
});

describe('needsTouch', () => {
  it.each([
    ['59 seconds ago', limits, at(59), false],
    ['a minute ago', limits, at(60), true],
    ['5 seconds ago under an idle limit of a minute', { ...limits, sessionIdleSeconds: 60 }, at(5), false],
    ['6 seconds ago under an idle limit of a minute', { ...limits, sessionIdleSeconds: 60 }, at(6), true],
    ['59 seconds ago without an idle limit', noIdle, at(59), false],
    ['a minute ago without an idle limit', noIdle, at(60), true],
    ['in the future', limits, at(-10), false],
  ] as const)('asks for a write when the session was last seen %s', (_name, portal, now, needed) => {
    expect(needsTouch(session(0, 24 * hour), portal, now)).toBe(needed);
  });
});
