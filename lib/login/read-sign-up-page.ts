import type { Context } from '#lib/context';
import { canSignUp } from '#lib/protocol/required-sign-in';
import { loadInteraction } from './load-interaction';
import type { ProblemPage } from './problem-page';
import { type PageInput, type RedirectPage, type SignInPage, signInPage } from './sign-in-page';
import { isAddressProved } from './sign-up/is-address-proved';
import type { SignUpProblem } from './sign-up-input';
import { findSignUpProblem } from './sign-up-input';

export type SignUpPage = SignInPage & {
  readonly page: 'signup';
  /** The typed values. Otherwise empty. */
  readonly username: string;
  readonly name: string;
  readonly email: string;
  /** Whether a mailed code proves the address before the account exists. A username is then optional. */
  readonly isAddressProved: boolean;
  readonly minimumLength: number;
  readonly problem: SignUpProblem | null;
};

/** The page /signup. Redirects to the login page if nobody may create an account. */
export async function readSignUpPage(
  context: Context,
  { interaction: handle, cookieHeader }: PageInput,
): Promise<SignUpPage | RedirectPage | ProblemPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  if (!canSignUp(open.required)) {
    return { page: 'redirect', location: `/login?interaction=${open.handle}` };
  }
  const { problem, username, typedName, typedEmail } = open.interaction;
  return {
    page: 'signup',
    ...signInPage(open, cookieHeader, context),
    username: username ?? '',
    name: typedName ?? '',
    email: typedEmail ?? '',
    isAddressProved: isAddressProved(context),
    minimumLength: context.snapshot.portal.passwordMinLength,
    problem: findSignUpProblem(problem),
  };
}
