import { hash } from 'node:crypto';
import type { Client } from '#lib/clients/client';
import { activeKey } from '#lib/keys/active-key';
import { digests, type SigningAlg } from '#lib/keys/algorithms';
import { signJwt } from '#lib/keys/sign-jwt';
import { maximumOwnJwt } from '#lib/keys/verify-own-jwt';
import { type Issuing, noteOmitted, type Subject } from './access-token';
import { claimsFor, maximumClaimBytes, namedSources, scopesOfType, type ToldClaims } from './claims';
import { subjectFor } from './subject-for';

/** The content of an ID token, other than the person. */
export type IdTokenContent = {
  readonly client: Client;
  readonly subject: Subject;
  readonly scope: readonly string[];
  readonly nonce: string | null;
  /** The access token returned with it, for at_hash. */
  readonly accessToken: string | null;
  /** The code returned with it by the authorization endpoint, for c_hash. */
  readonly code: string | null;
  /** Whether the token endpoint returns it directly to the client. Otherwise it goes through the browser. */
  readonly from: 'token_endpoint' | 'authorization_endpoint';
  /** The s_hash of the authorization request's state. */
  readonly stateHash: string | null;
};

/**
 * Issues an ID token (OpenID Connect Core §2). The user's claims come from UserInfo unless the client asks for them
 * in the token (§5.4).
 */
export function issueIdToken(content: IdTokenContent, issuing: Issuing): string {
  const key = activeKey(issuing.keys, content.client.idTokenSignedResponseAlg, issuing.now);
  const payload = idTokenPayload(content, issuing);
  noteOmitted(content.client, payload, issuing);
  const token = signJwt(key, 'JWT', payload);
  if (token.length <= maximumOwnJwt) return token;
  return signJwt(key, 'JWT', fitting(payload, Object.keys(idTokenClaims(content, issuing).claims), token.length));
}

/** The claims of an ID token. */
export function idTokenPayload(content: IdTokenContent, issuing: Issuing): Readonly<Record<string, unknown>> {
  const { client, subject, nonce, accessToken, code, stateHash } = content;
  const { sub, sid, authTime, amr, idp, acr } = subject.authentication;
  const alg = client.idTokenSignedResponseAlg;
  const iat = Math.floor(issuing.now.getTime() / 1000);
  return {
    ...idTokenClaims(content, issuing).claims,
    iss: issuing.issuer,
    aud: client.clientId,
    nbf: iat,
    iat,
    exp: iat + client.idTokenLifetimeSeconds,
    sub: subjectFor(client, sub, issuing.pairwiseSalt),
    auth_time: Math.floor(authTime.getTime() / 1000),
    // For a local sign-in, amr says enough.
    ...(idp === 'local' ? {} : { idp }),
    amr,
    ...(acr === null ? {} : { acr }),
    ...(sid === null ? {} : { sid }),
    ...(subject.tenant === null ? {} : { tenant: subject.tenant }),
    ...(nonce === null ? {} : { nonce }),
    ...(accessToken === null ? {} : { at_hash: leftHalfHash(alg, accessToken) }),
    ...(code === null ? {} : { c_hash: leftHalfHash(alg, code) }),
    ...(stateHash === null ? {} : { s_hash: stateHash }),
  };
}

/** at_hash, c_hash and s_hash: base64url of the left half of the hash that belongs to the algorithm (§3.1.3.6). */
export function leftHalfHash(alg: SigningAlg, value: string): string {
  const digest = hash(digests[alg], value, 'buffer');
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

/** The person's claims: those of the scopes, if the token includes them, and the requested claims. */
export function idTokenClaims(content: IdTokenContent, { snapshot, now }: Issuing): ToldClaims {
  const { client, subject, scope, accessToken, code, from } = content;
  // §5.4: if no access token is issued, either now or for the code, the claims can only be in the ID token.
  const isAlone = accessToken === null && code === null;
  const include = client.alwaysIncludeUserClaimsInIdToken;
  const ofScopes = scopesOfType(snapshot.scopes, scope, 'identity');
  const { idToken, userinfo, under } = subject.releasedByName;
  const named = namedSources(idToken, under, snapshot.scopes);
  const sources = isAlone || include === true || include === from ? [...ofScopes, ...named] : named;
  const released = [...ofScopes, ...named, ...namedSources(userinfo, under, snapshot.scopes)];
  const maximumBytes = maximumClaimBytes[from];
  return claimsFor({ person: subject.person, owner: client, sources, released, maximumBytes }, { snapshot, now });
}

type Payload = Readonly<Record<string, unknown>>;

/**
 * An ID token has at most maximumOwnJwt characters, so that we accept what we issue. Only claims of thousands of characters
 * outside ASCII make it longer. Then the largest of them are left out; UserInfo still has them (OpenID Connect Core §5.4:
 * claims of scopes are voluntary).
 * @param optional the names of the claims that may be left out: those of the person
 */
function fitting(payload: Payload, optional: readonly string[], length: number): Payload {
  // Four characters for three bytes.
  const excessBytes = Math.ceil(((length - maximumOwnJwt) * 3) / 4);
  const leftOut = new Set(largest(payload, optional, excessBytes));
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !leftOut.has(name)));
}

/** The fewest claims that take this number of bytes together. */
function largest(payload: Payload, optional: readonly string[], bytes: number): readonly string[] {
  const sized = optional.map((name) => ({
    name,
    size: Buffer.byteLength(JSON.stringify({ [name]: payload[name] })) - 2,
  }));
  let left = bytes;
  const chosen: string[] = [];
  for (const { name, size } of sized.sort((one, other) => other.size - one.size)) {
    if (left <= 0) break;
    chosen.push(name);
    left -= size;
  }
  return chosen;
}
