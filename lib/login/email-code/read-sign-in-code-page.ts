import type { Context } from '#lib/context';
import { findEmailCode } from '#lib/factors/email-code-store';
import { type CodePage, codePage } from '../code-page';
import { loadInteraction } from '../load-interaction';
import { emailCodeMethod } from '../methods/email-code';
import type { ProblemPage } from '../problem-page';
import type { PageInput, RedirectPage } from '../sign-in-page';

/** The page /login/code, which never says whether a code was sent. The sign-in page if no code is asked for. */
export async function readSignInCodePage(
  context: Context,
  { interaction: handle, cookieHeader }: PageInput,
): Promise<CodePage | RedirectPage | ProblemPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const code = await findEmailCode(context.db, open.interaction.hash, 'sign_in');
  if (code === null || !emailCodeMethod.isAllowed(open.required)) {
    return { page: 'redirect', location: `/login?interaction=${open.handle}` };
  }
  return codePage({ page: 'email-code', open, cookieHeader, email: null }, context);
}
