import { readAuthorization } from './authorization';
import type { Exchange } from './exchange';
import type { Pair } from './parameters';

/** What ties the steps of a sign-in together: each is made for one sign-in alone. A client's own state is not. */
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

/** The values of an exchange that its sign-in is known by, in the clear. */
export function linksOf(exchange: Exchange, received: readonly Pair[], answered: readonly Pair[]): string[] {
  const { request } = exchange;
  const { bearer } = readAuthorization(request.headers.authorization);
  const atProvider = answered.some(([name]) => name === 'response_type');
  const values = [
    ...received.flatMap((pair) => linkIn(pair, request.path.endsWith('/callback'))),
    ...answered.flatMap((pair) => linkIn(pair, atProvider)),
    ...(bearer === null ? [] : [bearer]),
  ];
  return [...new Set(values)];
}

/** @param withState the state is one of ours, on the way to an identity provider or back */
function linkIn([name, value]: Pair, withState: boolean): string[] {
  if (value === '' || (!links.has(name) && !(withState && name === 'state'))) return [];
  return [name === 'user_code' ? value.toUpperCase().replace(/[^0-9A-Z]/g, '') : value];
}
