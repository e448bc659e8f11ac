import type { Context } from '#lib/context';
import { run } from '#lib/db/run';
import type { Step } from '#lib/db/step';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { completeInteraction } from '#lib/interactions/interaction-store';
import { writeTrialReport } from '#lib/interactions/trial-store';
import type { Completion, NothingIssued } from '#lib/protocol/authorize/complete';
import { type DraftGrant, draftGrant } from '#lib/protocol/authorize/draft-grant';
import { isOAuthError, type OAuthError } from '#lib/protocol/oauth-error';
import { previewClaims } from '#lib/protocol/preview-claims';
import { getResponseType } from '#lib/protocol/response-types';
import { lockSession } from '#lib/sessions/session-store';
import type { OpenAuthorization } from '../load-interaction';
import { type SignInReport, sealReport, trialPath } from './report';

/** Whether the answer goes to an administrator who tries the sign-in, and not to the client (decision 014). */
export function isTrial({ interaction }: Pick<OpenAuthorization, 'interaction'>): boolean {
  return interaction.triedBy !== null;
}

/**
 * Completes a trial as completeAuthorization() completes a request, but issues nothing: no grant, code or token is
 * created, and the client is not added to the session.
 */
export async function completeTrial<First extends string = never>(
  open: OpenAuthorization,
  completion: Completion,
  context: Context,
  first: readonly Step<First>[] = [],
): Promise<HttpResponse | NothingIssued | First | OAuthError> {
  const { db, now } = context;
  const { hash } = open.interaction;
  const draft = draftGrant({ ...completion, client: open.client }, context);
  if (isOAuthError(draft)) return draft;
  const report = sealReport(reportAnswer(completion, open, draft, context), hash, context);
  const refused = await run<First | NothingIssued>(db, [
    ...first,
    lockSession(completion.session.sid, now),
    completeInteraction(hash, now),
    ...(completion.alongside ?? []),
    writeTrialReport(hash, report),
  ]);
  return refused ?? toReport(open, context);
}

/** Ends a completed trial with the error that the client would have got. */
export async function refuseTrial(open: OpenAuthorization, error: OAuthError, context: Context): Promise<HttpResponse> {
  const { code, description, rule } = error;
  const { hash } = open.interaction;
  const report = { outcome: 'refused', error: code, description, rule } as const;
  await run(context.db, [writeTrialReport(hash, sealReport(report, hash, context))]);
  return toReport(open, context);
}

function reportAnswer(
  { request, session, allowed }: Completion,
  { client }: OpenAuthorization,
  { subject, scope }: DraftGrant,
  context: Context,
): SignInReport {
  const { authTime, idp, amr, acr } = subject.authentication;
  const type = getResponseType(request.responseType);
  return {
    outcome: 'answered',
    username: session.user.username,
    authTime: Math.floor(authTime.getTime() / 1000),
    idp,
    amr: [...amr],
    acr,
    scope: [...scope],
    refused: request.scope.filter((name) => !allowed.scope.includes(name)),
    claims: previewClaims({ client, subject, scope, nonce: request.nonce, type }, context),
  };
}

function toReport({ handle, client }: OpenAuthorization, { settings }: Context): HttpResponse {
  return seeOther(settings.issuer + trialPath(client.clientId, handle));
}
