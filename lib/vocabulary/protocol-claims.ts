/**
 * Claims that the protocol itself sets. A user's or client's own claim can never replace one (semantics §7.2). A
 * configuration that names one is refused, and a token omits it even if a row contains it.
 */
export const protocolClaims: ReadonlySet<string> = new Set(
  (
    'acr act amr at_hash aud auth_time azp c_hash client_id cnf events exp grant_id iat idp iss jti nbf nonce ' +
    'reference_token_id s_hash scope sid sub tenant'
  ).split(' '),
);
