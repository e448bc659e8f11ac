import type { Context } from '#lib/context';
import { spendJwt } from '#lib/foreign-jwt/used-jwt-store';
import type { HttpRequest } from '#lib/http/types';
import type { LiveToken } from '../access-token';
import { invalidDpopProof, invalidToken } from '../oauth-error';
import { readProof } from './read-proof';

/** An access token as it was presented. */
export type PresentedToken = { readonly scheme: 'Bearer' | 'DPoP'; readonly value: string };

/** The rules for the proofs of a client that is gone. */
const anyClient = { securityProfile: 'none', dpopRequireNonce: false } as const;

/**
 * Decides for each of our own protected endpoints whether whoever presents a token may use it (RFC 9449 §7.1): a bound
 * token only with a proof by its key, and one that is not bound only as a bearer token.
 * @throws invalid_token; invalid_dpop_proof and use_dpop_nonce for the proof
 */
export async function checkPossession(
  { confirmation, clientId }: LiveToken,
  { scheme, value }: PresentedToken,
  request: HttpRequest,
  context: Context,
): Promise<void> {
  if (confirmation === null) {
    if (scheme === 'Bearer') return;
    throw invalidToken('token_not_bound', { clientId });
  }
  if (scheme === 'Bearer') throw invalidToken('token_bound', { clientId });
  const client = context.snapshot.clients.get(clientId) ?? anyClient;
  const proof = await readProof(request, { client, accessToken: value }, context);
  if (proof === null) throw invalidDpopProof('dpop_proof_missing', { clientId });
  if (proof.confirmation.jkt !== confirmation.jkt) throw invalidToken('token_of_another_key', { clientId });
  if (!(await spendJwt(context.db, proof.use))) {
    throw invalidDpopProof('dpop_proof_invalid', { reason: 'the proof was used before', name: 'jti', clientId });
  }
}
