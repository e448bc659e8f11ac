import type { Context } from '#lib/context';
import { emailCodeMinutes } from '#lib/factors/email-code';
import type { OpenInteraction } from './load-interaction';
import { type SignInPage, signInPage } from './sign-in-page';

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
