import { z } from 'zod';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import { issueAccessToken, type Subject } from '#lib/tokens/access-token';
import { scopesOfType } from '#lib/tokens/claims';
import type { LiveUser } from '#lib/tokens/live-user';
import { isJsonObject } from '#lib/vocabulary/json';
import { noNamedClaims } from '#lib/vocabulary/requested-claims';
import { type LiveToken, readLiveToken } from '../access-token';
import { spendProof } from '../dpop/spend-proof';
import { issuingOf } from '../issuing';
import { invalidRequest, unauthorizedClient, unsupportedGrantType } from '../oauth-error';
import { release } from '../release';
import { aimToken, withAudience } from '../resource';
import { requestedScope } from '../scope';
import {
  defineGrant,
  resourceParameter,
  scopeParameter,
  type TokenRequest,
  type TokenResponse,
  tokenTypeOf,
} from './grant-handler';

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** The maximum length of a JWT (semantics §2.10). The function that reads it has its own limit. */
const tokenParameter = z.string().max(51_200);
const typeParameter = z.literal(accessTokenType);

const schema = z.object({
  scope: scopeParameter,
  subject_token: tokenParameter,
  subject_token_type: typeParameter,
  actor_token: tokenParameter.optional(),
  actor_token_type: typeParameter.optional(),
  requested_token_type: typeParameter.optional(),
  resource: resourceParameter,
  // Both may come several times, also together (RFC 8693 §2.1).
  audience: resourceParameter,
});

type ExchangeRequest = z.output<typeof schema>;

/** A live token of a person, with the claims that the new token takes over. */
type SubjectToken = { readonly token: LiveToken; readonly user: LiveUser; readonly issued: IssuedClaims };

/**
 * RFC 8693: an API that was called with a person's token exchanges it for a token to call the next API. The new token
 * belongs to the same grant. It ends with the grant, with the session and with the person's account, and no later than
 * the original token. There is no refresh token and no ID token.
 */
export const tokenExchange = defineGrant({
  grantType: 'urn:ietf:params:oauth:grant-type:token-exchange',
  builtIn: false,
  schema,
  handle: exchange,
});

async function exchange({
  parameters: request,
  client,
  proof,
  context,
}: TokenRequest<ExchangeRequest>): Promise<TokenResponse> {
  const { tokenExchange: rule, tokenEndpointAuthMethod } = client;
  if (rule === null) throw unsupportedGrantType('token_exchange_not_allowed');
  if (tokenEndpointAuthMethod === 'none') throw unauthorizedClient('public_token_exchange');
  if ((request.actor_token === undefined) !== (request.actor_token_type === undefined)) {
    throw invalidRequest('actor_token_incomplete');
  }
  const subjectToken = await readSubjectToken(request.subject_token, { client, subjects: rule.subjects }, context);
  const act = await actorOf(request, { client, delegation: rule.delegation, subjectToken }, context);
  return issue(request, { client, proof, subjectToken, act }, context);
}

// The claims that we put into a person's token ourselves.
const issuedSchema = z.looseObject({
  exp: z.number(),
  auth_time: z.number(),
  amr: z.array(z.string()),
  idp: z.string(),
  acr: z.string().optional(),
  sid: z.string().optional(),
  act: z.record(z.string(), z.unknown()).optional(),
  // A claim of the person, if a scope of the API has it.
  may_act: z.unknown().optional(),
});

type IssuedClaims = z.output<typeof issuedSchema>;

/**
 * Reads the token with which the API was called. It must belong to a person, be issued to a client whose tokens this
 * API may exchange, and be meant for this API, whose client_id is the name of its scope (semantics §2.9).
 * @throws invalid_request for any other token (RFC 8693 §2.2.2)
 */
async function readSubjectToken(
  value: string,
  { client, subjects }: { readonly client: Client; readonly subjects: readonly string[] },
  context: Context,
): Promise<SubjectToken> {
  const token = await readLiveToken(value, context);
  const refuse = (reason: string) => invalidRequest('subject_token_unacceptable', { reason });
  if (token === null) throw refuse('not a live access token');
  const { user } = token;
  if (user === null) throw refuse('it is the token of a client, not of a user');
  if (!subjects.includes(token.clientId)) throw refuse(`${token.clientId} is not in the subjects of token_exchange`);
  const issued = issuedSchema.parse(token.claims);
  if (!isFor(client.clientId, token, context)) throw refuse('the client is not in its audience');
  if (!mayAct(client, issued.may_act)) throw refuse('its may_act names another actor');
  return { token, user, issued };
}

