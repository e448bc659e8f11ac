import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { metrics } from '#lib/metrics/metrics';
import { authenticateClient } from './client-authentication';
import type { Context } from './context';
import { endpoint } from './endpoint';
import { grants } from './grants';
import { invalidRequest, unauthorizedClient, unsupportedGrantType } from './oauth-error';
import { readForm } from './read-form';

/** The token endpoint (RFC 6749 §3.2): parse, authenticate the client, find the grant, let it handle, respond. */
export const handleToken = endpoint(issueTokens);

async function issueTokens(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const parameters = readForm(request);
  const client = authenticateClient(request, parameters, context);
  const grantType = parameters.values.get('grant_type');
  if (grantType === undefined) throw invalidRequest('The grant_type is missing');
  const grant = grants.get(grantType);
  if (grant === undefined) throw unsupportedGrantType('The grant_type is not supported');
  if (!client.grantTypes.has(grantType)) {
    const refuse = grant.builtIn ? unauthorizedClient : unsupportedGrantType;
    throw refuse('The client may not use this grant_type');
  }
  const response = await grant.handle(parameters.values, client, context);
  metrics().tokensIssued.inc({ grant: grantType });
  return json(200, response);
}
