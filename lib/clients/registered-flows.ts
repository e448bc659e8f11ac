/** Open to every registration, because these flows end with a redirect to an address that the person has seen. */
const openGrants = ['authorization_code', 'refresh_token'];

/** The only response type of these grants. */
export const openResponseType = 'code';

/** These flows have no redirect, so the person sees no address, and an operator must vouch for the client. */
const vouchedGrants = ['client_credentials', 'urn:ietf:params:oauth:grant-type:device_code'];

/**
 * The grants that a client may register. They are also the only ones that a self-registered client may use, even if
 * more are stored for it. Only an administrator can allow implicit, hybrid, password, token exchange and extension
 * grants.
 * @param isVouched true with an initial access token
 */
export function registrableGrants(isVouched: boolean): ReadonlySet<string> {
  return new Set(isVouched ? [...openGrants, ...vouchedGrants] : openGrants);
}