/**
 * Whether a token is for the client that exchanges it, which has the name of an API in its audience, or of a plain scope.
 */
function isFor(clientId: string, { scope, claims }: LiveToken, { snapshot }: Context): boolean {
  const api = snapshot.apis.get(clientId);
  const resources = scopesOfType(snapshot.scopes, scope, 'resource');
  if (api === undefined) return resources.some(({ name }) => name === clientId);
  return [claims.aud].flat().includes(clientId) && resources.some(({ apis }) => apis.includes(api));
}

/** RFC 8693 §4.4: if the token names who may act for the person, the client must be that actor. */
function mayAct({ clientId }: Client, actor: IssuedClaims['may_act']): boolean {
  return actor === undefined || (isJsonObject(actor) && (actor.client_id ?? actor.sub) === clientId);
}

/**
 * RFC 8693 §4.1: with delegation, the new token names the client as the actor, with an earlier actor nested in it.
 * Without delegation, it keeps its actors. An actor_token adds nothing to client authentication, so it must be the
 * client's own.
 */
async function actorOf(
  request: ExchangeRequest,
  rule: { readonly client: Client; readonly delegation: boolean; readonly subjectToken: SubjectToken },
  context: Context,
): Promise<Subject['act']> {
  const { client, delegation, subjectToken } = rule;
  const earlier = subjectToken.issued.act;
  if (request.actor_token !== undefined) {
    if (!delegation) throw invalidRequest('delegation_not_allowed');
    const actor = await readLiveToken(request.actor_token, context);
    if (actor === null || actor.user !== null || actor.clientId !== client.clientId) {
      throw invalidRequest('actor_token_unacceptable');
    }
  }
  if (!delegation) return earlier;
  return { sub: client.clientId, client_id: client.clientId, ...(earlier === undefined ? {} : { act: earlier }) };
}

type Exchange = Pick<TokenRequest<unknown>, 'client' | 'proof'> & {
  readonly subjectToken: SubjectToken;
  readonly act: Subject['act'];
};

async function issue(
  request: ExchangeRequest,
  { client, proof, subjectToken, act }: Exchange,
  context: Context,
): Promise<TokenResponse> {
  const { exp } = subjectToken.issued;
  const asked = exchangedScope(request, client, subjectToken.token, context);
  const { user } = subjectToken;
  const { scope: wanted, resources } = asked;
  const released = release({ granted: user.grant, client, person: user, scope: wanted }, context);
  if ('withheld' in released) throw invalidRequest('subject_token_unacceptable', { reason: released.withheld });
  const { scope } = withAudience({ scope: released.scope, resources }, context.snapshot);
  const subject = { ...subjectOf(subjectToken), ...(act === undefined ? {} : { act }) };
  // The API cannot have the key of the token that it was called with, so the new token is bound to the API's own key.
  const proven = await spendProof({ client, proof }, context);
  const accessToken = await issueAccessToken(
    context.db,
    { ...proven, scope, resources, subject, notAfter: exp },
    issuingOf(context),
  );
  const remaining = exp - Math.floor(context.now.getTime() / 1000);
  return {
    access_token: accessToken,
    token_type: tokenTypeOf(proven.confirmation),
    expires_in: Math.min(client.accessTokenLifetimeSeconds, remaining),
    scope: scope.join(' '),
    custom: { issued_token_type: accessTokenType },
  };
}

/**
 * The resource scopes that the client is allowed, because its administrator decides which API may call which. Identity
 * scopes are limited to what the person granted, those that administer to what the person signed in for, and
 * offline_access is never included.
 * @throws invalid_scope, or invalid_target for an audience or resource that is none of them (RFC 8693 §2.2.2)
 */
function exchangedScope(request: ExchangeRequest, client: Client, token: LiveToken, { snapshot }: Context) {
  const scope = requestedScope(snapshot, client, request.scope, (name, known) => {
    if (known?.type === 'identity' || isAdminScope(name)) return token.scope.includes(name);
    return known !== null;
  });
  const { resource = [], audience = [] } = request;
  // The APIs that another client may call are its own.
  const kept = token.user?.grant.clientId === client.clientId ? token.user.grant.resources : [];
  return aimToken({ scope, resources: kept }, [...resource, ...audience], client, snapshot);
}

function subjectOf({ user, issued }: SubjectToken): Subject {
  const { auth_time: authTime, amr, idp, acr = null, sid = null } = issued;
  return {
    grantId: user.grant.id,
    authentication: { sub: user.sub, sid, authTime: new Date(authTime * 1000), amr, idp, acr },
    person: user,
    releasedByName: noNamedClaims,
    tenant: user.grant.tenant,
  };
}
