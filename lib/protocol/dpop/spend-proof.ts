import type { Context } from '#lib/context';
import { spendJwt } from '#lib/foreign-jwt/used-jwt-store';
import type { Proven } from '#lib/tokens/access-token';
import { invalidDpopProof } from '../oauth-error';
import type { DpopProof } from './read-proof';

/**
 * Uses up the proof of a request, when nothing else can refuse it (RFC 9449 §11.1). Tokens are made for what this gives,
 * so none is made with a proof that was used before.
 * @throws invalid_dpop_proof
 */
export async function spendProof(
  { client, proof }: { readonly client: Proven['client']; readonly proof: DpopProof | null },
  { db }: Context,
): Promise<Proven> {
  if (proof === null) return { client, confirmation: null };
  if (await spendJwt(db, proof.use)) return { client, confirmation: proof.confirmation };
  throw invalidDpopProof('dpop_proof_invalid', { reason: 'the proof was used before', name: 'jti' });
}
