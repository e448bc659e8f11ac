import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { getResponseType } from '#lib/protocol/response-types';
import { offlineAccess } from '#lib/protocol/scope';

/** A scope that was asked for and is not in the request any more. */
export type DroppedScope = { readonly name: string; readonly why: 'offline_without_code' | 'other_resource' };

/** What an accepted request lost of its scope, and why (OpenID Connect Core §11, RFC 8707 §2.2). */
export function droppedScopes(
  asked: readonly string[],
  { scope, responseType }: Pick<AuthorizationRequest, 'scope' | 'responseType'>,
): DroppedScope[] {
  const hasCode = getResponseType(responseType).returns.code;
  return [...new Set(asked)]
    .filter((name) => !scope.includes(name))
    .map((name) => ({ name, why: name === offlineAccess && !hasCode ? 'offline_without_code' : 'other_resource' }));
}
