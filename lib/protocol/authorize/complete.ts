import type { Client } from '#lib/clients/client';
import { isLegacyResponseType } from '#lib/clients/legacy-flows';
import type { Consent } from '#lib/consents/consent-covers';
import { allowedColumns, holdConsent } from '#lib/consents/consent-store';
import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import type { PreparedStep } from '#lib/db/prepared';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { type AnsweredForm, sealFirstAnswer } from '#lib/interactions/first-answer';
import { completeRequest, type RequestInteraction } from '#lib/interactions/interaction-store';
import type { MailPlace } from '#lib/mail/mail-kinds';
import { addSessionClient } from '#lib/sessions/session-client-store';
import { lockSession } from '#lib/sessions/session-store';
import { issueAccessToken, type Subject } from '#lib/tokens/access-token';
import { type Authorization, authorize, type NothingAuthorized } from '#lib/tokens/authorization/authorization-store';
import { createGrant } from '#lib/tokens/grant-store';
import { issueIdToken, leftHalfHash } from '#lib/tokens/id-token';
import { createCode, type NewCode } from '#lib/tokens/token-store';
import { writeConfirmation } from '#lib/vocabulary/confirmation';
import { isTooWeakFor } from '../administration';
import { type Protect, protectFor } from '../encryption/protect';
import { issuingOf } from '../issuing';
import { isOAuthError, loginRequired, type OAuthError } from '../oauth-error';
import { recordClientUse } from '../record-use';
import type { ResponseParameters } from '../response-modes';
import { getResponseType, type ResponseType } from '../response-types';
import { type AllowedRequest, draftGrant } from './draft-grant';
import { findRegistered } from './match-redirect-uri';
import { respond } from './respond';
import { sessionState } from './session-state';
import { mayBeTold, tellOfConnection } from './tell-of-connection';
import type { TrustedRedirect } from './trusted-redirect';

/** A request for which the person has nothing more to do. */
export type Completion = Omit<AllowedRequest, 'client'> & {
  /** The target of the answer, resolved for this answer. */
  readonly to: TrustedRedirect;
  /** The place and the browser of the answer, for mails. */
  readonly place: MailPlace;
  /** The remembered consent that this rests on. Null if none was needed, or if the person was asked now. */
  readonly consent: Consent | null;
  /** The interaction that this completes. Null if none was needed. */
  readonly interaction: RequestInteraction | null;
  /** The form that this answers: a browser that sends it twice gets the answer again. Null for a link. */
  readonly form?: AnsweredForm | null;
  /** Writes more together with the grant, for example the remembered consent. */
  readonly alongside?: (tx: Transaction) => Promise<void>;
};

/** The reason for not answering the client. */
export type NothingIssued = NothingAuthorized;

/** The parts of the response, after its rows are written. */
type Issued = Omit<Draft, 'authorization'> & { readonly accessToken: string | null };

/** What will be issued, before anything is written. */
type Draft = {
  readonly subject: Subject;
  /** The part of the granted scope that may be released. */
  readonly scope: readonly string[];
  readonly code: Handle | null;
  readonly authorization: Authorization;
};

/**
 * Issues what the response type asks for, and answers with the redirect to the client (OpenID Connect Core §3.1.2.5,
 * §3.2.2.5, §3.3.2.5).
 * @returns the reason if nothing was issued, because the interaction was completed before, the session has ended, or the
 * person took the remembered consent back in the meantime; the error for the client if nothing may be released any more
 */
export async function completeAuthorization(
  completion: Completion,
  context: Context,
): Promise<HttpResponse | NothingIssued | OAuthError> {
  const write = (draft: Draft, type: ResponseType) =>
    isAlone(type, completion, context) ? issueAtOnce(draft, [], context) : issue(draft, type, completion, context);
  return completeBy(write, completion, context);
}

/**
 * The same in the prepared transaction that starts the session.
 * @param first the steps that start the session
 * @returns null if more than grant and code must be written, or if anything has changed, and 'finished' if the
 * interaction may be completed; nothing is written then
 */
export async function completeAtOnce(
  completion: Completion,
  first: readonly PreparedStep[],
  context: Context,
): Promise<HttpResponse | 'finished' | null> {
  if (!isAlone(getResponseType(completion.request.responseType), completion, context)) return null;
  const response = await completeBy((draft) => issueAtOnce(draft, first, context), completion, context);
  if (response === 'finished') return response;
  return typeof response === 'string' || isOAuthError(response) ? null : response;
}

type Write = (draft: Draft, type: ResponseType) => Promise<Issued | NothingIssued>;

async function completeBy(
  write: Write,
  completion: Completion,
  context: Context,
): Promise<HttpResponse | NothingIssued | OAuthError> {
  const type = getResponseType(completion.request.responseType);
  const draft = prepare(type, completion, context);
  if (isOAuthError(draft)) return draft;
  const protect = await protectAnswer(type, completion, context);
  if (isOAuthError(protect)) return protect;
  const parametersOf = async (issued: Issued) => {
    const parameters = responseParameters(type, issued, completion, context);
    const { id_token: idToken } = parameters;
    return idToken === undefined ? parameters : { ...parameters, id_token: await protect(idToken) };
  };
  // An access token exists only once it is written, and nothing tells whether it was used. So it is given once.
  const known = type.returns.token ? null : await parametersOf({ ...draft, accessToken: null });
  const answer = known && sealAnswer(known, completion);
  const issued = await write({ ...draft, authorization: { ...draft.authorization, answer } }, type);
  if (typeof issued === 'string') return issued;
  noteAuthorization(completion, context);
  return respond(completion.to, known ?? (await parametersOf(issued)), context);
}

