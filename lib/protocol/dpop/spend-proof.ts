import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { spendJwt } from '#lib/foreign-jwt/used-jwt-store';
import type { ClientCertificate } from '#lib/http/client-certificate';
import type { HttpRequest } from '#lib/http/types';
import type { Proven } from '#lib/tokens/access-token';
import { whyNoCertificate } from '../mtls/authenticate-by-certificate';
import { invalidDpopProof, invalidRequest } from '../oauth-error';
import { type DpopProof, readProof } from './read-proof';

type Proving = { readonly client: Proven['client']; readonly proof: ClientProof };

/**
 * Uses up the proof of a request, after all other checks (RFC 9449 §11.1). Tokens can only be issued with its result,
 * so no token is issued for a proof that was used before.
 * @throws invalid_dpop_proof
 */
export async function spendProof({ client, proof }: Proving, context: Context): Promise<Proven> {
  const { dpop, certificate } = proof;
  if (dpop !== null) await spendDpopProof(dpop, context);
  // A DPoP proof always binds the token. A certificate does so only for a client that registered that (RFC 8705 §3.4).
  const binds = certificate !== null && client.tlsClientCertificateBoundAccessTokens;
  if (dpop === null && !binds) return { client, confirmation: null };
  const bound = { ...(dpop !== null && { jkt: dpop.jkt }), ...(binds && { 'x5t#S256': certificate.thumbprint }) };
  return { client, confirmation: bound };
}

/** @throws invalid_dpop_proof if it was used before */
export async function spendDpopProof(proof: DpopProof, { db }: Context): Promise<void> {
  if (await spendJwt(db, proof.use)) return;
  throw invalidDpopProof('dpop_proof_invalid', { reason: 'the proof was already used', name: 'jti' });
}

/** The keys that a token request proves: that of its DPoP proof, and that of the certificate of its connection. */
export type ClientProof = {
  readonly dpop: DpopProof | null;
  readonly certificate: ClientCertificate | null;
};

/**
 * Reads the proof of a client that asks for tokens (RFC 9449 §5, RFC 8705 §3).
 * @throws invalid_request if a required proof is missing; invalid_dpop_proof and use_dpop_nonce
 */
export async function readClientProof(request: HttpRequest, client: Client, context: Context): Promise<ClientProof> {
  const dpop = await readProof(request, { client, accessToken: null }, context);
  const certificate = request.clientCertificate ?? null;
  if (dpop === null && client.dpopBoundAccessTokens) throw invalidRequest('dpop_proof_needed');
  if (certificate === null && client.tlsClientCertificateBoundAccessTokens) {
    throw invalidRequest('certificate_needed', { reason: whyNoCertificate(request) });
  }
  return { dpop, certificate };
}
