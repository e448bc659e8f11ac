import { decodeJwt } from 'jose';
import { readAuthorization } from './authorization';
import type { Exchange } from './exchange';
import type { Pair } from './parameters';

/** In characters: of an ID token or a client assertion. */
const maximumToken = 8192;

/** Here the Authorization header names an API and not a client. */
const ofScopes: ReadonlySet<string> = new Set(['/connect/introspect']);

/** Parameters that are tokens of ours or assertions of a client. */
const tokens: ReadonlySet<string> = new Set(['client_assertion', 'id_token_hint', 'token']);

/**
 * The client that an exchange is about: as the handler found, or as the request says. Nothing here is verified: a
 * request that names a client without being it is what somebody wants to see.
 * @returns null when nothing names one
 */
export function namedClient({ request, response, refusals }: Exchange, received: readonly Pair[]): string | null {
  const { basic, bearer } = readAuthorization(request.headers.authorization);
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
    // RFC 7523 §3: a client's assertion is issued by the client about itself.
    if (typeof iss === 'string' && iss === sub) return iss;
    if (typeof aud === 'string') return aud;
  }
  return null;
}

function decode(value: string): ReturnType<typeof decodeJwt> {
  if (value.length > maximumToken || !value.includes('.')) return {};
  try {
    return decodeJwt(value);
  } catch {
    return {};
  }
}
