import type { Client } from '#lib/clients/client';
import { equalDigests, sha256 } from '#lib/crypto/hash';
import { invalidGrant, invalidRequest } from '../oauth-error';

/** RFC 7636 §4.1 and §4.2. */
const grammar = /^[A-Za-z0-9\-._~]{43,128}$/;
/**
 * Some libraries leave the padding of base64 on the verifier, outside the grammar. Its hash alone decides, so any
 * printable characters are accepted.
 */
const hashedVerifier = /^[\x20-\x7e]{43,128}$/;
/** A SHA-256 digest in base64url. */
const s256Grammar = /^[A-Za-z0-9\-_]{43}$/;

type Challenge = {
  readonly codeChallenge: string | null;
  readonly codeChallengeMethod: 'S256' | 'plain' | null;
};

export const noChallenge: Challenge = { codeChallenge: null, codeChallengeMethod: null };

/**
 * Checks the challenge of an authorization request (RFC 7636 §4.4.1). RFC 9700 §2.1.1 requires one of public clients, and
 * recommends it to the others.
 * @throws invalid_request if it is required and missing, malformed, or has a method that the client may not use
 */
export function checkChallenge(client: Client, challenge: string | undefined, method: string | undefined): Challenge {
  if (challenge === undefined) {
    if (method !== undefined) throw invalidRequest('challenge_method_alone');
    if (client.requirePkce === true) throw invalidRequest('challenge_missing');
    return noChallenge;
  }
  if (method === 'S256') {
    if (!s256Grammar.test(challenge)) throw invalidRequest('challenge_malformed');
    return { codeChallenge: challenge, codeChallengeMethod: 'S256' };
  }
  // RFC 7636 §4.3: without a method, the method is plain.
  if ((method !== undefined && method !== 'plain') || !client.allowPlainPkce) {
    throw invalidRequest('challenge_method_unsupported', method === undefined ? {} : { received: method });
  }
  if (!grammar.test(challenge)) throw invalidRequest('challenge_malformed');
  return { codeChallenge: challenge, codeChallengeMethod: 'plain' };
}

/**
 * Checks the verifier at the token endpoint against the challenge that is stored with the code. The method is never
 * read from the request (RFC 7636 §4.6).
 * @throws invalid_grant, also for a verifier if no challenge was sent (RFC 9700 §4.8.2)
 */
export function checkVerifier(challenge: Challenge, verifier: string | undefined): void {
  if (challenge.codeChallenge === null) {
    if (verifier !== undefined) throw invalidGrant('challenge_absent');
    return;
  }
  const isHashed = challenge.codeChallengeMethod === 'S256';
  if (verifier === undefined || !(isHashed ? hashedVerifier : grammar).test(verifier)) {
    throw invalidGrant('verifier_malformed');
  }
  const computed = isHashed ? sha256(verifier) : verifier;
  if (!equalDigests(computed, challenge.codeChallenge)) throw invalidGrant('verifier_mismatch');
}
