import type { Context } from '#lib/context';
import { type PageFrame, plainFrame } from '#lib/theme/brand';
import { linkMinutes } from '#lib/users/links/create-link';
import type { PasswordProblem } from '#lib/users/password-policy';
import { personFrame } from '../person-view';
import { findRecovery } from './recover-account';

/** The catalog key is `setup.problem.<code>`. */
export type ResetProblem = PasswordProblem | 'missing_password';

const problems: Readonly<Record<ResetProblem, true>> = {
  missing_password: true,
  password_too_short: true,
  password_too_long: true,
  password_contains_username: true,
  password_too_common: true,
};

export type ResetForm = {
  readonly page: 'recover-reset';
  readonly frame: PageFrame;
  /** The link's token: a hidden input. */
  readonly token: string;
  readonly username: string;
  readonly minimumLength: number;
  readonly problem: ResetProblem | null;
};

/** `recover-invalid`: the link is unknown, used, void or too old; `minutes`: how long one works. */
export type ResetPage =
  | ResetForm
  | { readonly page: 'recover-done'; readonly frame: PageFrame }
  | { readonly page: 'recover-invalid'; readonly frame: PageFrame; readonly minutes: number };

type ResetInput = { readonly token: string | null; readonly problem: string | null; readonly done: boolean };

/** The page /recover/reset. Reading it does not use the link up, so a mail scanner that follows it does no harm. */
export async function readResetPage(context: Context, { token, problem, done }: ResetInput): Promise<ResetPage> {
  if (done) return { page: 'recover-done', frame: plainFrame };
  const recovery = await findRecovery(token, context);
  if (token === null || recovery === null) {
    return { page: 'recover-invalid', frame: plainFrame, minutes: linkMinutes.recover };
  }
  const { person } = recovery;
  return {
    page: 'recover-reset',
    frame: personFrame(person, context.snapshot),
    token,
    username: person.username,
    minimumLength: context.snapshot.portal.passwordMinLength,
    problem: problem !== null && isResetProblem(problem) ? problem : null,
  };
}

function isResetProblem(code: string): code is ResetProblem {
  return Object.hasOwn(problems, code);
}
