import type { Client } from '#lib/clients/client';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, createId } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { run } from '#lib/db/run';
import { activeKey } from '#lib/keys/active-key';
import type { KeyRing } from '#lib/keys/key-ring';
import { signJwt } from '#lib/keys/sign-jwt';
import { audienceOf } from '#lib/scopes/audience';
import type { Scope } from '#lib/scopes/scope';
import type { KeyConfirmation } from '#lib/vocabulary/confirmation';
import type { AccessTokenTyp } from '#lib/vocabulary/jwt';
import type { RequestedClaims } from '#lib/vocabulary/requested-claims';
import { claimsOfScopes, scopesOfType, type UserProfile } from './claims';
import type { Authentication } from './grant';
import { issuedTokens } from './issued/tally';
import { noteScopeUses } from './scope-uses/note-scope-uses';
import { type PairwiseSalt, subjectFor } from './subject-for';
import { createAccessToken, type NewAccessToken } from './token-store';

/** The context of issuing any kind of token. */
export type Issuing = {
  readonly issuer: string;
  readonly keys: KeyRing;
  readonly scopes: ReadonlyMap<string, Scope>;
  readonly now: Date;
  readonly pairwiseSalt: PairwiseSalt;
};

/** The person of a token. */
export type Subject = {
  readonly grantId: string;
  readonly authentication: Authentication;
  readonly person: UserProfile;
  /** The requested claims that may be released. */
  readonly releasedByName: RequestedClaims;
  /** The tenant of the sign-in. */
  readonly tenant: string | null;
  /** The actor for the person, with an earlier actor nested in it (RFC 8693 §4.1). */
  readonly act?: Readonly<Record<string, unknown>>;
};

/** An authenticated client, with the key for which it proved possession. Null if it proved none. */
export type Proven = { readonly client: Client; readonly confirmation: KeyConfirmation | null };

/** The content of an access token. The caller must say which key it is bound to. */
type Content = Proven & {
  readonly scope: readonly string[];
  /** Null for a client that acts for itself. `sub` is then the client ID, and the client's claims are included. */
  readonly subject: Subject | null;
  /** The latest end of the token, regardless of the client's lifetime. Whole seconds since 1970. */
  readonly notAfter?: number;
};

/** An access token as the client receives it, and the row of a reference token. A JWT needs no row. */
export type MadeAccessToken = { readonly accessToken: string; readonly row: NewAccessToken | null };

/**
 * Creates an access token in the client's format: a JWT (RFC 9068), or a reference that works as soon as its row is
 * written.
 */
export function makeAccessToken(token: Content, issuing: Issuing): MadeAccessToken {
  const { client, subject } = token;
  const payload = accessTokenPayload(token, issuing);
  if (client.accessTokenFormat === 'jwt') {
    const key = activeKey(issuing.keys, client.accessTokenSigningAlg, issuing.now);
    const typ = accessTokenTyp(client, scopesOfType(issuing.scopes, token.scope, 'resource'));
    return { accessToken: signJwt(key, typ, payload), row: null };
  }
  const handle = createHandle();
  const row = {
    hash: hashHandle(handle),
    jti: payload.jti,
    grantId: subject?.grantId ?? null,
    clientId: client.clientId,
    sub: subject?.authentication.sub ?? null,
    sid: subject?.authentication.sid ?? null,
    scope: payload.scope,
    audience: JSON.stringify(payload.aud),
    claims: JSON.stringify(payload),
    issuedAt: issuing.now,
    expiresAt: new Date(payload.exp * 1000),
  };
  return { accessToken: handle, row };
}

/** Counts an issued token for the overview, and records the use of its scopes for its person. */
export function countIssued(
  { client, scope, subject }: Omit<Content, 'confirmation'>,
  { now }: Pick<Issuing, 'now'>,
): void {
  const sub = subject?.authentication.sub ?? null;
  issuedTokens().count(sub, now);
  if (sub !== null) noteScopeUses(sub, client.clientId, scope, now);
}

/** Issues an access token on its own: a JWT without a database statement, a reference with one. */
export async function issueAccessToken(db: Database, token: Content, issuing: Issuing): Promise<string> {
  const { accessToken, row } = makeAccessToken(token, issuing);
  if (row !== null) await run(db, [createAccessToken(row)]);
  countIssued(token, issuing);
  return accessToken;
}

/** The claims of RFC 9068 §2.2, with `nbf`, `idp`, `amr` and `sid` as IdentityServer clients expect them. */
export function accessTokenPayload(
  { client, confirmation, scope, subject, notAfter }: Content,
  { issuer, scopes, now, pairwiseSalt }: Issuing,
) {
  const iat = Math.floor(now.getTime() / 1000);
  const resources = scopesOfType(scopes, scope, 'resource');
  // The claims of the person or client.
  return {
    ...(subject === null ? clientClaims(client) : claimsOfScopes(subject.person, resources)),
    iss: issuer,
    nbf: iat,
    iat,
    exp: Math.min(iat + client.accessTokenLifetimeSeconds, notAfter ?? Number.POSITIVE_INFINITY),
    aud: audience(resources, issuer),
    client_id: client.clientId,
    scope: scope.join(' '),
    jti: createId(),
    sub: subject === null ? client.clientId : subjectFor(client, subject.authentication.sub, pairwiseSalt),
    ...(subject === null ? {} : subjectClaims(subject)),
    ...(confirmation === null ? {} : { cnf: confirmation }),
  };
}

/** RFC 9068 §2.2: the resources, or the issuer if the token is only for UserInfo. Scopes of one API share its URI. */
function audience(resources: readonly Scope[], issuer: string): string | string[] {
  const [first, ...others] = new Set(resources.map(audienceOf));
  if (first === undefined) return issuer;
  return others.length === 0 ? first : [first, ...others];
}

/** With grant_id, our own endpoints notice a revocation, a sign-out and a disabled user immediately. */
function subjectClaims({ grantId, authentication, tenant, act }: Subject) {
  const { sid, authTime, amr, idp, acr } = authentication;
  return {
    auth_time: Math.floor(authTime.getTime() / 1000),
    idp,
    amr,
    ...(acr === null ? {} : { acr }),
    ...(sid === null ? {} : { sid }),
    ...(tenant === null ? {} : { tenant }),
    ...(act === undefined ? {} : { act }),
    grant_id: grantId,
  };
}

function clientClaims(client: Client): Record<string, unknown> {
  return Object.fromEntries(Object.entries(client.claims).map(([name, value]) => [`client_${name}`, value]));
}

/**
 * The header `typ` of an access token: the value of its APIs, otherwise the client's. If its APIs disagree, it is the
 * type of RFC 9068 §2.1, which no other kind of token has.
 * @param resources the resource scopes of the token
 */
export function accessTokenTyp(
  { accessTokenTyp: ofClient }: Pick<Client, 'accessTokenTyp'>,
  resources: readonly Pick<Scope, 'accessTokenTyp'>[],
): AccessTokenTyp {
  const [said, ...others] = new Set(resources.flatMap((scope) => scope.accessTokenTyp ?? []));
  return others.length > 0 ? 'at+jwt' : (said ?? ofClient);
}
