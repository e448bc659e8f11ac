import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Context } from '#lib/context';
import { parseParameters } from '#lib/http/form';
import { noPage } from '#lib/http/html';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { demoClientId } from '#lib/vocabulary/demo';
import { forgetDemoSessions } from './demo-sessions';
import { discoverPortal, findDemoClient } from './relying-party';

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
  if ('nonce' in payload) throw new Error('a logout token has no nonce');
  return payload;
}
