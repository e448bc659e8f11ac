import type { Context } from '#lib/context';
import { emailCodeMinutes } from '#lib/factors/email-code';
import type { OpenInteraction } from './load-interaction';
import { type SignInPage, signInPage } from './sign-in-page';

/** What is said above the field: the code was wrong or missing; or another one was sent. */
type CodeNote = 'missing_code' | 'wrong_code' | 'resent';

const notes: readonly CodeNote[] = ['missing_code', 'wrong_code', 'resent'];

/** A page that asks for a mailed code. */
export type CodePage = SignInPage & {
  readonly page: 'signup-code' | 'email-code';
  /** Where the form goes. */
  readonly action: string;
  /** Where the code went; null where the page must not say it. */
  readonly email: string | null;
  /** How long a code works. */
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

/** How a note is kept with the interaction, apart from the problems of other pages. */
export function codeNote(note: CodeNote): string {
  return `code.${note}`;
}
