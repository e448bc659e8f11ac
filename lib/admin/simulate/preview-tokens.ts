import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { Proof } from '#lib/factors/proof';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { acrOf } from '#lib/protocol/asked-level';
import { allowAll } from '#lib/protocol/authorize/asked-claims';
import { issuingOf } from '#lib/protocol/issuing';
import { requestTenant } from '#lib/protocol/request-tenant';
import type { ResponseType } from '#lib/protocol/response-types';
import { offlineAccess } from '#lib/protocol/scope';
import { authenticatedBy } from '#lib/sessions/browser-state';
import { makeAccessToken } from '#lib/tokens/access-token';
import { namesOf, pickClaims, scopesOfType } from '#lib/tokens/claims';
import { type IdTokenContent, issueIdToken } from '#lib/tokens/id-token';
import type { User } from '#lib/users/user';

type Claims = Readonly<Record<string, unknown>>;

/** The claims of the tokens that would be issued; the tokens themselves are thrown away. */
export type TokenPreview = {
  /** Null when the scope has no openid, or no token is issued. */
  readonly idToken: Claims | null;
  readonly accessToken: Claims | null;
  readonly userinfo: Claims | null;
  readonly hasRefreshToken: boolean;
};

type Previewed = {
  readonly request: AuthorizationRequest;
  readonly client: Client;
  readonly user: User;
  readonly type: ResponseType;
};

/** They belong to one issue, or to a grant and a session that there are not. */
const ofOneIssue: ReadonlySet<string> = new Set(['jti', 'grant_id', 'sid', 'at_hash', 'c_hash']);

/** Makes the tokens a person would get for the whole scope, and keeps their claims. Writes nothing. */
export function previewTokens({ request, client, user, type }: Previewed, context: Context): TokenPreview {
  const { scope } = request;
  const { sub } = user;
  const proofs: readonly Proof[] = [{ factor: 'password', at: context.now }];
  const acr = acrOf(proofs, { request, client, portal: context.snapshot.portal });
  const authentication = { sub, sid: null, authTime: context.now, ...authenticatedBy(proofs), acr };
  const { claims: named } = allowAll(request, client, context.snapshot);
  const tenant = requestTenant({ client, acrValues: request.acrValues }, context.snapshot)?.name ?? null;
  const subject = { grantId: '', authentication, person: user, releasedByName: named, tenant };
  const issuing = issuingOf(context);
  const hasAccessToken = type.returns.code || type.returns.token;
  const made = hasAccessToken ? makeAccessToken({ client, confirmation: null, scope, subject }, issuing) : null;
  const isOpenid = scope.includes('openid');
  const content = { client, subject, scope, nonce: request.nonce, code: null, stateHash: null, from: fromOf(type) };
  const idToken = isOpenid ? issueIdToken({ ...content, accessToken: made?.accessToken ?? null }, issuing) : null;
  const names = [...namesOf(scopesOfType(context.snapshot.scopes, scope, 'identity')), ...named.userinfo];
  return {
    idToken: idToken === null ? null : claimsOf(idToken),
    accessToken: made && (made.row === null ? claimsOf(made.accessToken) : withoutOneIssue(made.row.claims)),
    userinfo: isOpenid && made !== null ? { ...pickClaims(user, names, [...names, ...named.idToken]), sub } : null,
    hasRefreshToken: type.returns.code && scope.includes(offlineAccess) && client.grantTypes.has('refresh_token'),
  };
}

/** Where the client reads the ID token: with a code, the one of the token endpoint. */
function fromOf({ returns }: ResponseType): IdTokenContent['from'] {
  return returns.code ? 'token_endpoint' : 'authorization_endpoint';
}

function claimsOf(token: string): Claims {
  return withoutOneIssue(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

function withoutOneIssue(text: string): Claims {
  const claims: Claims = JSON.parse(text);
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !ofOneIssue.has(name)));
}
