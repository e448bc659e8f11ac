import { wording } from '#lib/i18n/translate';
import { problemPage } from '#lib/login/problem-page';
import { respondProblem } from '#lib/login/respond';
import { readableDomains } from '#lib/vocabulary/domain';
import { type AccountPost, type AccountResult, accountForm } from '../account-form';
import { readManagedClaims } from '../profile/change-profile';
import { cancelEmailChange, resendEmailLink, startEmailChange } from './change-email';

const field = 'email';

/**
 * POST /account/email/submit: mails a link to the new address (`save`), sends it again (`resend`) or cancels the change
 * (`cancel_change`). An address that a provider manages is changed there.
 */
export const handleEmailSubmit = accountForm({
  fresh: { changesFactors: true },
  typed: ['email'],
  handle: async (post, context) => {
    const provider = (await readManagedClaims(post.session.sub, context)).get('email');
    if (provider !== undefined) return { problem: wording('account.state.managed_text', { provider }), field };
    switch (post.decision) {
      case 'save':
        return told(await startEmailChange(typedAddress(post), post, context));
      case 'resend':
        return told(await resendEmailLink(post, context));
      case 'cancel_change':
        await cancelEmailChange(post, context);
        return { done: wording('account.email.cancelled') };
      default:
        return { response: respondProblem(problemPage(400, 'invalid_request', context)) };
    }
  },
});

/** The typed address. Empty if it is longer than an address can be. */
function typedAddress({ form }: AccountPost): string {
  const typed = form.values.get('email') ?? '';
  return typed.length > 254 ? '' : typed;
}

function told(sent: Awaited<ReturnType<typeof startEmailChange>>): AccountResult {
  if ('problem' in sent) return { problem: wording(`account.email.problem.${sent.problem}`), field };
  return { done: wording('account.email.sent', { email: readableDomains(sent.email) }) };
}
