import type { Client } from '#lib/clients/client';
import { isLegacyResponseType } from '#lib/clients/flows';
import type { Consent } from '#lib/consents/consent-covers';
import { holdConsent } from '#lib/consents/consent-store';
import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import { run } from '#lib/db/run';
import type { Step } from '#lib/db/step';
import type { HttpResponse } from '#lib/http/types';
import { type AnsweredForm, sealFirstAnswer } from '#lib/interactions/first-answer';
import { completeRequest, type RequestInteraction } from '#lib/interactions/interaction-store';
import type { Caller } from '#lib/sessions/caller';
import { addSessionClient } from '#lib/sessions/session-client-store';
import { lockSession } from '#lib/sessions/session-store';
import { countIssued, type MadeAccessToken, makeAccessToken } from '#lib/tokens/access-token';
import { createGrant } from '#lib/tokens/grant-store';
import { issueIdToken, leftHalfHash } from '#lib/tokens/id-token';
import { createAccessToken, createCode } from '#lib/tokens/token-store';
import { writeConfirmation } from '#lib/vocabulary/confirmation';
import { isTooWeakFor } from '../administration';
import { type Protect, protectFor, unprotected } from '../encryption/protect';
import { issuingOf } from '../issuing';
import { isOAuthError, loginRequired, type OAuthError } from '../oauth-error';
import { recordClientUse } from '../record-use';
import { type Target, withAudience } from '../resource';
import type { ResponseParameters } from '../response-modes';
import { getResponseType, type ResponseType } from '../response-types';
import { type AllowedRequest, type DraftGrant, draftGrant } from './draft-grant';
import { findRegistered } from './match-redirect-uri';
import { respond } from './respond';
import { sessionState } from './session-state';
import { connectionNotice } from './tell-of-connection';
import type { TrustedRedirect } from './trusted-redirect';

/** A request for which the person has nothing more to do. */
export type Completion = Omit<AllowedRequest, 'client'> & {
  /** The target of the answer, resolved for this answer. */
  readonly to: TrustedRedirect;
  /** Who gets the answer, for mails. */
  readonly caller: Pick<Caller, 'clientAddress' | 'userAgent'>;
  /** The remembered consent that this rests on. Null if none was needed, or if the person was asked now. */
  readonly consent: Consent | null;
  /** The interaction that this completes. Null if none was needed. */
  readonly interaction: RequestInteraction | null;
  /** The form that this answers: a browser that sends it twice gets the answer again. Null for a link. */
  readonly form?: AnsweredForm | null;
  /** What is written together with the grant, for example the remembered consent. */
  readonly alongside?: readonly Step<'access_ended'>[];
  /** Uses up a pushed request that has no interaction. */
  readonly spending?: readonly Step<'finished'>[];
};

/**
 * The reason for not answering the client: the interaction is completed or over, the session has ended, the consent was
 * changed or taken back after it was read, or the client was deleted, or its access ended, after the configuration was
 * read. The caller must then read it again.
 */
export type NothingIssued = 'finished' | 'signed_out' | 'consent_withdrawn' | 'access_ended';

/** What will be issued. Nothing of it is written yet. */
type Draft = DraftGrant & {
  readonly code: Handle | null;
  readonly token: MadeAccessToken | null;
  /** The s_hash of the request's state. */
  readonly stateHash: string | null;
};

/**
 * Issues what the response type asks for, and answers with the redirect to the client (OpenID Connect Core §3.1.2.5,
 * §3.2.2.5, §3.3.2.5). Everything is written in one transaction.
 * @param first what is written before, in the same transaction, for example the session
 * @returns the reason if nothing was written; the error for the client if nothing may be released any more
 */
export async function completeAuthorization<First extends string = never>(
  completion: Completion,
  context: Context,
  first: readonly Step<First>[] = [],
): Promise<HttpResponse | NothingIssued | First | OAuthError> {
  const type = getResponseType(completion.request.responseType);
  const draft = prepare(type, completion, context);
  if (isOAuthError(draft)) return draft;
  const protect = await protectAnswer(type, completion, context);
  if (isOAuthError(protect)) return protect;
  const parameters = responseParameters(type, draft, completion, context);
  const { id_token: idToken } = parameters;
  const known = idToken === undefined ? parameters : { ...parameters, id_token: await protect(idToken) };
  // Nothing tells whether an access token was used. So it is given once.
  const { interaction, form, session } = completion;
  const isKept = draft.token === null && interaction !== null && form;
  const answer = isKept ? sealFirstAnswer({ sid: session.sid, parameters: known, ...form }, interaction.hash) : null;
  const refused = await run<First | NothingIssued>(context.db, [
    ...first,
    ...(await authorization({ ...draft, answer }, completion, context)),
  ]);
  if (refused !== null) return refused;
  if (draft.token !== null) countIssued({ ...draft, client: completion.to.client }, context);
  noteAuthorization(completion, context);
  return respond(completion.to, known, context);
}

