import { accessDenied } from '#lib/protocol/oauth-error';
import { continueInteraction, decideNext } from '../continue-interaction';
import { readSessions, sessionFor } from '../current-session';
import { interactionForm } from '../read-form';
import { cancelSignIn, refuseInteraction } from '../refuse-interaction';
import { toPage } from '../respond';

/** POST /login/access/submit: a person without access tries again, uses another account, or returns to the client. */
export const handleAccessSubmit = interactionForm(async ({ form, decision, open }, context) => {
  if (open.kind !== 'authorize' && open.kind !== 'device') return null;
  const session = sessionFor(open, await readSessions(form.cookieHeader, context), context);
  switch (decision) {
    case 'continue':
      return session === null ? toPage('login', open, context) : continueInteraction(open, session, form, context);
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
