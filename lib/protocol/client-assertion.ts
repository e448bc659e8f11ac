import type { Client } from '#lib/clients/client';
import { messageRules } from '#lib/clients/security-profile/message-rules';
import type { Context } from '#lib/context';
import type { RefusalFacts } from '#lib/explain/refusal';
import { isForeignJwtError } from '#lib/foreign-jwt/foreign-jwt-error';
import type { JwtClaims, UnverifiedJwt } from '#lib/foreign-jwt/read-foreign-jwt';
import { spendJwt } from '#lib/foreign-jwt/used-jwt-store';
import type { Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import { isLongerThanClientId } from '#lib/vocabulary/client-id';
import { audiencesAt, presentedAssertion, type VerifiedAssertion, verifyAssertion } from './assertion';
import { findAlgProblem } from './find-alg-problem';
import { invalidClient, type OAuthError } from './oauth-error';
import { recordClientUse } from './record-use';

/**
 * Authenticates a client by a JWT that it signed (private_key_jwt: RFC 7523 §3, OpenID Connect Core §9). The assertion
 * is used up last, once everything else is verified.
 * @throws invalid_request together with another method; invalid_client for everything else
 */
export async function authenticateByAssertion(
  request: HttpRequest,
  parameters: Parameters,
  context: Context,
): Promise<Client> {
  const assertion = readAssertion(request, parameters);
  const client = findClient(assertion.unverified, parameters.values.get('client_id'), context);
  checkAlg(assertion, client);
  const { aud, jti, exp } = await verify(assertion, client, request.path, context);
  const { clientId } = client;
  const use = { purpose: 'client_assertion', owner: clientId, jti, expiresAt: new Date(exp * 1000) } as const;
  if (!(await spendJwt(context.db, use))) throw refuse({ reason: 'the assertion was already used', clientId });
  recordClientUse(client, { assertion_audience: [aud === context.settings.issuer ? 'issuer' : 'endpoint'] }, context);
  return client;
}

function readAssertion(request: HttpRequest, parameters: Parameters): UnverifiedJwt {
  try {
    return presentedAssertion(request, parameters);
  } catch (error) {
    throw translate(error);
  }
}

/**
 * The client that the assertion names, before verification. A client_id in the request must be the same (RFC 7521
 * §4.2).
 */
function findClient({ sub }: JwtClaims, clientId: string | undefined, { snapshot }: Context): Client {
  if (typeof sub !== 'string' || isLongerThanClientId(sub)) {
    throw refuse({ reason: 'the assertion has no usable sub' });
  }
  const facts = { clientId: sub };
  if (clientId !== undefined && clientId !== sub) {
    throw refuse({ reason: 'client_id is not the sub of the assertion', ...facts });
  }
  const client = snapshot.clients.get(sub);
  if (client === undefined) throw invalidClient('client_authentication_failed', { reason: 'unknown client', ...facts });
  if (!client.enabled) throw invalidClient('client_authentication_failed', { reason: 'client disabled', ...facts });
  if (client.tokenEndpointAuthMethod !== 'private_key_jwt') {
    const reason = 'the client did not register private_key_jwt';
    throw invalidClient('client_authentication_failed', { reason, setting: 'token_endpoint_auth_method', ...facts });
  }
  return client;
}

function checkAlg({ header }: UnverifiedJwt, client: Client): void {
  const registered = { alg: client.tokenEndpointAuthSigningAlg, setting: 'token_endpoint_auth_signing_alg' };
  const problem = findAlgProblem(header.alg, registered, client);
  if (problem !== null) throw refuse(problem);
}

async function verify(
  assertion: UnverifiedJwt,
  client: Client,
  path: string,
  context: Context,
): Promise<VerifiedAssertion> {
  const { clientId, jwks, jwksUri, securityProfile } = client;
  const lifetimeSeconds = messageRules[securityProfile].assertionSeconds;
  const isAudienceText = client.clientAssertionAudience === 'issuer';
  const audiences = isAudienceText ? [context.settings.issuer] : audiencesAt(path, context.settings);
  try {
    const signer = { id: clientId, jwks, jwksUri, audiences, isAudienceText, lifetimeSeconds };
    return await verifyAssertion(assertion, signer, context);
  } catch (error) {
    throw translate(error, clientId);
  }
}

/** The answer is the same for every reason (RFC 6749 §5.2). Only the explanation record contains the reason. */
function refuse(facts: RefusalFacts): OAuthError {
  return invalidClient('client_assertion_failed', facts);
}

/** If the signature, a claim or fetching a key fails, the client is not authenticated. */
function translate(error: unknown, clientId?: string): unknown {
  if (!isForeignJwtError(error)) return error;
  const { step, message: reason, facts } = error;
  const setting = step === 'key' || step === 'signature' ? { setting: 'jwks' } : {};
  return refuse({ reason, ...facts, ...setting, ...(clientId !== undefined && { clientId }) });
}
