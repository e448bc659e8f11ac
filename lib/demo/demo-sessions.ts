import { LRUCache } from 'lru-cache';
import type { IDToken, UserInfoResponse } from 'openid-client';
import { createId } from '#lib/crypto/random';
import { singleton } from '#lib/singleton';
import { hourMs } from '#lib/vocabulary/time';

/** The values that the demo application received. */
export type DemoSession = {
  readonly claims: IDToken;
  readonly userInfo: UserInfoResponse;
  readonly idToken: string;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly scope: string | null;
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshedAt: Date | null;
};

type Entry = { readonly session: DemoSession; readonly expiresAt: Date };

const lifetimeMs = hourMs;
const maximumSessions = 200;

/**
 * Stores received values for an hour. The least recently used ones make room. The demo may lose them, so memory is
 * enough.
 */
export function saveDemoSession(session: DemoSession, now: Date, id: string = createId()): string {
  demoSessions().set(id, { session, expiresAt: new Date(now.getTime() + lifetimeMs) });
  return id;
}

export function findDemoSession(id: string | undefined, now: Date): DemoSession | null {
  const entry = id === undefined ? undefined : demoSessions().get(id);
  return entry !== undefined && entry.expiresAt > now ? entry.session : null;
}

export function forgetDemoSession(id: string): void {
  demoSessions().delete(id);
}

/** Forgets the values of which this is true, in this process. */
export function forgetDemoSessions(isEnded: (session: DemoSession) => boolean): void {
  const entries = demoSessions();
  for (const [id, { session }] of [...entries]) if (isEnded(session)) entries.delete(id);
}

function demoSessions(): LRUCache<string, Entry> {
  return singleton('demo-sessions', () => new LRUCache<string, Entry>({ max: maximumSessions }));
}
