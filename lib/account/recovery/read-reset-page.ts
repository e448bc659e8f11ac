import type { Context } from '#lib/context';
import { passkeyPageProblems } from '#lib/login/passkey/refused-passkey';
import type { FactorProblem } from '#lib/login/second-factor/second-factor-method';
import { type PageInput, signInPage } from '#lib/login/sign-in-page';
import { type PageFrame, wholeFrame } from '#lib/theme/brand';
import { linkMinutes } from '#lib/users/links/create-link';
import { passwordProblems } from '#lib/users/password-policy';
import { personFrame } from '../person-view';
import { findRecovery } from './find-recovery';
import { findSignIn } from './read-recover-page';
import { type RecoveryFactor, recoveryFactors } from './recovery-factor';

const resetProblems = ['missing_password', ...passwordProblems] as const;

/** The catalog key is `setup.problem.<code>`. */
export type ResetProblem = (typeof resetProblems)[number];

type OfLink = {
  readonly frame: PageFrame;
  /** The link's token, for a hidden input. */
  readonly token: string;
  /** The handle of the waiting sign-in, as the link has it. */
  readonly interaction: string | null;
  readonly username: string;
};

export type ResetForm = OfLink & {
  readonly page: 'recover-reset';
  readonly minimumLength: number;
  readonly problem: ResetProblem | null;
};

/** The page that asks for the second factor before anything changes. */
export type ResetFactorPage = OfLink & {
  readonly page: 'second-factor';
  readonly method: RecoveryFactor;
  /** The other factors, the preferred one first. */
  readonly others: readonly RecoveryFactor[];
  readonly problem: FactorProblem | null;
};

/** The sign-in that waits in this browser, if there is one. */
type Waiting = {
  readonly frame: PageFrame;
  readonly interaction: string | null;
  /** The name of its client. Null for our own pages. */
  readonly app: string | null;
};

/** `recover-invalid`: the link is unknown, used, void or too old. `minutes`: for how long a link works. */
export type ResetPage =
  | ResetForm
  | ResetFactorPage
  | ({ readonly page: 'recover-done' } & Waiting)
  | ({ readonly page: 'recover-invalid'; readonly minutes: number } & Waiting);

type ResetInput = Partial<PageInput> & {
  readonly token: string | null;
  readonly problem: string | null;
  readonly done: boolean;
  /** The second factor that was chosen. */
  readonly method?: string | null;
};

/** The page /recover/reset. Reading it does not use the link up, so a mail scanner that opens it does no harm. */
export async function readResetPage(
  context: Context,
  { token, problem, done, method: wanted = null, interaction = null, cookieHeader }: ResetInput,
): Promise<ResetPage> {
  const findWaiting = async (): Promise<Waiting> => {
    const open = await findSignIn(interaction, cookieHeader, context);
    const app = open && (signInPage(open, cookieHeader, context).client?.name ?? null);
    return { frame: open?.frame ?? wholeFrame(context.snapshot.brand), interaction: open?.handle ?? null, app };
  };
  if (done) return { page: 'recover-done', ...(await findWaiting()) };
  const recovery = await findRecovery(token, context);
  if (token === null || recovery === null) {
    return { page: 'recover-invalid', minutes: linkMinutes.recover, ...(await findWaiting()) };
  }
  const { person, link } = recovery;
  const frame = personFrame(person, context.snapshot);
  const { username } = person;
  const factors = link.passwordHash === null ? [] : await recoveryFactors(person.sub, context);
  const method = factors.find((factor) => factor === wanted) ?? factors[0];
  if (method !== undefined) {
    const others = factors.filter((factor) => factor !== method);
    const known = factorProblems.find((one) => one === problem) ?? null;
    return { page: 'second-factor', frame, token, interaction, username, method, others, problem: known };
  }
  return {
    page: 'recover-reset',
    frame,
    token,
    interaction,
    username,
    minimumLength: context.snapshot.portal.passwordMinLength,
    problem: resetProblems.find((known) => known === problem) ?? null,
  };
}

const factorProblems: readonly FactorProblem[] = [
  'code_missing',
  'code_malformed',
  'code_wrong',
  'code_used',
  'factor_stopped',
  ...passkeyPageProblems,
];
