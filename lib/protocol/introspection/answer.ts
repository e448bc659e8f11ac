import { messageRules } from '#lib/clients/security-profile/message-rules';
import type { Context } from '#lib/context';
import { names, qualityOf } from '#lib/http/accept';
import { json, noStore } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { activeKey } from '#lib/keys/active-key';
import { signJwt } from '#lib/keys/sign-jwt';
import { audienceOf } from '#lib/scopes/audience';
import type { Scope } from '#lib/scopes/scope';
import { protectForOwner } from '../encryption/protect';

/** What an API receives about a token: `{ active: false }`, or more. */
export type Introspection = Readonly<Record<string, unknown>> & { readonly active: boolean };

const signedType = 'application/token-introspection+jwt';

/**
 * The response in the type that the API asked for: JSON (RFC 7662 §2.2), or a signed JWT (RFC 9701 §5), which is
 * encrypted if the API registered that.
 * @throws temporarily_unavailable if the API has no key to encrypt to
 */
export async function answer(
  result: Introspection,
  api: Scope,
  request: HttpRequest,
  context: Context,
): Promise<HttpResponse> {
  if (!asksForJwt(request.headers.accept)) return json(200, result);
  const { introspectionEncryptedResponseAlg: alg, introspectionEncryptedResponseEnc: enc } = api;
  const protect = await protectForOwner(api, alg === null ? null : { alg, enc }, {}, context);
  const body = await protect(sign(result, api, context));
  return { status: 200, headers: { ...noStore, 'content-type': signedType }, body };
}

/** RFC 9701 §4: an API gets a JWT only if it names the type and does not prefer JSON. */
export function asksForJwt(accept: string | undefined): boolean {
  const quality = qualityOf(accept, signedType);
  return names(accept, signedType) && quality > 0 && quality >= qualityOf(accept, 'application/json');
}

/**
 * RFC 9701 §5: the token is described in its own claim. Outside of it there is neither `sub` nor `exp`, so the response
 * cannot be mistaken for a token.
 */
function sign(result: Introspection, api: Scope, { settings, snapshot, now }: Context): string {
  const { usualAlg } = messageRules[snapshot.portal.securityProfile];
  const key = activeKey(snapshot.keys, api.introspectionSignedResponseAlg ?? usualAlg, now);
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { iss: settings.issuer, aud: audienceOf(api), iat, token_introspection: result };
  return signJwt(key, 'token-introspection+jwt', claims);
}
