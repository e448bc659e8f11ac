import { z } from 'zod';
import { issueAccessToken } from '#lib/tokens/access-token';
import { spendProof } from '../dpop/spend-proof';
import { issuingOf } from '../issuing';
import { unauthorizedClient } from '../oauth-error';
import { isUnderLiveTenant } from '../release';
import { aimToken } from '../resource';
import { requestedScope } from '../scope';
import {
  defineGrant,
  resourceParameter,
  scopeParameter,
  type TokenRequest,
  type TokenResponse,
  tokenTypeOf,
} from './grant-handler';

type Asked = { scope?: string | undefined; resource?: string[] | undefined };

/**
 * RFC 6749 §4.4: a token for the client itself. Only resource scopes, no ID token and no refresh token. A JWT needs no
 * database statement.
 */
export const clientCredentials = defineGrant({
  grantType: 'client_credentials',
  builtIn: true,
  schema: z.object({ scope: scopeParameter, resource: resourceParameter }),
  handle: issueForClient,
});

async function issueForClient({ parameters, client, proof, context }: TokenRequest<Asked>): Promise<TokenResponse> {
  if (client.tokenEndpointAuthMethod === 'none') {
    throw unauthorizedClient('public_client_credentials');
  }
  if (!isUnderLiveTenant(client, context.snapshot)) throw unauthorizedClient('client_tenant_disabled');
  const asked = requestedScope(context.snapshot, client, parameters.scope, (_, known) => known?.type === 'resource');
  const target = aimToken({ scope: asked, resources: [] }, parameters.resource, client, context.snapshot);
  const proven = await spendProof({ client, proof }, context);
  const accessToken = await issueAccessToken(context.db, { ...proven, ...target, subject: null }, issuingOf(context));
  return {
    access_token: accessToken,
    token_type: tokenTypeOf(proven.confirmation),
    expires_in: client.accessTokenLifetimeSeconds,
    scope: target.scope.join(' '),
  };
}
