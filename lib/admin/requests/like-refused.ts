import type { Client } from '#lib/clients/client';

/** Any challenge: the simulator issues no code. */
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

type Refused = { readonly endpoint: string; readonly rule: string };

/**
 * An authorization request with the refused value in its place, and everything else as the client has it: the other
 * parameters of a refused request are not kept.
 * @returns the query for the simulator; null for a request that was none
 */
export function likeRefused(
  { endpoint, rule }: Refused,
  { received }: { readonly received?: string | undefined },
  client: Pick<Client, 'clientId' | 'redirectUris' | 'scope'>,
): string | null {
  if (endpoint !== '/connect/authorize') return null;
  const isFor = (name: string) => received !== undefined && rule.startsWith(name);
  const parameters = {
    client_id: client.clientId,
    response_type: isFor('response_type') ? received : 'code',
    redirect_uri: isFor('redirect_uri') ? received : client.redirectUris[0],
    scope: isFor('scope') ? received : client.scope.join(' '),
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  };
  const given = Object.entries(parameters).flatMap(([name, value = '']) => (value === '' ? [] : [[name, value]]));
  return `?${new URLSearchParams(given)}`;
}
