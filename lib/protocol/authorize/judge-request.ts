import type { Context } from '#lib/context';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { checkDpopJkt } from '../dpop/check-dpop-jkt';
import { invalidRequest, invalidScope, isOAuthError, type OAuthError } from '../oauth-error';
import { hasLostTenant } from '../request-tenant';
import { checkMode } from '../response-modes/choose-mode';
import { getResponseType } from '../response-types';
import { stillAllowed } from '../scope';
import { checkChallenge } from './pkce';
import { checkForm, type RequestForm } from './request-form';
import { resolveAgain, type TrustedRedirect } from './trusted-redirect';
import { checkFlow, checkResponseType, checkScopeKinds } from './validate-request';

/** A request that waited for a person. */
type Waiting = RequestForm & { readonly request: AuthorizationRequest };

/**
 * Checks a request that waited for a person against the current client. The request fails if the client has lost
 * something that it needs (the redirect URI, the response type, a grant, the scope, or the permission to omit PKCE,
 * pushing or signing), or if its tenant was disabled. This is independent of the person's answer.
 * @returns the target of the answer, or the reason why there is none
 */
export function judgeRequest({ request, ...form }: Waiting, context: Context): TrustedRedirect | OAuthError {
  const resolved = resolveAgain(request, context);
  if ('problem' in resolved) return resolved.error;
  try {
    checkForm(resolved.client, form);
    const { client } = resolved;
    if (hasLostTenant({ client, acrValues: request.acrValues }, context.snapshot)) {
      throw invalidRequest('request_tenant_gone');
    }
    checkPermissions(request, resolved, context);
    return resolved;
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    return error;
  }
}

/** The rules of the authorization endpoint that depend on the client. */
function checkPermissions(request: AuthorizationRequest, { client }: TrustedRedirect, { snapshot }: Context): void {
  const responseType = checkResponseType(client, request.responseType, snapshot);
  const type = getResponseType(responseType);
  checkFlow(client, responseType);
  checkMode(client, type, request.responseMode);
  checkDpopJkt(request.dpopJkt ?? undefined, { client, type });
  const left = stillAllowed(snapshot, client, request.scope);
  if (type.returns.code) {
    const { codeChallenge, codeChallengeMethod } = request;
    checkChallenge(client, codeChallenge ?? undefined, codeChallengeMethod ?? undefined);
  }
  if (left.length === 0) throw invalidScope('scope_empty', { registered: client.scope });
  checkScopeKinds(type, left, snapshot);
}
