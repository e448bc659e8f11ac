import type { Context } from '#lib/context';
import { run } from '#lib/db/run';
import { parseParameters } from '#lib/http/form';
import type { HttpResponse } from '#lib/http/types';
import { completeInteraction } from '#lib/interactions/interaction-store';
import { answerAuthorization } from '#lib/protocol/authorize';
import { knowDocument } from '#lib/protocol/documents/admit-document';
import { documentRefusal } from '#lib/protocol/documents/document-need';
import { isOAuthError } from '#lib/protocol/oauth-error';
import { refusalPage } from '#lib/protocol/refusal-page';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import type { Caller } from '#lib/sessions/caller';
import type { OpenDocument } from './load-interaction';
import { finishedPage } from './problem-page';
import { respondProblem } from './respond';

/**
 * Continues a request of an unknown client. The person has signed in, so the document at its client_id is fetched, and
 * the request is answered as if it arrived now. If the document fails, the interaction stays open for a retry.
 */
export async function continueDocument(
  open: OpenDocument,
  session: SessionWithUser,
  caller: Caller,
  context: Context,
): Promise<HttpResponse> {
  const { hash, query, startedAt } = open.interaction;
  const { clientAddress } = caller;
  const request = { headers: { cookie: caller.cookieHeader }, clientAddress };
  const known = await knowDocument(open.client.clientId, { sub: session.sub, clientAddress }, context);
  if (isOAuthError(known)) return refusalPage(known, { request, ...documentRefusal(known) }, context);
  if ((await run(context.db, [completeInteraction(hash, context.now)])) !== null)
    return respondProblem(finishedPage(open, context));
  const parameters = parseParameters(query);
  if (parameters === null) throw new Error('the stored parameters were readable before');
  return answerAuthorization({ parameters, request, signedIn: { session, startedAt } }, known);
}
