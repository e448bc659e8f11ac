import { z } from 'zod';
import type { Client } from '#lib/clients/client';
import { issueSingleAccessToken } from '#lib/tokens/access-token';
import type { Context } from '../context';
import { issuingOf } from '../issuing';
import { unauthorizedClient } from '../oauth-error';
import { narrowToResources } from '../resource';
import { requestedScope } from '../scope';
import { defineGrant, resourceParameter, scopeParameter, type TokenResponse } from './grant-handler';

/**
 * RFC 6749 §4.4: a token for the client itself. Resource scopes only; no ID token, no refresh token. A JWT costs no
 * database statement.
 */
export const clientCredentials = defineGrant({
  grantType: 'client_credentials',
  builtIn: true,
  schema: z.object({ scope: scopeParameter, resource: resourceParameter }),
  handle: issueForClient,
});

async function issueForClient(
  request: { scope?: string | undefined; resource?: string[] | undefined },
  client: Client,
  context: Context,
): Promise<TokenResponse> {
  if (client.tokenEndpointAuthMethod === 'none') {
    throw unauthorizedClient('public_client_credentials');
  }
  const asked = requestedScope(context.snapshot, client, request.scope, (_, known) => known?.type === 'resource');
  const scope = narrowToResources(asked, request.resource, client, context.snapshot);
  const accessToken = await issueSingleAccessToken(context.db, { client, scope, subject: null }, issuingOf(context));
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: client.accessTokenLifetimeSeconds,
    scope: scope.join(' '),
  };
}
