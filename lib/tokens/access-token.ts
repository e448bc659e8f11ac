import type { Api } from '#lib/apis/api';
import type { Client } from '#lib/clients/client';
import { messageRules } from '#lib/clients/security-profile/message-rules';
import { noteUse } from '#lib/clients/usage/note-use';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, createId } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { run } from '#lib/db/run';
import { activeKey } from '#lib/keys/active-key';
import type { SigningAlg } from '#lib/keys/algorithms';
import type { KeyRing } from '#lib/keys/key-ring';
import { signJwt } from '#lib/keys/sign-jwt';
import { apisOf, audienceOf } from '#lib/scopes/audience';
import type { Scope } from '#lib/scopes/scope';
import type { KeyConfirmation } from '#lib/vocabulary/confirmation';
import type { AccessTokenTyp } from '#lib/vocabulary/jwt';
import type { NamedClaims } from '#lib/vocabulary/requested-claims';
import {
  type ClaimConfiguration,
  claimsFor,
  maximumClaimBytes,
  rolesOf,
  scopesOfType,
  sourceOf,
  type ToldClaims,
  type UserProfile,
} from './claims';
import type { Authentication } from './grant';
import { issuedTokens } from './issued/tally';
import { noteScopeUses } from './scope-uses/note-scope-uses';
import { type PairwiseSalt, subjectFor } from './subject-for';
import { createAccessToken, type NewAccessToken } from './token-store';

/** The context of issuing any kind of token. */
export type Issuing = {
  readonly db: Database;
  readonly issuer: string;
  readonly keys: KeyRing;
  readonly snapshot: ClaimConfiguration & { readonly scopes: ReadonlyMap<string, Scope> };
  readonly now: Date;
  readonly pairwiseSalt: PairwiseSalt;
};

/** The person of a token. */
export type Subject = {
  readonly grantId: string;
  readonly authentication: Authentication;
  readonly person: UserProfile;
  /** The requested claims that may be released. */
  readonly releasedByName: NamedClaims;
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
  /** The names of APIs and plain scopes that bound it. If empty, it is for all APIs of its scope that need no name. */
  readonly resources: readonly string[];
  /** Null for a client that acts for itself. `sub` is then the client ID, and the client's claims are included. */
  readonly subject: Subject | null;
  /** The latest end of the token, regardless of the client's lifetime. Whole seconds since 1970. */
  readonly notAfter?: number;
  /** The token endpoint if left out. */
  readonly from?: keyof typeof maximumClaimBytes;
};

/** An access token as the client receives it, and the row of a reference token. A JWT needs no row. */
export type MadeAccessToken = { readonly accessToken: string; readonly row: NewAccessToken | null };

/**
 * Creates an access token in the client's format: a JWT (RFC 9068), or a reference that works as soon as its row is
 * written.
 */
