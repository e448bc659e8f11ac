import type { Context } from '#lib/context';
import { spendJwt } from '#lib/foreign-jwt/used-jwt-store';
import type { HttpRequest } from '#lib/http/types';
import type { KeyConfirmation } from '#lib/vocabulary/confirmation';
import type { LiveToken } from '../access-token';
import { whyNoCertificate } from '../mtls/authenticate-by-certificate';
import { invalidDpopProof, invalidToken } from '../oauth-error';
import { readProof } from './read-proof';

/** An access token as it was presented. */
export type PresentedToken = { readonly scheme: 'Bearer' | 'DPoP'; readonly value: string };

/**
 * Checks at each of our own protected endpoints whether the caller may use a token. A token that is bound to a
 * certificate requires a connection with it (RFC 8705 §3). A token that is bound to a key requires a proof by that key.
 * Any other token must be used as a bearer token (RFC 9449 §7.1).
 * @throws invalid_token; invalid_dpop_proof and use_dpop_nonce for the proof
 */
export async function checkPossession(
  { client, clientId, confirmation }: LiveToken,
  { scheme, value }: PresentedToken,
  request: HttpRequest,
  context: Context,
): Promise<void> {
  checkCertificate(confirmation, clientId, request);
  if (confirmation?.jkt === undefined) {
    if (scheme === 'Bearer') return;
    throw invalidToken('token_not_bound', { clientId });
  }
  if (scheme === 'Bearer') throw invalidToken('token_bound', { clientId });
  const proof = await readProof(request, { client, accessToken: value }, context);
  if (proof === null) throw invalidDpopProof('dpop_proof_missing', { clientId });
  if (proof.jkt !== confirmation.jkt) throw invalidToken('token_of_another_key', { clientId });
  if (!(await spendJwt(context.db, proof.use))) {
    throw invalidDpopProof('dpop_proof_invalid', { reason: 'the proof was already used', name: 'jti', clientId });
  }
}

/** RFC 8705 §3: without the certificate, or with another one, the token is not valid. */
function checkCertificate(confirmation: KeyConfirmation | null, clientId: string, request: HttpRequest): void {
  const x5t = confirmation?.['x5t#S256'];
  if (x5t === undefined) return;
  const { clientCertificate = null } = request;
  if (clientCertificate === null) {
    throw invalidToken('token_bound_to_certificate', { clientId, reason: whyNoCertificate(request) });
  }
  if (clientCertificate.thumbprint !== x5t) throw invalidToken('token_of_another_certificate', { clientId });
}
