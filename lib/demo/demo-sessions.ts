import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { IDToken, UserInfoResponse } from 'openid-client';
import { z } from 'zod';
import type { Context } from '#lib/context';
import { createId } from '#lib/crypto/random';
import { parseParameters } from '#lib/http/form';
import { noPage } from '#lib/http/html';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { singleton } from '#lib/singleton';
import { demoClientId } from '#lib/vocabulary/demo';
import { hourMs } from '#lib/vocabulary/time';
import { discoverPortal, findDemoClient } from './relying-party';

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
function forgetDemoSessions(isEnded: (session: DemoSession) => boolean): void {
  const entries = demoSessions();
  for (const [id, { session }] of [...entries]) if (isEnded(session)) entries.delete(id);
}

function demoSessions(): LRUCache<string, Entry> {
  return singleton('demo-sessions', () => new LRUCache<string, Entry>({ max: maximumSessions }));
}

const event = 'http://schemas.openid.net/event/backchannel-logout';
const claimsSchema = z.object({ sub: z.string(), events: z.object({ [event]: z.record(z.string(), z.unknown()) }) });
const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/**
 * POST /demo/back-channel: the portal says that a person's session ended (OpenID Connect Back-Channel Logout §2.5). The
 * demo forgets what it got from that session, in whatever browser.
 */
export async function handleDemoBackChannel(request: HttpRequest, context: Context): Promise<HttpResponse> {
  if (findDemoClient(context) === null) return noPage(context);
  const token = parseParameters(request.body)?.values.get('logout_token');
  const claims = token === undefined ? null : await verify(token, context).catch(() => null);
  // §2.8
  if (claims === null) return json(400, { error: 'invalid_request' });
  const { sub, sid } = claims;
  forgetDemoSessions(({ claims: known }) => (typeof sid === 'string' ? known.sid === sid : known.sub === sub));
  return json(200, {});
}

/** Verifies the token by what any application can know (§2.6). @throws what jose and zod throw */
async function verify(token: string, context: Context): Promise<JWTPayload> {
  const { issuer, jwks_uri: address } = (await discoverPortal(context)).serverMetadata();
  const response = await fetch(new URL(address ?? ''));
  const keys = createLocalJWKSet(keySetSchema.parse(await response.json()));
  const rules = { issuer, audience: demoClientId, typ: 'logout+jwt', currentDate: context.now };
  const { payload } = await jwtVerify(token, keys, { ...rules, requiredClaims: ['iat', 'exp', 'jti'] });
  claimsSchema.parse(payload);
  if ('nonce' in payload) throw new Error('a logout token must not have a nonce');
  return payload;
}
