import type { Client } from '#lib/clients/client';

/** The challenge is never checked, because nothing is redeemed (RFC 7636 Appendix B). */
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

type Differences = {
  readonly redirectUri?: string | null | undefined;
  /** Separated by spaces. */
  readonly scope?: string | null | undefined;
  readonly responseType?: string | undefined;
  readonly nonce?: string;
  readonly prompt?: string | undefined;
};

/**
 * The query of an authorization request as the client's library would send it, for the simulator and for a trial. It
 * asks for everything that the client may ask for, with its first redirect URI, unless something else is given.
 */
export function exampleRequest(
  {
    clientId,
    redirectUris,
    scope,
    responseTypes,
  }: Pick<Client, 'clientId' | 'redirectUris' | 'scope' | 'responseTypes'>,
  given: Differences = {},
): string {
  const [first = 'code'] = responseTypes;
  const parameters = {
    client_id: clientId,
    response_type: given.responseType ?? (responseTypes.has('code') ? 'code' : first),
    redirect_uri: given.redirectUri ?? redirectUris[0],
    scope: given.scope ?? scope.join(' '),
    nonce: given.nonce ?? 'EXAMPLE',
    prompt: given.prompt,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  };
  const sent = Object.entries(parameters).flatMap(([name, value = '']) => (value === '' ? [] : [[name, value]]));
  return `?${new URLSearchParams(sent)}`;
}