export function makeAccessToken(token: Content, issuing: Issuing): MadeAccessToken {
  const { client, subject } = token;
  const target = targetOf(token, issuing);
  const payload = accessTokenPayload(token, issuing, target);
  if (Array.isArray(payload.aud)) noteAudience(client, target, issuing);
  noteOmitted(client, payload, issuing);
  if (client.accessTokenFormat === 'jwt') {
    const { alg, typ } = headerOf(client, target);
    return { accessToken: signJwt(activeKey(issuing.keys, alg, issuing.now), typ, payload), row: null };
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

/** Records the APIs with roles that are not alone in `aud`, for the checks. */
function noteAudience({ clientId }: Client, target: Target, { db, now }: Issuing): void {
  const apis = target.flatMap((one) => one.apis).filter(({ roles }) => roles.length > 0);
  for (const { name } of apis) noteUse(db, { clientId, kind: 'mixed_audience', value: name, at: now });
}

/** Records the claims that had no room in a token, for the checks. */
export function noteOmitted(
  { clientId }: Client,
  payload: Readonly<Record<string, unknown>>,
  { db, now }: Pick<Issuing, 'db' | 'now'>,
): void {
  const omitted = payload.claims_omitted;
  if (!Array.isArray(omitted)) return;
  for (const name of omitted) noteUse(db, { clientId, kind: 'claims_omitted', value: String(name), at: now });
}

/** Counts an issued token for the overview, and records the use of its scopes for its person. */
export function countIssued(
  { client, scope, subject }: Pick<Content, 'client' | 'scope' | 'subject'>,
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
  { client, confirmation, scope, resources, subject, notAfter, from = 'token_endpoint' }: Content,
  { issuer, snapshot, now, pairwiseSalt }: Issuing,
  target = targetOf({ scope, resources }, { snapshot }),
) {
  const iat = Math.floor(now.getTime() / 1000);
  return {
    ...(subject === null && clientClaims(client)),
    ...accessTokenClaims({ client, scope, resources, subject, from }, { snapshot, now }, target).claims,
    iss: issuer,
    nbf: iat,
    iat,
    exp: Math.min(iat + client.accessTokenLifetimeSeconds, notAfter ?? Number.POSITIVE_INFINITY),
    aud: audience(target, issuer),
    client_id: client.clientId,
    scope: scope.join(' '),
    jti: createId(),
    sub: subject === null ? client.clientId : subjectFor(client, subject.authentication.sub, pairwiseSalt),
    ...(subject === null ? {} : subjectClaims(subject)),
    ...(confirmation === null ? {} : { cnf: confirmation }),
  };
}

/** What a token is for: its resource scopes, each with the APIs that it is for here. A plain scope has none. */
type Target = readonly { readonly scope: Scope; readonly apis: readonly Api[] }[];

function targetOf(
  { scope, resources }: Pick<Content, 'scope' | 'resources'>,
  { snapshot }: Pick<Issuing, 'snapshot'>,
): Target {
  return scopesOfType(snapshot.scopes, scope, 'resource').map((known) => ({
    scope: known,
    apis: apisOf(known, resources),
  }));
}

/** The contents of `aud`: the names of the APIs, and plain scopes. Scopes of one API share it. */
function audienceOfTarget(target: Target): string[] {
  const names = target.flatMap(({ scope, apis }) =>
    scope.apis.length === 0 ? [audienceOf(scope)] : apis.map(({ name }) => name),
  );
  return [...new Set(names)];
}

/** RFC 9068 §2.2: the resources, or the issuer if the token is only for UserInfo. */
function audience(target: Target, issuer: string): string | string[] {
  const [first, ...others] = audienceOfTarget(target);
  if (first === undefined) return issuer;
  return others.length === 0 ? first : [first, ...others];
}

/**
 * The claims of the person, or of a client that acts for itself: those of the scopes, and of the API if the token is for
 * nothing else. A reference has no size: introspection tells everything.
 */
export function accessTokenClaims(
  { client, scope, resources, subject, from = 'token_endpoint' }: Omit<Content, 'confirmation' | 'notAfter'>,
  { snapshot, now }: Pick<Issuing, 'snapshot' | 'now'>,
  target = targetOf({ scope, resources }, { snapshot }),
): ToldClaims {
  const isAlone = audienceOfTarget(target).length === 1;
  const apis = [...new Set(target.flatMap((one) => one.apis))];
  const [owner = null] = isAlone ? apis : [];
  const sources = [...target.map((one) => one.scope), ...(owner === null ? [] : [sourceOf(owner)])];
  const person = subject === null ? { roles: rolesOf(client, owner) } : subject.person;
  const maximumBytes = client.accessTokenFormat === 'jwt' ? maximumClaimBytes[from] : null;
  return claimsFor({ person, owner, sources, beside: isAlone ? [] : apis, maximumBytes }, { snapshot, now });
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
 * How an access token is signed, and its header `typ`: as its APIs say, otherwise the client. If its APIs disagree, the
 * client's algorithm counts, and the type of RFC 9068 §2.1, which no other kind of token has. The client's algorithm also
 * counts if its profile does not allow that of the APIs (FAPI 2.0 Security Profile §5.4.1).
 */
export function headerOf(
  client: Pick<Client, 'accessTokenTyp' | 'accessTokenSigningAlg' | 'securityProfile'>,
  target: readonly {
    readonly scope: Pick<Scope, 'accessTokenTyp'>;
    readonly apis: readonly Pick<Api, 'accessTokenTyp' | 'accessTokenSigningAlg'>[];
  }[],
): { readonly alg: SigningAlg; readonly typ: AccessTokenTyp } {
  const apis = target.flatMap((one) => one.apis);
  const { algs } = messageRules[client.securityProfile];
  const [alg, ...otherAlgs] = new Set(apis.flatMap((api) => api.accessTokenSigningAlg ?? []));
  const isUsable = alg !== undefined && otherAlgs.length === 0 && algs.includes(alg);
  const [typ, ...otherTyps] = new Set(
    [...apis, ...target.map(({ scope }) => scope)].flatMap(({ accessTokenTyp }) => accessTokenTyp ?? []),
  );
  return {
    alg: isUsable ? alg : client.accessTokenSigningAlg,
    typ: otherTyps.length > 0 ? 'at+jwt' : (typ ?? client.accessTokenTyp),
  };
}
