import { sendSignInCode } from '../email-code/send';
import { toPageWith } from '../respond';
import type { SignInMethod } from './sign-in-method';

/** A mailed code as the first factor. The answer of the next page is the proof: see ../email-code. */
export const emailCodeMethod: SignInMethod<{ readonly method: 'email_code' }> = {
  takesName: true,
  isAllowed: ({ rules, policy }) => rules.localLogin && policy.emailCode,
  part: ({ ask }) => (ask === 'username' ? null : { method: 'email_code' }),
  isAnswer: ({ values }) => values.get('decision') === 'email_code',
  check: async ({ open, form, request }, context) => {
    const typed = form.values.get('username')?.trim() ?? '';
    if (typed === '') return { outcome: 'refused', note: { problem: 'missing_username', username: '' } };
    await sendSignInCode({ open, request, typed, isNew: true }, context);
    const note = { username: typed, problem: null, isChoosing: true, remember: form.values.has('remember') };
    return { outcome: 'answered', response: await toPageWith(note, 'login/code', open, context) };
  },
};
