import { legacyGrants } from '#lib/clients/flows';
import type { Context } from '#lib/context';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { metrics } from '#lib/metrics/metrics';
import { authenticateClient } from './client-authentication';
import { readClientProof } from './dpop/spend-proof';
import { withDpopNonce } from './dpop/with-nonce';
import { endpoint, type ReportDraft } from './endpoint';
import { grants } from './grants';
import type { TokenResponse } from './grants/grant-handler';
import { invalidRequest, unauthorizedClient, unsupportedGrantType } from './oauth-error';
import { readForm } from './read-form';
import { recordClientUse } from './record-use';

/**
 * The token endpoint (RFC 6749 §3.2): parse, authenticate the client, read its proof, call the grant's handler,
 * respond.
 */
export const handleToken = withDpopNonce(endpoint(issueTokens));

async function issueTokens(request: HttpRequest, context: Context, report: ReportDraft): Promise<HttpResponse> {
  const parameters = readForm(request);
  const client = await authenticateClient(request, parameters, context);
  report.clientId = client.clientId;
  const proof = await readClientProof(request, client, context);
  const grantType = parameters.values.get('grant_type');
  if (grantType === undefined) throw invalidRequest('grant_type_missing');
  const grant = grants.get(grantType);
  if (grant === undefined)
    throw unsupportedGrantType('grant_type_unknown', { received: grantType, registered: [...grants.keys()] });
  report.grant = grantType;
  if (context.snapshot.portal.legacyFlows === 'off' && legacyGrants.has(grantType))
    throw unsupportedGrantType('legacy_grant_off', { received: grantType });
  if (!client.grantTypes.has(grantType)) {
    const facts = { received: grantType, registered: [...client.grantTypes] };
    throw grant.builtIn
      ? unauthorizedClient('grant_type_not_allowed', facts)
      : unsupportedGrantType('extension_grant_not_allowed', facts);
  }
  const response = await grant.handle({ parameters, client, proof, http: request, context });
  metrics().tokensIssued.inc({ grant: grantType });
  recordClientUse(client, { grant_type: [grantType], scope: response.scope.split(' ') }, context);
  return json(200, response.custom === undefined ? response : toBody(response));
}

/** RFC 6749 §5.1 and §5.2, OpenID Connect Core §3.1.3.3. */
const registeredFields: ReadonlySet<string> = new Set(
  'access_token token_type expires_in refresh_token scope id_token error error_description error_uri'.split(' '),
);

/** The body of a token response. An extension grant adds its own fields, but never replaces registered ones. */
export function toBody({ custom = {}, ...registered }: TokenResponse): Record<string, unknown> {
  const own = Object.entries(custom).filter(([name]) => !registeredFields.has(name));
  return { ...Object.fromEntries(own), ...registered };
}
