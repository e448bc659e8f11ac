import type { Client } from '#lib/clients/client';
import type { KeyConfirmation } from '#lib/vocabulary/confirmation';
import { invalidRequest } from '../oauth-error';
import type { ResponseType } from '../response-types';
import type { ClientProof } from './spend-proof';

/** The SHA-256 thumbprint of a key in base64url (RFC 7638 §3). */
const thumbprint = /^[A-Za-z0-9\-_]{43}$/;

type Asking = {
  readonly client: Pick<Client, 'dpopBoundAccessTokens' | 'tlsClientCertificateBoundAccessTokens'>;
  readonly type: ResponseType;
};

/**
 * Checks the key that an authorization request binds its code to (RFC 9449 §10). An access token in the response itself
 * has no proof of possession, so it is refused if it would have to be bound.
 * @returns null without the parameter
 * @throws invalid_request
 */
export function checkDpopJkt(dpopJkt: string | undefined, { client, type }: Asking): string | null {
  if (dpopJkt !== undefined && !thumbprint.test(dpopJkt)) throw invalidRequest('dpop_jkt_malformed');
  const isBound = client.dpopBoundAccessTokens || client.tlsClientCertificateBoundAccessTokens;
  if (type.returns.token && (dpopJkt !== undefined || isBound)) {
    throw invalidRequest('response_type_unbound');
  }
  return dpopJkt ?? null;
}

/**
 * Whether a request proves the keys that something is bound to. A wrong key takes precedence over a missing one.
 * @returns `proved`, `wrong`, or the rule for what is missing
 */
export function compareProof(
  { jkt, 'x5t#S256': x5t }: KeyConfirmation,
  { dpop, certificate }: ClientProof,
): 'proved' | 'wrong' | 'dpop_proof_needed' | 'certificate_needed' {
  const isOtherKey = jkt !== undefined && dpop !== null && dpop.jkt !== jkt;
  const isOtherCertificate = x5t !== undefined && certificate !== null && certificate.thumbprint !== x5t;
  if (isOtherKey || isOtherCertificate) return 'wrong';
  if (jkt !== undefined && dpop === null) return 'dpop_proof_needed';
  return x5t !== undefined && certificate === null ? 'certificate_needed' : 'proved';
}
