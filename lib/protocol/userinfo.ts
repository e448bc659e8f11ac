import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { json, noStore } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { activeKey } from '#lib/keys/active-key';
import { signJwt } from '#lib/keys/sign-jwt';
import { scopesOfType } from '#lib/tokens/claims';
import { subjectFor } from '#lib/tokens/subject-for';
import { userinfoClaims } from '#lib/tokens/userinfo-claims';
import { getLiveToken } from './access-token';
import { readPresentedToken } from './bearer-token';
import { checkPossession, type PresentedToken } from './dpop/check-possession';
import { withDpopNonce } from './dpop/with-nonce';
import { protectFor } from './encryption/protect';
import { insufficientScope, isOAuthError } from './oauth-error';
import { protectedResources, withResourceMetadata } from './protected-resources';
import { recordTokenUse } from './record-use';
import { refuseToken } from './refuse-token';

/** The UserInfo endpoint (OpenID Connect Core §5.3), GET and POST. */
export const handleUserinfo = withDpopNonce(withResourceMetadata(protectedResources.userinfo, respond));

async function respond(request: HttpRequest, context: Context): Promise<HttpResponse> {
  try {
    const presented = readPresentedToken(request);
    if (presented === null) return refuseToken(null, 'openid', context);
    const { client, claims } = await userinfo(presented, request, context);
    return (await signFor(client, claims, context)) ?? json(200, claims);
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    return refuseToken(error, 'openid', context);
  }
}

async function userinfo(presented: PresentedToken, request: HttpRequest, context: Context) {
  const token = await getLiveToken(presented.value, context);
  await checkPossession(token, presented, request, context);
  const { user, scope } = token;
  if (user === null || !scope.includes('openid')) {
    throw insufficientScope('openid_of_person_needed', { clientId: token.clientId });
  }
  const identity = scopesOfType(context.snapshot.scopes, scope, 'identity');
  recordTokenUse(
    token,
    identity.map(({ name }) => name),
    context,
  );
  const { client } = token;
  const sub = subjectFor(client, user.sub, context.snapshot.pairwiseSalt);
  const { claims } = userinfoClaims({ client, person: user, scope, releasedByName: token.releasedByName }, context);
  return { client, claims: { ...claims, sub } };
}

/**
 * The claims as a JWT, for a client that registered an algorithm, regardless of Accept (OpenID Connect Core §5.3.2).
 * The JWT has no times, so that it is never accepted as an ID token. It is encrypted if the client registered that too.
 * @returns null for every other client
 * @throws temporarily_unavailable if the client has no key to encrypt to
 */
async function signFor(client: Client, claims: object, context: Context): Promise<HttpResponse | null> {
  const { settings, snapshot, now } = context;
  const { clientId, userinfoSignedResponseAlg: alg } = client;
  if (alg === null) return null;
  const protect = await protectFor(client, 'userinfo', context);
  const key = activeKey(snapshot.keys, alg, now);
  const body = await protect(signJwt(key, 'JWT', { ...claims, iss: settings.issuer, aud: clientId }));
  return { status: 200, headers: { ...noStore, 'content-type': 'application/jwt' }, body };
}
