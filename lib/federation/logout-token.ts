import { z } from 'zod';
import { readJwt } from '#lib/vocabulary/jwt';
import type { UpstreamEnvironment } from './upstream';
import { identifier } from './upstream-id-token';
import { type TokenRules, toleranceSeconds, verifyUpstreamToken } from './verify-upstream-token';

/**
 * The maximum age of a logout token, in seconds. Its jti is kept for as long. Providers deliver it at once (§2.4
 * advises two minutes).
 */
const maximumAgeSeconds = 600;

const event = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * §2.4 recommends `logout+jwt`. `JWT` names no purpose. Any other type is a token for something else (RFC 8725 §3.11).
 */
const acceptedTypes: readonly unknown[] = [undefined, 'JWT', 'logout+jwt'];

const claimsSchema = z.object({
  iss: z.string(),
  jti: z.string().min(1),
  iat: z.number(),
  exp: z.number(),
  sub: identifier.exactOptional(),
  sid: identifier.exactOptional(),
  events: z.object({ [event]: z.record(z.string(), z.unknown()) }),
});

/**
 * The content of a logout token: the person or session, and the end of the time in which it could be presented again.
 */
export type ReceivedLogout = {
  /** The issuer of the person: of several tenants that share one, the tenant's. */
  readonly issuer: string;
  readonly jti: string;
  readonly expiresAt: Date;
  readonly who:
    | { readonly subject: string; readonly upstreamSid: string | null }
    | { readonly subject: null; readonly upstreamSid: string };
};

/**
 * Verifies a logout token like an ID token of the provider, and its additional rules (OpenID Connect Back-Channel
 * Logout §2.6): an event, no nonce, a person or a session. The caller checks whether it was used before.
 * @throws the errors of readJwt(), jose and zod, or an error whose cause says why the keys could not be fetched
 */
export async function verifyLogoutToken(
  logoutToken: string,
  rules: TokenRules,
  environment: UpstreamEnvironment,
): Promise<ReceivedLogout> {
  readJwt(logoutToken);
  const options = { maxTokenAge: maximumAgeSeconds, requiredClaims: ['exp'] };
  const { payload, protectedHeader } = await verifyUpstreamToken(logoutToken, rules, options, environment);
  if (!acceptedTypes.includes(protectedHeader.typ)) throw new Error('the header names another type');
  if ('nonce' in payload) throw new Error('a logout token has no nonce');
  const { iss, jti, iat, exp, sub, sid } = claimsSchema.parse(payload);
  const lastSeconds = Math.min(exp, iat + maximumAgeSeconds) + toleranceSeconds;
  return { issuer: iss, jti, expiresAt: new Date(lastSeconds * 1000), who: whoOf(sub, sid) };
}

function whoOf(sub: string | undefined, sid: string | undefined): ReceivedLogout['who'] {
  if (sub !== undefined) return { subject: sub, upstreamSid: sid ?? null };
  if (sid === undefined) throw new Error('the token names neither a person nor a session');
  return { subject: null, upstreamSid: sid };
}
