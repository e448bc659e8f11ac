import type { Context } from '#lib/context';
import type { NewFactor } from '#lib/factors/decide-factor';
import { showTotpSetup, type TotpSetupView } from '#lib/factors/totp-setup';
import { keptName } from '#lib/theme/brand';
import { readSessions } from '../current-session';
import { loadInteraction } from '../load-interaction';
import { passkeyPageProblems } from '../passkey/refused-passkey';
import { findPending } from '../pending-person';
import type { ProblemPage } from '../problem-page';
import type { FactorProblem } from '../second-factor/second-factor-method';
import { type PageInput, type RedirectPage, redirectTo, type SignInPage, signInPage } from '../sign-in-page';
import { needsBoundPasskey } from './passkey';

export type EnrolPage = SignInPage & {
  readonly page: 'enrol';
  readonly username: string;
  /** The factor to add. Null if one was added and the person has not continued yet. */
  readonly factor: NewFactor | null;
  /** The other factors to choose from. */
  readonly others: readonly NewFactor[];
  /** For an authenticator app. */
  readonly totp: TotpSetupView | null;
  /** Whether only a passkey that is bound to its device is enough. */
  readonly needsBound: boolean;
  readonly problem: FactorProblem | null;
};

type EnrolPageInput = PageInput & { readonly factor: string | null; readonly setup: string | null };

const problems: readonly FactorProblem[] = [
  'code_missing',
  'code_malformed',
  'code_wrong',
  'passkey_synced',
  ...passkeyPageProblems,
];

/** As factorNote() does for the page of a second factor. */
export function enrolNote(factor: NewFactor, problem: string): string {
  return `enrol.${factor}.${problem}`;
}

/** The page /login/enrol, or the page that the person needs instead. */
export async function readEnrolPage(
  context: Context,
  { interaction: handle, cookieHeader, factor: wanted, setup }: EnrolPageInput,
): Promise<EnrolPage | RedirectPage | ProblemPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const pending = await findPending(open, await readSessions(cookieHeader, context), context);
  if (pending === null) return redirectTo('login', open);
  const { missing, sub, user } = pending;
  if (missing.step === 'factor') return redirectTo('login/factor', open);
  const needsBound = needsBoundPasskey(open);
  const page = signInPage(open, cookieHeader, context);
  const base = { page: 'enrol', ...page, username: user.username, needsBound } as const;
  if (missing.step === 'complete') return { ...base, factor: null, others: [], totp: null, problem: null };
  const { factors } = missing;
  const factor = factors.find((one) => one === wanted) ?? factors[0] ?? null;
  const { issuer, secret } = context.settings;
  const names = { issuer, name: keptName(open.frame), username: user.username };
  const setting = { sub, boundTo: open.interaction.hash };
  return {
    ...base,
    factor,
    others: factors.filter((one) => one !== factor),
    // A person who has to sign in again meanwhile finds the key that their app already has.
    totp: factor === 'totp' ? showTotpSetup(setup ?? open.interaction.hash, setting, names, secret) : null,
    problem:
      problems.find((problem) => factor !== null && enrolNote(factor, problem) === open.interaction.problem) ?? null,
  };
}
