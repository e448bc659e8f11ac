import type { Handler } from '#lib/context';
import { keyedDigest, keyedDigests, type MasterSecret } from '#lib/crypto/master-secret';
import { readJwt } from '#lib/vocabulary/jwt';

/**
 * Adds a nonce to every response to a request with a proof, unless the proof used the newest one (RFC 9449 §8.2). Most
 * clients do not need it. Only a client with dpop_require_nonce, or with a slow clock, does.
 */
export function withDpopNonce(handle: Handler): Handler {
  return async (request, context) => {
    const response = await handle(request, context);
    const { dpop } = request.headers;
    if (dpop === undefined) return response;
    const nonce = currentNonce(context.settings.secret, context.now);
    if (sentNonce(dpop) === nonce) return response;
    return { ...response, headers: { ...response.headers, 'dpop-nonce': nonce } };
  };
}

function sentNonce(proof: string): unknown {
  try {
    return readJwt(proof).payload.nonce;
  } catch {
    return undefined;
  }
}

const purpose = 'dpop-nonce';
const stepSeconds = 60;

/**
 * The number of steps before and after the current one whose nonces are also accepted, because the clocks of processes
 * differ.
 */
const stepsBehind = 4;
const stepsAhead = 1;

/** 132 bits. */
const length = 22;

/**
 * The nonce for proofs from now on (RFC 9449 §8). It is a keyed digest of the minute, so every process computes the
 * same one, and none is stored.
 */
export function currentNonce(secret: MasterSecret, now: Date): string {
  return keyedDigest(secret, purpose, String(stepOf(now))).slice(0, length);
}

/** Whether a nonce is one of ours from the last four minutes. */
export function isCurrentNonce(nonce: string, secret: MasterSecret, now: Date): boolean {
  const current = stepOf(now);
  for (let step = current + stepsAhead; step >= current - stepsBehind; step -= 1) {
    if (keyedDigests(secret, purpose, String(step)).some((digest) => digest.slice(0, length) === nonce)) return true;
  }
  return false;
}

function stepOf(now: Date): number {
  return Math.floor(now.getTime() / 1000 / stepSeconds);
}
