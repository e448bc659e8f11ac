import type { Context, Handler } from '#lib/context';
import type { HttpRequest } from '#lib/http/types';
import { readJwt } from '#lib/vocabulary/jwt';
import { currentNonce } from './nonce';

/**
 * Adds a nonce to every response to a request with a proof, unless the proof used the newest one (RFC 9449 §8.2). Most
 * clients do not need it. Only a client with dpop_require_nonce, or with a slow clock, does.
 */
export function withDpopNonce(handle: Handler): Handler {
  return async (request, context) => {
    const response = await handle(request, context);
    const nonce = nextNonce(request, context);
    return nonce === null ? response : { ...response, headers: { ...response.headers, 'dpop-nonce': nonce } };
  };
}

function nextNonce({ headers }: HttpRequest, { settings, now }: Context): string | null {
  if (headers.dpop === undefined) return null;
  const nonce = currentNonce(settings.secret, now);
  return sentNonce(headers.dpop) === nonce ? null : nonce;
}

function sentNonce(proof: string): unknown {
  try {
    return readJwt(proof).payload.nonce;
  } catch {
    return undefined;
  }
}
