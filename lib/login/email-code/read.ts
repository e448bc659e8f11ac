import type { Context } from '#lib/context';
import { emailCodeMinutes } from '#lib/factors/email-code';
import { findEmailCode } from '#lib/factors/email-code-store';
import { loadInteraction, type OpenInteraction } from '../load-interaction';
import { emailCodeMethod } from '../methods/email-code';
import type { ProblemPage } from '../problem-page';
import { type PageInput, type RedirectPage, redirectTo, type SignInPage, signInPage } from '../sign-in-page';

/** The note above the field: the code was missing or wrong, or another one was sent. */
type CodeNote = 'missing_code' | 'wrong_code' | 'resent';

const notes: readonly CodeNote[] = ['missing_code', 'wrong_code', 'resent'];

/** A page that asks for a mailed code. */
export type CodePage = SignInPage & {
  readonly page: 'signup-code' | 'email-code';
  /** Where the form is sent. */
  readonly action: string;
  /** Where the code was sent. Null if the page must not show it. */
  readonly email: string | null;
  /** How long a code is valid. */
  readonly minutes: number;
  readonly note: CodeNote | null;
};

type CodePageInput = Pick<CodePage, 'page' | 'email'> & {
  readonly open: OpenInteraction;
  readonly cookieHeader: string | undefined;
};

export function codePage({ page, email, open, cookieHeader }: CodePageInput, context: Context): CodePage {
  return {
    page,
    ...signInPage(open, cookieHeader, context),
    action: page === 'signup-code' ? '/signup/code/submit' : '/login/code/submit',
    email,
    minutes: emailCodeMinutes,
    note: notes.find((note) => open.interaction.problem === codeNote(note)) ?? null,
  };
}

/** The name of a note as it is stored with the interaction. It differs from the problems of other pages. */
export function codeNote(note: CodeNote): string {
  return `code.${note}`;
}

/** The page /login/code, which never says whether a code was sent. The sign-in page if no code is asked for. */
export async function readSignInCodePage(
  context: Context,
  { interaction: handle, cookieHeader }: PageInput,
): Promise<CodePage | RedirectPage | ProblemPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const code = await findEmailCode(context.db, open.interaction.hash, 'sign_in');
  if (code === null || !emailCodeMethod.isAllowed(open.required)) {
    return redirectTo('login', open);
  }
  return codePage({ page: 'email-code', open, cookieHeader, email: null }, context);
}
