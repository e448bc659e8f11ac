import type { Client } from '#lib/clients/client';
import { messageRules } from '#lib/clients/security-profile/message-rules';
import type { Context } from '#lib/context';
import { sha256 } from '#lib/crypto/hash';
import { checkTimes, clockLeewaySeconds } from '#lib/foreign-jwt/check-times';
import { isForeignJwtError } from '#lib/foreign-jwt/foreign-jwt-error';
import {
  type JwtClaims,
  type JwtPurpose,
  readForeignJwt,
  verifySignatureAtOnce,
} from '#lib/foreign-jwt/read-foreign-jwt';
import type { SingleUseJwt } from '#lib/foreign-jwt/used-jwt-store';
import type { HttpRequest } from '#lib/http/types';
import type { SecurityProfile } from '#lib/vocabulary/security-profile';
import { dpopNonceNeeded, invalidDpopProof } from '../oauth-error';
import { isSignedByProofKey, readProofKey } from './proof-key';
import { isCurrentNonce } from './with-nonce';

/** The supported algorithms. RSA keys have 2048 to 4096 bits. */
export const dpopAlgs = ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'PS256', 'RS256'];

/** The algorithms of proofs under a profile: of a client, or of the portal for what is announced to all clients. */
export function proofAlgs(profile: SecurityProfile): readonly string[] {
  const { algs } = messageRules[profile];
  return dpopAlgs.filter((alg) => algs.includes(alg));
}

const proofJwt: JwtPurpose = {
  noun: 'proof',
  maximumLength: 4096,
  types: ['dpop+jwt'],
  algorithms: dpopAlgs,
  hasOwnKey: true,
  lifetimeSeconds: null,
};

const maximumJti = 128;

/** Without a nonce, the age of a proof depends only on the client's clock. */
const maximumAgeSeconds = 60;

/** Longer than any proof is accepted: the nonces of five minutes, and one from the future. */
const usedForSeconds = 360;

/** A proof that is valid for its request and not used up yet (see spend-proof.ts). */
export type DpopProof = {
  /** The SHA-256 thumbprint of its key (RFC 7638). */
  readonly jkt: string;
  readonly use: SingleUseJwt;
};

type Expected = {
  /** The client whose profile and settings apply to the proof. */
  readonly client: Pick<Client, 'securityProfile' | 'dpopRequireNonce'>;
  /** The access token of the request, at a protected endpoint. */
  readonly accessToken: string | null;
};

/**
 * Reads the DPoP proof of a request (RFC 9449 §4.3). Checks its form, that it is signed by the key in it, and that it
 * was made now and for this request. The caller decides whether it is the right key.
 * @returns null for a request without a proof
 * @throws invalid_dpop_proof; use_dpop_nonce if the client must create the proof again with the nonce of the response
 */
export async function readProof(
  request: HttpRequest,
  { client, accessToken }: Expected,
  context: Context,
): Promise<DpopProof | null> {
  const { dpop } = request.headers;
  if (dpop === undefined) return null;
  // Node joins repeated headers by a comma, and a JWT contains none.
  if (dpop.includes(','))
    throw invalidDpopProof('dpop_proof_invalid', { reason: 'the header was sent more than once' });
  const { claims, jkt } = await verify(dpop, client);
  const { jti } = checkTarget(claims, request, context);
  checkValidity(claims, context);
  checkFreshness(claims, client.dpopRequireNonce, context);
  if (accessToken !== null && claims.ath !== sha256(accessToken))
    throw refuse('ath does not match the access token', 'ath');
  const expiresAt = new Date(context.now.getTime() + usedForSeconds * 1000);
  const owner = `${jkt} ${request.path}`;
  return { jkt, use: { purpose: 'dpop_proof', owner, jti, expiresAt } };
}

async function verify(
  text: string,
  { securityProfile }: Expected['client'],
): Promise<{ claims: JwtClaims; jkt: string }> {
  try {
    const proof = readForeignJwt(text, { ...proofJwt, algorithms: proofAlgs(securityProfile) });
    const key = await readProofKey(proof);
    const isSigned = (input: string, signature: string) => isSignedByProofKey(key, input, signature);
    return { claims: verifySignatureAtOnce(proof, isSigned), jkt: key.jkt };
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  return isForeignJwtError(error) ? refuse(error.message, error.facts.name) : error;
}

/** Both times are optional. How old the proof is, checkFreshness() decides. */
function checkValidity({ exp, nbf }: JwtClaims, { now }: Context): void {
  try {
    checkTimes({ ...(exp !== undefined && { exp }), ...(nbf !== undefined && { nbf }) }, proofJwt, now);
  } catch (error) {
    throw translate(error);
  }
}

/**
 * RFC 9449 §4.3 items 8 and 9. The address comes from the settings: the issuer, or the mTLS origin if the request was
 * sent there.
 */
function checkTarget({ jti, htm, htu }: JwtClaims, request: HttpRequest, { settings }: Context): { jti: string } {
  if (typeof jti !== 'string' || jti === '' || jti.length > maximumJti)
    throw refuse('jti is not a short string', 'jti');
  if (htm !== request.method) throw refuse('htm is not the method of the request', 'htm');
  const origin = request.isMtls && settings.mtls !== null ? settings.mtls.origin : settings.issuer;
  const expected = `${origin}${request.path}`;
  if (typeof htu !== 'string' || withoutQuery(htu) !== new URL(expected).href) {
    throw invalidDpopProof('dpop_proof_invalid', {
      reason: 'htu is not the address of the request',
      name: 'htu',
      ...(typeof htu === 'string' && { received: htu }),
      registered: [expected],
    });
  }
  return { jti };
}

/** Compared as URLs, so that the default port and the case of the host do not matter (RFC 9449 §4.3). */
function withoutQuery(uri: string): string | null {
  if (!URL.canParse(uri)) return null;
  const url = new URL(uri);
  url.search = '';
  url.hash = '';
  return url.href;
}

/** RFC 9449 §4.3 items 10 and 11. If the client's clock is slow, a nonce helps. If it is fast, it must be corrected. */
function checkFreshness({ nonce, iat }: JwtClaims, requiresNonce: boolean, { settings, now }: Context): void {
  if (typeof iat !== 'number') throw refuse('iat is not a number', 'iat');
  const seconds = now.getTime() / 1000;
  if (nonce === undefined) {
    if (requiresNonce) throw dpopNonceNeeded('dpop_nonce_needed', { reason: 'the client has dpop_require_nonce' });
    if (iat < seconds - maximumAgeSeconds) throw dpopNonceNeeded('dpop_nonce_needed', { reason: 'iat is too old' });
  } else if (typeof nonce !== 'string' || !isCurrentNonce(nonce, settings.secret, now)) {
    throw dpopNonceNeeded('dpop_nonce_needed', { reason: 'the nonce is not from this server, or is too old' });
  }
  if (iat > seconds + clockLeewaySeconds) throw refuse('iat is in the future', 'iat');
}

function refuse(reason: string, name?: string) {
  return invalidDpopProof('dpop_proof_invalid', { reason, ...(name !== undefined && { name }) });
}
