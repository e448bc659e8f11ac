import { z } from 'zod';
import type { Client } from '#lib/clients/client';
import { hashHandle } from '#lib/crypto/hash';
import { type AuthorizationCode, findCode } from '#lib/tokens/token-store';
import { latestStart } from '#lib/vocabulary/time';
import { matchesRedirectUri } from '../authorize/match-redirect-uri';
import { checkChallenge, checkVerifier } from '../authorize/pkce';
import { compareProof } from '../dpop/check-dpop-jkt';
import { spendProof } from '../dpop/spend-proof';
import { invalidGrant, invalidRequest, isOAuthError, type OAuthError } from '../oauth-error';
import { recordClientUse } from '../record-use';
import { aimToken } from '../resource';
import { endStolenGrant } from './end-stolen-grant';
import {
  defineGrant,
  handleParameter,
  resourceParameter,
  type TokenRequest,
  type TokenResponse,
} from './grant-handler';
import { redeemForUser } from './issue-for-user';
import { protectIdToken, tokenResponse } from './token-response';

type CodeRequest = {
  code: string;
  redirect_uri: string;
  code_verifier?: string | undefined;
  resource?: string[] | undefined;
};

/**
 * RFC 6749 §4.1.3 with RFC 7636. A failed attempt never uses up the code. A second valid attempt ends the whole grant.
 */
export const authorizationCode = defineGrant({
  grantType: 'authorization_code',
  builtIn: true,
  schema: z.object({
    code: handleParameter,
    redirect_uri: z.string('invalid_request').max(400, 'invalid_grant'),
    code_verifier: z.string().max(200, 'invalid_grant').optional(),
    resource: resourceParameter,
  }),
  handle: redeem,
});

async function redeem(request: TokenRequest<CodeRequest>): Promise<TokenResponse> {
  const { parameters, client, proof, context } = request;
  const code = await findBoundCode(request);
  if (code.redeemedAt !== null) throw await endReplayedGrant(code, request);
  // A shorter lifetime of the client also counts for codes that exist.
  const lifetimeEnd = code.createdAt.getTime() + client.authorizationCodeLifetimeSeconds * 1000;
  const isOver = code.expiresAt <= context.now || lifetimeEnd <= context.now.getTime();
  if (isOver || code.createdAt > latestStart(context.now)) {
    throw invalidGrant('code_invalid', { reason: 'expired' });
  }
  checkPkce(code, client);
  const target = aimToken(code.grant, parameters.resource, client, context.snapshot);
  const protect = await protectIdToken(client, target.scope, context);
  const used = { kind: 'code', hash: code.hash, isSessionOpen: code.isSessionOpen } as const;
  const proven = await spendProof({ client, proof }, context);
  const issue = { ...proven, grant: code.grant, ...target, refreshToken: 'first' } as const;
  const tokens = await redeemForUser(used, issue, context);
  // Another valid request was faster. That is also a replay (RFC 6749 §4.1.2).
  if (tokens === null) throw await endReplayedGrant(code, request);
  recordClientUse(client, { pkce: [code.codeChallenge === null ? 'unused' : 'used'] }, context);
  const { nonce, stateHash } = code;
  return tokenResponse(tokens, { client, nonce, stateHash, protect }, context);
}

/**
 * Checks the binding first: client, redirect URI, PKCE and key (semantics §2.4), so that attempts by others have no
 * effect.
 */
async function findBoundCode(request: TokenRequest<CodeRequest>): Promise<AuthorizationCode> {
  const { parameters, client, proof, context } = request;
  const code = await findCode(context.db, hashHandle(parameters.code), context.now);
  if (code === null) throw invalidGrant('code_invalid', { reason: 'unknown' });
  if (code.grant.clientId !== client.clientId) {
    throw invalidGrant('code_invalid', { reason: 'issued to another client' });
  }
  if (code.redirectUri !== parameters.redirect_uri) {
    throw invalidGrant('code_redirect_uri_differs', {
      received: parameters.redirect_uri,
      registered: [code.redirectUri],
    });
  }
  // The current owner of the address may have received the code there.
  if (!matchesRedirectUri(client, code.redirectUri, context.snapshot.portal)) {
    const facts = { received: code.redirectUri, registered: client.redirectUris };
    throw invalidGrant('code_redirect_uri_removed', facts);
  }
  const codeChallengeMethod = code.codeChallengeMethod === 'plain' ? 'plain' : 'S256';
  checkVerifier({ codeChallenge: code.codeChallenge, codeChallengeMethod }, parameters.code_verifier);
  // RFC 9449 §10: a caller with the code and the verifier but another key does not get the tokens.
  const outcome = code.confirmation === null ? 'proved' : compareProof(code.confirmation, proof);
  if (outcome === 'wrong') throw invalidGrant('code_of_another_key');
  if (outcome !== 'proved') throw invalidRequest(outcome);
  return code;
}

/**
 * The client may need PKCE, or another method, since the code was issued. Then only the code of a request that would be
 * accepted now is redeemed. A replay still ends the grant.
 */
function checkPkce({ codeChallenge, codeChallengeMethod }: AuthorizationCode, client: Client): void {
  try {
    checkChallenge(client, codeChallenge ?? undefined, codeChallengeMethod ?? undefined);
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    throw invalidGrant('code_challenge_insufficient', { reason: error.description });
  }
}

async function endReplayedGrant(
  { grant }: AuthorizationCode,
  { http: { clientAddress }, context }: TokenRequest<CodeRequest>,
): Promise<OAuthError> {
  await endStolenGrant({ type: 'code.replayed', grant, clientAddress }, context);
  return invalidGrant('code_invalid', { reason: 'already redeemed; its grant was revoked' });
}
