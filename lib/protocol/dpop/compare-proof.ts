import type { Confirmation } from '#lib/vocabulary/confirmation';
import type { ClientProof } from './read-client-proof';

/**
 * Whether a request proves the keys that something is bound to. A wrong key takes precedence over a missing one.
 * @returns `proved`, `wrong`, or the rule for what is missing
 */
export function compareProof(
  { jkt, 'x5t#S256': x5t }: Confirmation,
  { dpop, certificate }: ClientProof,
): 'proved' | 'wrong' | 'dpop_proof_needed' | 'certificate_needed' {
  const isOtherKey = jkt !== undefined && dpop !== null && dpop.jkt !== jkt;
  const isOtherCertificate = x5t !== undefined && certificate !== null && certificate.thumbprint !== x5t;
  if (isOtherKey || isOtherCertificate) return 'wrong';
  if (jkt !== undefined && dpop === null) return 'dpop_proof_needed';
  return x5t !== undefined && certificate === null ? 'certificate_needed' : 'proved';
}
