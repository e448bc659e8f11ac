import { askForAccess } from '#lib/access-requests/ask';
import { maximumReason } from '#lib/access-requests/request-store';
import type { Context } from '#lib/context';
import type { HttpResponse } from '#lib/http/types';
import { accessDenied } from '#lib/protocol/oauth-error';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { isVisible } from '#lib/vocabulary/text';
import { continueInteraction, decideNext } from '../continue-interaction';
import { readSessions, sessionFor } from '../current-session';
import { consentPurpose } from '../form-binding';
import type { OpenAuthorization, OpenDevice } from '../load-interaction';
import { hasValidCsrf, interactionForm, type PostedForm } from '../read-form';
import { cancelSignIn, refuseInteraction } from '../refuse-interaction';
import { refuseForm, toPage } from '../respond';
import { asksForAccess } from './read';

/** POST /login/access/submit: a person without access tries again, uses another account, or returns to the client. */
export const handleAccessSubmit = interactionForm(async ({ form, decision, open }, context) => {
  if (open.kind !== 'authorize' && open.kind !== 'device') return null;
  const session = sessionFor(open, await readSessions(form.cookieHeader, context), context);
  switch (decision) {
    case 'continue':
      return session === null ? toPage('login', open, context) : continueInteraction(open, session, form, context);
    case 'request':
      return asksForAccess(open) ? ask(open, session, form, context) : null;
    case 'other_account':
      return open.required.hintSub === null ? toPage('login', open, context, { account: 'choose' }) : null;
    case 'cancel': {
      // The client is told what is true now.
      const isDenied = session !== null && (await decideNext(open, session, context)).step === 'access';
      if (!isDenied || open.kind === 'device') return cancelSignIn(open, form, context);
      const error = accessDenied('no_access', { person: session.sub });
      return refuseInteraction(open, { error, sid: session.sid, caller: form }, context);
    }
    default:
      return null;
  }
});

/** The page shows what became of it: beyond a limit, whom to ask, and nothing is sent. */
async function ask(
  open: OpenAuthorization | OpenDevice,
  session: SessionWithUser | null,
  form: PostedForm,
  context: Context,
): Promise<HttpResponse> {
  if (session === null) return toPage('login', open, context);
  // Bound to the person who saw the page, so that nobody asks in the name of another account of the browser.
  if (!hasValidCsrf(form, consentPurpose(open.handle, session.sub), context, 'person')) {
    return refuseForm(open, [403, 'forbidden_origin'], context);
  }
  const reason = (form.values.get('reason') ?? '').trim().replaceAll('\r\n', '\n');
  if (reason.length > maximumReason || !isVisible(reason)) {
    return toPage('login/access', open, context, { problem: 'reason' });
  }
  if ((await decideNext(open, session, context)).step === 'access') {
    const asking = { person: session.user, client: open.client, address: form.clientAddress };
    await askForAccess({ ...asking, reason: reason === '' ? null : reason }, context);
  }
  return toPage('login/access', open, context);
}