/**
 * In the order of the locks: a sign-out ends the session first, and a withdrawal the consent. The grant comes before the
 * consent: whatever ends between the two statements ends both, because the grant does not count as newer. A change of the
 * configuration locks clients before people, and one of the two is tried again then.
 */
async function authorization(
  { grant, code, token, stateHash, answer }: Draft & { readonly answer: string | null },
  completion: Completion,
  context: Context,
): Promise<Step<NothingIssued>[]> {
  const { request, to, session, consent, interaction, alongside = [], spending = [] } = completion;
  const { client } = to;
  const { clientId } = client;
  const {
    now,
    snapshot: { revision },
  } = context;
  // The grant is kept as long as both the code and the access token, because it takes them along.
  const codeEnd = new Date(now.getTime() + client.authorizationCodeLifetimeSeconds * 1000);
  const tokenEnd = new Date(now.getTime() + client.accessTokenLifetimeSeconds * 1000);
  const expiresAt = token === null || (code !== null && codeEnd > tokenEnd) ? codeEnd : tokenEnd;
  const { redirectUri, codeChallenge, codeChallengeMethod, nonce, dpopJkt } = request;
  return [
    lockSession(session.sid, now),
    createGrant(grant, { now, expiresAt, revision }),
    consent === null ? [] : holdConsent({ sub: session.sub, clientId }, consent),
    interaction === null ? [] : completeRequest(interaction, now, answer),
    ...spending,
    ...alongside,
    addSessionClient({ sid: session.sid, clientId }, now),
    ...(await connectionNotice(completion, context)),
    code === null
      ? []
      : createCode({
          hash: hashHandle(code),
          grantId: grant.id,
          redirectUri,
          codeChallenge,
          codeChallengeMethod,
          nonce,
          stateHash,
          confirmation: dpopJkt === null ? null : writeConfirmation({ jkt: dpopJkt }),
          createdAt: now,
          expiresAt: codeEnd,
        }),
    token === null || token.row === null ? [] : createAccessToken(token.row),
  ];
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
    return returns.idToken ? await protectFor(to.client, 'id_token', context) : await unprotected;
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
  const { client } = completion.to;
  if (isTooWeakFor(completion.allowed.scope, completion.session, context)) return loginRequired('sign_in_needed');
  const draft = draftGrant({ ...completion, client }, context);
  if (isOAuthError(draft)) return draft;
  const target = type.returns.token ? aim(draft, context) : draft;
  if (isOAuthError(target)) return target;
  const { subject } = draft;
  const { scope } = target;
  const { state } = completion.request;
  const { resources } = draft.grant;
  return {
    ...draft,
    scope,
    stateHash: state === null ? null : leftHalfHash(client.idTokenSignedResponseAlg, state),
    code: type.returns.code ? createHandle() : null,
    token: type.returns.token
      ? makeAccessToken(
          { client, confirmation: null, scope, resources, subject, from: 'authorization_endpoint' },
          issuingOf(context),
        )
      : null,
  };
}

/** What the access token is for. Since the request was checked, the configuration may have changed. */
function aim({ scope, grant: { resources } }: DraftGrant, { snapshot }: Context): Target | OAuthError {
  try {
    return withAudience({ scope, resources }, snapshot);
  } catch (error) {
    if (isOAuthError(error)) return error;
    throw error;
  }
}

/** In the order of semantics §1.6. */
function responseParameters(
  type: ResponseType,
  { subject, scope, code, token, stateHash }: Draft,
  { request, to: { client }, session }: Completion,
  context: Context,
): ResponseParameters {
  const { nonce } = request;
  const accessToken = token?.accessToken ?? null;
  const content = {
    client,
    subject,
    scope,
    nonce,
    accessToken,
    code,
    stateHash,
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
