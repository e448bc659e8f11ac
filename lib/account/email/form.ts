import { z } from 'zod';
import type { Context } from '#lib/context';
import { form } from '#lib/forms/form';
import { text } from '#lib/forms/read-posted';
import { wording } from '#lib/i18n/translate';
import { readableDomains } from '#lib/vocabulary/domain';
import { type AccountAnswer, done, type Fresh, fresh, person, problem } from '../person';
import { readManagedClaims } from '../profile/change-profile';
import { cancelEmailChange, resendEmailLink, startEmailChange } from './change-email';

const field = 'email';

/** In characters. No address is longer. */
const maximumEmail = 254;

/**
 * POST /account/email/submit: mails a link to the new address (`save`), sends it again (`resend`) or cancels the change
 * (`cancel_change`). An address that a provider manages is changed there.
 */
export const emailForm = form('/account/email/submit', {
  who: person,
  proof: fresh,
  fields: { email: text(10_000), decision: z.enum(['save', 'resend', 'cancel_change']) },
  handle: async (post, { email, decision }, _, context) => {
    const provider = (await readManagedClaims(post.session.sub, context)).get('email');
    if (provider !== undefined) return problem(wording('account.state.managed_text', { provider }), field);
    switch (decision) {
      case 'save':
        return told(await startEmailChange(email.length > maximumEmail ? '' : email, post, context), post, context);
      case 'resend':
        return told(await resendEmailLink(post, context), post, context);
      case 'cancel_change':
        await cancelEmailChange(post, context);
        return done(wording('account.email.cancelled'), post, context);
    }
  },
});

function told(sent: Awaited<ReturnType<typeof startEmailChange>>, post: Fresh, context: Context): AccountAnswer {
  if ('problem' in sent) return problem(wording(`account.email.problem.${sent.problem}`), field);
  return done(wording('account.email.sent', { email: readableDomains(sent.email) }), post, context);
}
