import type { Context } from '#lib/context';
import { canSignUp } from '#lib/protocol/required-sign-in';
import { findPendingAccount } from '#lib/users/pending-account-store';
import { readableDomains } from '#lib/vocabulary/domain';
import { type CodePage, codePage } from '../code-page';
import { loadInteraction } from '../load-interaction';
import type { ProblemPage } from '../problem-page';
import type { PageInput, RedirectPage } from '../sign-in-page';
import { isAddressProved } from './is-address-proved';

/** The page /signup/code. Redirects to the sign-up page if no account waits for the proof of its address. */
export async function readSignUpCodePage(
  context: Context,
  { interaction: handle, cookieHeader }: PageInput,
): Promise<CodePage | RedirectPage | ProblemPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const account = await findPendingAccount(context.db, open.interaction.hash, context.now);
  if (account === null || !canSignUp(open.required) || !isAddressProved(context)) {
    return { page: 'redirect', location: `/signup?interaction=${open.handle}` };
  }
  return codePage({ page: 'signup-code', open, cookieHeader, email: readableDomains(account.email) }, context);
}
