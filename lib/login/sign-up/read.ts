import type { Context } from '#lib/context';
import { mailTransport } from '#lib/mail/mail';
import { canSignUp } from '#lib/protocol/required-sign-in';
import { findPendingAccount } from '#lib/users/pending-account-store';
import { readableDomains } from '#lib/vocabulary/domain';
import { type CodePage, codePage } from '../email-code/read';
import { loadInteraction } from '../load-interaction';
import type { ProblemPage } from '../problem-page';
import { type PageInput, type RedirectPage, redirectTo, type SignInPage, signInPage } from '../sign-in-page';
import { findSignUpProblems, type SignUpProblem } from './input';

export type SignUpPage = SignInPage & {
  readonly page: 'signup';
  /** The typed values. Otherwise empty. */
  readonly username: string;
  readonly name: string;
  readonly email: string;
  /** Whether a mailed code proves the address before the account exists. A username is then optional. */
  readonly isAddressProved: boolean;
  readonly minimumLength: number;
  /** In the order of the page. */
  readonly problems: readonly SignUpProblem[];
};

/** The page /signup. Redirects to the login page if nobody may create an account. */
export async function readSignUpPage(
  context: Context,
  { interaction: handle, cookieHeader }: PageInput,
): Promise<SignUpPage | RedirectPage | ProblemPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  if (!canSignUp(open.required)) {
    return redirectTo('login', open);
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
    problems: findSignUpProblems(problem),
  };
}

/** The page /signup/code. Redirects to the sign-up page if no account waits for the proof of its address. */
export async function readSignUpCodePage(
  context: Context,
  { interaction: handle, cookieHeader }: PageInput,
): Promise<CodePage | RedirectPage | ProblemPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const account = await findPendingAccount(context.db, open.interaction.hash, context.now);
  if (account === null || !canSignUp(open.required) || !isAddressProved(context)) {
    return redirectTo('signup', open);
  }
  return codePage({ page: 'signup-code', open, cookieHeader, email: readableDomains(account.email) }, context);
}

/** Whether the address of a new account is proved before it exists. This is the case whenever mail can be sent. */
export function isAddressProved({ settings }: Pick<Context, 'settings'>): boolean {
  return mailTransport(settings) !== 'none';
}
