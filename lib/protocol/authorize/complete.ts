import type { Client } from '#lib/clients/client';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, createId, type Handle } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { completeInteraction } from '#lib/interactions/store';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { addSessionClient } from '#lib/sessions/clients/store';
import { issueAccessToken, type Subject } from '#lib/tokens/access-token';
import { type Authorization, authorize } from '#lib/tokens/authorization/store';
import { createGrant } from '#lib/tokens/grants/store';
import { issueIdToken, leftHalfHash } from '#lib/tokens/id-token';
import { createCode, lockSession, type NewCode } from '#lib/tokens/store';
import type { Context } from '../context';
import { issuingOf } from '../issuing';
import { noteClientUse } from '../note-client-use';
import { loginRequired } from '../oauth-error';
import type { ResponseParameters } from '../response-modes';
import { getResponseType, type ResponseType } from '../response-types';
import { findRegistered } from './match-redirect-uri';
import { respond } from './respond';
import { sessionState } from './session-state';

/** A request that needs nothing more from the person. */
export type Completion = {
  readonly request: AuthorizationRequest;
  readonly client: Client;
  readonly session: SessionWithUser;
  /** What was granted: the requested scope, or what is left of it after consent. */
  readonly scope: readonly string[];
  /** The interaction this ends; null when none was needed. */
  readonly interactionHash: string | null;
  /** Written together with the grant, for example the remembered consent. */
  readonly alongside?: (tx: Transaction) => Promise<void>;
};

/** What the response is made of: its rows are written. */
type Issued = { readonly subject: Subject; readonly code: Handle | null; readonly accessToken: string | null };

/** What is to be issued, before anything is written. */
type Draft = { readonly subject: Subject; readonly code: Handle | null; readonly authorization: Authorization };

/**
 * Issues what the response type asks for and answers with the client's redirect (OpenID Connect Core §3.1.2.5,
 * §3.2.2.5, §3.3.2.5).
 * @returns null when the interaction was completed before: nothing is issued twice
 * @throws login_required when the session ended meanwhile
 */
export async function completeAuthorization(completion: Completion, context: Context): Promise<HttpResponse | null> {
  const { request, interactionHash, alongside } = completion;
  const type = getResponseType(request.responseType);
  const draft = prepare(type, completion, context);
  const isAlone = interactionHash === null && alongside === undefined && !type.returns.token;
  const issued = isAlone ? await issueAtOnce(draft, context) : await issue(draft, type, completion, context);
  if (issued === null) return null;
  noteAuthorization(completion, context);
  return respond(request, responseParameters(type, issued, completion, context), context);
}

function noteAuthorization({ request, client, scope }: Completion, context: Context): void {
  const registered = findRegistered(client, request.redirectUri);
  noteClientUse(client, { redirect_uri: registered === undefined ? [] : [registered], scope }, context);
}

/** One grant for everything, so that revoking it ends all of it. */
function prepare(type: ResponseType, { request, client, session, scope }: Completion, { now }: Context): Draft {
  const grant = {
    id: createId(),
    clientId: client.clientId,
    scope,
    authentication: session,
    requestedClaims: request.claims,
  };
  const lifetimeSeconds = type.returns.token
    ? client.accessTokenLifetimeSeconds
    : client.authorizationCodeLifetimeSeconds;
  const code = type.returns.code ? createHandle() : null;
  return {
    subject: {
      grantId: grant.id,
      authentication: session,
      claims: session.user.claims,
      requestedClaims: request.claims,
    },
    code,
    authorization: {
      sid: session.sid,
      grant,
      grantExpiresAt: secondsLater(now, lifetimeSeconds),
      code: code === null ? null : newCode(code, { grantId: grant.id, request, client }, now),
    },
  };
}

/** Where nothing but grant and code is written, as with a session and no question to the person. */
async function issueAtOnce({ subject, code, authorization }: Draft, { db, now }: Context): Promise<Issued> {
  if (!(await authorize(db, authorization, now))) throw loginRequired('session_ended');
  return { subject, code, accessToken: null };
}

async function issue(
  { subject, code, authorization }: Draft,
  type: ResponseType,
  completion: Completion,
  context: Context,
): Promise<Issued | null> {
  const { client, session, scope, interactionHash, alongside } = completion;
  const { db, now } = context;
  return transaction(db, async (tx) => {
    if (interactionHash !== null && !(await completeInteraction(tx, interactionHash, now))) return null;
    if (!(await lockSession(tx, session.sid, now))) {
      throw loginRequired('session_ended');
    }
    await alongside?.(tx);
    await addSessionClient(tx, { sid: session.sid, clientId: client.clientId }, now);
    await createGrant(tx, authorization.grant, { now, expiresAt: authorization.grantExpiresAt });
    if (authorization.code !== null) await createCode(tx, authorization.code);
    const accessToken = type.returns.token
      ? await issueAccessToken(tx, { client, scope, subject }, issuingOf(context))
      : null;
    return { subject, code, accessToken };
  });
}

function newCode(
  code: Handle,
  { grantId, request, client }: { grantId: string; request: AuthorizationRequest; client: Client },
  now: Date,
): NewCode {
  const { redirectUri, codeChallenge, codeChallengeMethod, nonce } = request;
  return {
    hash: hashHandle(code),
    grantId,
    redirectUri,
    codeChallenge,
    codeChallengeMethod,
    nonce,
    stateHash: stateHashOf(request, client),
    createdAt: now,
    expiresAt: secondsLater(now, client.authorizationCodeLifetimeSeconds),
  };
}

/** In the order of semantics §1.6. */
function responseParameters(
  type: ResponseType,
  { subject, code, accessToken }: Issued,
  { request, client, session, scope }: Completion,
  context: Context,
): ResponseParameters {
  const { nonce } = request;
  const content = { client, subject, scope, nonce, accessToken, code, stateHash: stateHashOf(request, client) };
  const isReduced = scope.length !== request.scope.length;
  return {
    ...(code === null ? {} : { code }),
    ...(type.returns.idToken ? { id_token: issueIdToken(content, issuingOf(context)) } : {}),
    ...(accessToken === null ? {} : bearerParameters(accessToken, client)),
    ...(accessToken !== null || isReduced ? { scope: scope.join(' ') } : {}),
    ...sessionState({ ...request, isOpenid: request.scope.includes('openid') }, session.sid),
  };
}

function bearerParameters(accessToken: string, client: Client): ResponseParameters {
  return { access_token: accessToken, token_type: 'Bearer', expires_in: String(client.accessTokenLifetimeSeconds) };
}

function stateHashOf({ state }: AuthorizationRequest, client: Client): string | null {
  return state === null ? null : leftHalfHash(client.idTokenSignedResponseAlg, state);
}

function secondsLater(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
