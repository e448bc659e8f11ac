import { hash } from 'node:crypto';
import type { Client } from '#lib/clients/client';
import { activeKey } from '#lib/keys/active-key';
import type { SigningAlg } from '#lib/keys/algorithms';
import { signJwt } from '#lib/keys/sign-jwt';
import type { Issuing, Subject } from './access-token';
import { claimsOfScopes, pickClaims, scopesOfType } from './claims';

/** What an ID token carries beside the person. */
export type IdTokenContent = {
  readonly client: Client;
  readonly subject: Subject;
  readonly scope: readonly string[];
  readonly nonce: string | null;
  /** The access token returned beside it: at_hash. */
  readonly accessToken: string | null;
  /** The code returned beside it, from the authorization endpoint: c_hash. */
  readonly code: string | null;
  /** s_hash of the authorization request's state. */
  readonly stateHash: string | null;
};

/**
 * Issues an ID token (OpenID Connect Core §2). The user's claims come from UserInfo unless the client asks for them
 * in the token (§5.4).
 */
export function issueIdToken(content: IdTokenContent, issuing: Issuing): string {
  const key = activeKey(issuing.keys, content.client.idTokenSignedResponseAlg, issuing.now);
  return signJwt(key, 'JWT', idTokenPayload(content, issuing));
}

/** The claims that issueIdToken() signs. */
export function idTokenPayload(content: IdTokenContent, issuing: Issuing): Readonly<Record<string, unknown>> {
  const { client, subject, nonce, accessToken, code, stateHash } = content;
  const { sub, sid, authTime, amr, idp, acr } = subject.authentication;
  const alg = client.idTokenSignedResponseAlg;
  const iat = Math.floor(issuing.now.getTime() / 1000);
  return {
    ...userClaims(content, issuing),
    ...pickClaims(subject.claims, subject.requestedClaims.idToken),
    iss: issuing.issuer,
    aud: client.clientId,
    nbf: iat,
    iat,
    exp: iat + client.idTokenLifetimeSeconds,
    sub,
    auth_time: Math.floor(authTime.getTime() / 1000),
    idp,
    amr,
    ...(acr === null ? {} : { acr }),
    ...(sid === null ? {} : { sid }),
    ...(nonce === null ? {} : { nonce }),
    ...(accessToken === null ? {} : { at_hash: leftHalfHash(alg, accessToken) }),
    ...(code === null ? {} : { c_hash: leftHalfHash(alg, code) }),
    ...(stateHash === null ? {} : { s_hash: stateHash }),
  };
}

/** at_hash, c_hash and s_hash: base64url of the left half of the hash that belongs to the algorithm (§3.1.3.6). */
export function leftHalfHash(alg: SigningAlg, value: string): string {
  const digest = hash(alg === 'EdDSA' ? 'sha512' : 'sha256', value, 'buffer');
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

function userClaims({ client, subject, scope, accessToken, code }: IdTokenContent, { scopes }: Issuing) {
  // §5.4: where no access token is issued, now or for the code, the ID token is the only place for them.
  const isAlone = accessToken === null && code === null;
  if (!isAlone && !client.alwaysIncludeUserClaimsInIdToken) return {};
  return claimsOfScopes(subject.claims, scopesOfType(scopes, scope, 'identity'));
}
