import { readAuthorizationHeader } from './authorization-header';
import type { HttpExchange } from './http-exchange';
import type { Pair } from './parameters';

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
