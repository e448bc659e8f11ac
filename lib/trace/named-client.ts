import { decodeComponent } from '#lib/http/form';
import { type JwtParts, readJwt } from '#lib/vocabulary/jwt';
import type { HttpExchange } from './http-exchange';
import type { Pair } from './redact';

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

/** The sender in an Authorization header, without the secret. */
type AuthorizationHeader = {
  /** The name in Basic credentials. */
  readonly basic: string | null;
  /** The access token, with the scheme Bearer or DPoP (RFC 9449 §7.1). */
  readonly bearer: string | null;
};

const nobody = { basic: null, bearer: null };

function readAuthorizationHeader(header: string | undefined): AuthorizationHeader {
  const [, scheme = '', value = ''] = /^(basic|bearer|dpop) +(\S+)$/i.exec(header ?? '') ?? [];
  switch (scheme.toLowerCase()) {
    case 'basic':
      return { ...nobody, basic: decodeComponent(Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '') };
    case 'bearer':
    case 'dpop':
      return { ...nobody, bearer: value };
    default:
      return nobody;
  }
}

/** The values that link the steps of a sign-in. Each belongs to only one sign-in. A client's own state may not. */
const links: ReadonlySet<string> = new Set([
  'access_token',
  'code',
  'device_code',
  'id_token',
  'id_token_hint',
  'interaction',
  'posted',
  'refresh_token',
  'request',
  'request_uri',
  'subject_token',
  'token',
  'user_code',
]);

/** The values of an exchange that identify its sign-in, in clear text. */
export function linksOf(exchange: HttpExchange, received: readonly Pair[], answered: readonly Pair[]): string[] {
  const { request } = exchange;
  const { bearer } = readAuthorizationHeader(request.headers.authorization);
  const atProvider = answered.some(([name]) => name === 'response_type');
  const values = [
    ...received.flatMap((pair) => linkIn(pair, request.path.endsWith('/callback'))),
    ...answered.flatMap((pair) => linkIn(pair, atProvider)),
    ...(bearer === null ? [] : [bearer]),
  ];
  return [...new Set(values)];
}

/** @param withState true if the state is ours, on the way to an identity provider or back */
function linkIn([name, value]: Pair, withState: boolean): string[] {
  if (value === '' || (!links.has(name) && !(withState && name === 'state'))) return [];
  return [name === 'user_code' ? value.toUpperCase().replace(/[^0-9A-Z]/g, '') : value];
}
