import type { Context } from '#lib/context';
import { challenge } from '#lib/http/respond';
import { proofAlgs } from './read-proof';

const realm = 'signet';
const proofErrors: ReadonlySet<string> = new Set(['invalid_dpop_proof', 'use_dpop_nonce']);

/**
 * The WWW-Authenticate of an endpoint that accepts access tokens. It has both schemes, because a token may be bound
 * (RFC 9449 §7.1). An error of the proof is reported only under DPoP, any other error under both.
 * @param parameters the error, if there is one
 */
export function tokenChallenge(
  parameters: { readonly error?: string } & Readonly<Record<string, string>>,
  { snapshot: { portal } }: Pick<Context, 'snapshot'>,
): string[] {
  const algs = proofAlgs(portal.securityProfile).join(' ');
  const dpop = challenge('DPoP', { realm, ...parameters, algs });
  const isOfProof = parameters.error !== undefined && proofErrors.has(parameters.error);
  return [challenge('Bearer', { realm, ...(!isOfProof && parameters) }), dpop];
}
