import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { HttpRequest } from '#lib/http/types';
import { invalidRequest } from '../oauth-error';
import { type DpopProof, readProof } from './read-proof';

/**
 * The proof of a client that asks for tokens (RFC 9449 §5).
 * @returns null for none, from a client that may go without
 * @throws invalid_request where the client needs one; invalid_dpop_proof and use_dpop_nonce
 */
export async function readClientProof(
  request: HttpRequest,
  client: Client,
  context: Context,
): Promise<DpopProof | null> {
  const proof = await readProof(request, { client, accessToken: null }, context);
  if (proof === null && client.dpopBoundAccessTokens) throw invalidRequest('dpop_proof_needed');
  return proof;
}
