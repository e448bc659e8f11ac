import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { accessTokenClaims, accessTokenPayload, type Subject } from '#lib/tokens/access-token';
import type { ToldClaims } from '#lib/tokens/claims';
import { type IdTokenContent, idTokenClaims, idTokenPayload } from '#lib/tokens/id-token';
import { subjectFor } from '#lib/tokens/subject-for';
import { userinfoClaims } from '#lib/tokens/userinfo-claims';
import { issuingOf } from './issuing';
import { scopeFor } from './resource';
import type { ResponseType } from './response-types';
import { offlineAccess } from './scope';

type Claims = Readonly<Record<string, unknown>>;

/** The claims of the tokens that would be issued. No tokens are created. */
export type PreviewedClaims = {
  /** Null if the scope has no openid, or no token is issued. */
  readonly idToken: Claims | null;
  readonly accessToken: Claims | null;
  readonly userinfo: Claims | null;
  readonly hasRefreshToken: boolean;
  /** Where values come from, and what is left out. */
  readonly told: Readonly<Record<'idToken' | 'accessToken' | 'userinfo', ToldClaims | null>>;
};

type Previewed = {
  readonly client: Client;
  /** Null for a client that acts for itself. */
  readonly subject: Subject | null;
  readonly scope: readonly string[];
  readonly nonce: string | null;
  readonly type: ResponseType;
};

/** These claims differ for each token, grant or session. */
const ofOneIssue: ReadonlySet<string> = new Set(['jti', 'grant_id', 'sid', 'at_hash', 'c_hash']);

/** A placeholder for the access token that comes with an ID token. */
const placeholder = 'EXAMPLE';

/** The claims that a client would get. Nothing is signed or written. */
export function previewClaims({ client, subject, scope, nonce, type }: Previewed, context: Context): PreviewedClaims {
  const issuing = issuingOf(context);
  const hasAccessToken = type.returns.code || type.returns.token;
  const target = { scope: scopeFor({ scope, resources: [] }, context.snapshot), resources: [] };
  // With a code, the client reads its tokens at the token endpoint.
  const toldToken = {
    client,
    ...target,
    subject,
    from: type.returns.code ? 'token_endpoint' : 'authorization_endpoint',
  } as const;
  const accessToken = hasAccessToken
    ? withoutOneIssue(accessTokenPayload({ ...toldToken, confirmation: null }, issuing))
    : null;
  const told = {
    accessToken: hasAccessToken ? accessTokenClaims(toldToken, issuing) : null,
    idToken: null,
    userinfo: null,
  };
  const hasRefreshToken =
    type.returns.code && scope.includes(offlineAccess) && client.grantTypes.has('refresh_token') && subject !== null;
  if (subject === null || !scope.includes('openid')) {
    return { idToken: null, accessToken, userinfo: null, hasRefreshToken, told };
  }
  const given = { client, subject, scope, nonce, code: null, stateHash: null, from: toldToken.from };
  const content: IdTokenContent = { ...given, accessToken: hasAccessToken ? placeholder : null };
  const sub = subjectFor(client, subject.authentication.sub, issuing.pairwiseSalt);
  const userinfo = hasAccessToken ? userinfoClaims({ client, scope, ...subject }, context) : null;
  return {
    idToken: withoutOneIssue(idTokenPayload(content, issuing)),
    accessToken,
    userinfo: userinfo && { ...userinfo.claims, sub },
    hasRefreshToken,
    told: { ...told, idToken: idTokenClaims(content, issuing), userinfo },
  };
}

function withoutOneIssue(claims: Claims): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !ofOneIssue.has(name)));
}