function sealAnswer(parameters: ResponseParameters, { interaction, form, session }: Completion): string | null {
  if (!interaction || !form) return null;
  return sealFirstAnswer({ sid: session.sid, parameters, ...form }, interaction.hash);
}

/**
 * How the ID token will be protected. Both keys are found before anything is written, including that of a signed
 * response.
 * @returns the error for a client without a key to encrypt to
 */
async function protectAnswer(
  { returns }: ResponseType,
  { to }: Completion,
  context: Context,
): Promise<Protect | OAuthError> {
  try {
    if (to.responseMode.endsWith('.jwt')) await protectFor(to.client, 'authorization', context);
    return returns.idToken ? await protectFor(to.client, 'id_token', context) : async (jwt) => jwt;
  } catch (error) {
    if (isOAuthError(error)) return error;
    throw error;
  }
}

function noteAuthorization({ request, to: { client }, allowed }: Completion, context: Context): void {
  const registered = findRegistered(client, request.redirectUri);
  recordClientUse(
    client,
    {
      redirect_uri: registered === undefined ? [] : [registered],
      scope: allowed.scope,
      response_type: [request.responseType].filter(isLegacyResponseType),
    },
    context,
  );
}

/** One grant for everything, so that revoking it ends all of it. */
function prepare(type: ResponseType, completion: Completion, context: Context): Draft | OAuthError {
  const { request, to, session, consent, interaction } = completion;
  const { client } = to;
  const { now } = context;
  if (isTooWeakFor(completion.allowed.scope, session, context)) return loginRequired('sign_in_needed');
  const draft = draftGrant({ ...completion, client }, context);
  if (isOAuthError(draft)) return draft;
  const { grant, subject, scope } = draft;
  const code = type.returns.code ? createHandle() : null;
  return {
    subject,
    scope,
    code,
    authorization: {
      sid: session.sid,
      grant,
      grantExpiresAt: secondsLater(now, keptSeconds(type, client)),
      code: code === null ? null : newCode(code, { grantId: grant.id, request, client }, now),
      interactionHash: interaction?.hash ?? null,
      answer: null,
      consent: consent && allowedColumns(consent),
    },
  };
}

/** How long the grant is kept: as long as both the code and the access token, because it takes them along. */
function keptSeconds({ returns }: ResponseType, client: Client): number {
  const { authorizationCodeLifetimeSeconds: code, accessTokenLifetimeSeconds: token } = client;
  if (!returns.token) return code;
  return returns.code ? Math.max(code, token) : token;
}

/** Whether only grant and code are written, as when the person is not asked. */
function isAlone({ returns }: ResponseType, completion: Completion, context: Context): boolean {
  const { interaction, alongside } = completion;
  // A pushed request is used up in the same transaction.
  const isPlain = interaction === null || interaction.pushedHash === null;
  return isPlain && alongside === undefined && !returns.token && !mayBeTold(completion, context);
}

async function issueAtOnce(
  { authorization, ...made }: Draft,
  first: readonly PreparedStep[],
  { db, now }: Context,
): Promise<Issued | NothingIssued> {
  return (await authorize(db, authorization, now, first)) ?? { ...made, accessToken: null };
}

async function issue(
  { authorization, ...made }: Draft,
  type: ResponseType,
  completion: Completion,
  context: Context,
): Promise<Issued | NothingIssued> {
  const { to, session, consent, interaction, alongside } = completion;
  const { subject, scope } = made;
  const { client } = to;
  const { db, now } = context;
  return transaction(db, async (tx) => {
    // Nothing is written before both are known, so nothing has to be undone.
    if (!(await lockSession(tx, session.sid, now))) return 'signed_out';
    const pair = { sub: session.sub, clientId: client.clientId };
    if (consent !== null && !(await holdConsent(tx, pair, consent))) return 'consent_withdrawn';
    if (interaction !== null && !(await completeRequest(tx, interaction, now, authorization.answer))) return 'finished';
    await alongside?.(tx);
    await addSessionClient(tx, { sid: session.sid, clientId: client.clientId }, now);
    await tellOfConnection(tx, completion, context);
    await createGrant(tx, authorization.grant, { now, expiresAt: authorization.grantExpiresAt });
    if (authorization.code !== null) await createCode(tx, authorization.code);
    const accessToken = type.returns.token
      ? await issueAccessToken(tx, { client, confirmation: null, scope, subject }, issuingOf(context))
      : null;
    return { ...made, accessToken };
  });
}

function newCode(
  code: Handle,
  { grantId, request, client }: { grantId: string; request: AuthorizationRequest; client: Client },
  now: Date,
): NewCode {
  const { redirectUri, codeChallenge, codeChallengeMethod, nonce, dpopJkt } = request;
  return {
    hash: hashHandle(code),
    grantId,
    redirectUri,
    codeChallenge,
    codeChallengeMethod,
    nonce,
    stateHash: stateHashOf(request, client),
    confirmation: dpopJkt === null ? null : writeConfirmation({ jkt: dpopJkt }),
    createdAt: now,
    expiresAt: secondsLater(now, client.authorizationCodeLifetimeSeconds),
  };
}

/** In the order of semantics §1.6. */
function responseParameters(
  type: ResponseType,
  { subject, scope, code, accessToken }: Issued,
  { request, to: { client }, session }: Completion,
  context: Context,
): ResponseParameters {
  const { nonce } = request;
  const content = {
    client,
    subject,
    scope,
    nonce,
    accessToken,
    code,
    stateHash: stateHashOf(request, client),
    from: 'authorization_endpoint',
  } as const;
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
