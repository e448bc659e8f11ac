import { type JwtParts, readJwt } from '#lib/vocabulary/jwt';
import { readAuthorizationHeader } from './authorization-header';
import type { HttpExchange } from './http-exchange';
import type { Pair } from './parameters';

/** The maximum length of an ID token or a client assertion, in characters. */
const maximumToken = 8192;

/** At these endpoints, the Authorization header names an API and not a client. */
const ofScopes: ReadonlySet<string> = new Set(['/connect/introspect']);

/** Parameters that contain our tokens or a client's assertions. */
const tokens: ReadonlySet<string> = new Set(['client_assertion', 'id_token_hint', 'token']);

/**
 * The client of an exchange, as the handler found it, or as the request names it. Nothing is verified here, because a
 * request that falsely names a client is also interesting.
 * @returns null if nothing names a client
 */
export function namedClient({ request, response, refusals }: HttpExchange, received: readonly Pair[]): string | null {
  const { basic, bearer } = readAuthorizationHeader(request.headers.authorization);
  return (
    response.report?.clientId ??
    received.find(([name]) => name === 'client_id')?.[1] ??
    (ofScopes.has(request.path) ? null : basic) ??
    refusals.find(({ clientId }) => clientId !== null)?.clientId ??
    clientOfToken([...(bearer === null ? [] : [bearer]), ...received.flatMap(tokenIn)])
  );
}

function tokenIn([name, value]: Pair): string[] {
  return tokens.has(name) ? [value] : [];
}

function clientOfToken(values: readonly string[]): string | null {
  for (const value of values) {
    const { client_id: clientId, aud, iss, sub } = decode(value);
    if (typeof clientId === 'string') return clientId;
    // RFC 7523 §3: `iss` and `sub` of a client's assertion are the client.
    if (typeof iss === 'string' && iss === sub) return iss;
    if (typeof aud === 'string') return aud;
  }
  return null;
}

function decode(value: string): JwtParts['payload'] {
  if (value.length > maximumToken || !value.includes('.')) return {};
  try {
    return readJwt(value).payload;
  } catch {
    return {};
  }
}
