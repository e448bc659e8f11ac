/** The challenge is never checked, because nothing is redeemed (RFC 7636 Appendix B). */
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

type Example = {
  readonly clientId: string;
  readonly redirectUri: string | undefined;
  /** Separated by spaces. */
  readonly scope: string;
  readonly responseType?: string;
  readonly nonce?: string;
  readonly prompt?: string | undefined;
};

/** The query of an authorization request, for the simulator and for a trial. */
export function exampleRequest({
  clientId,
  redirectUri,
  scope,
  responseType = 'code',
  nonce,
  prompt,
}: Example): string {
  const parameters = {
    client_id: clientId,
    response_type: responseType,
    redirect_uri: redirectUri,
    scope,
    nonce,
    prompt,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  };
  const given = Object.entries(parameters).flatMap(([name, value = '']) => (value === '' ? [] : [[name, value]]));
  return `?${new URLSearchParams(given)}`;
}
