import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { ClientCertificate } from '#lib/http/client-certificate';
import type { HttpRequest } from '#lib/http/types';
import { whyNoCertificate } from '../mtls/authenticate-by-certificate';
import { invalidRequest } from '../oauth-error';
import { type DpopProof, readProof } from './read-proof';

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
