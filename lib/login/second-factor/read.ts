import type { Context } from '#lib/context';
import type { SecondFactor } from '#lib/factors/decide-factor';
import { findEmailCode } from '#lib/factors/email-code-store';
import { missingFactor } from '#lib/interactions/next-step';
import { verifiedEmail } from '#lib/users/links/send-links';
import { maskAddress } from '#lib/vocabulary/email';
import { readSessions } from '../current-session';
import { loadInteraction, type OpenInteraction } from '../load-interaction';
import { passkeyPageProblems } from '../passkey/refused-passkey';
import { findPending, type PendingPerson } from '../pending-person';
import type { ProblemPage } from '../problem-page';
import { type PageInput, type RedirectPage, redirectTo, type SignInPage, signInPage } from '../sign-in-page';
import type { FactorProblem } from './second-factor-method';

export type FactorPage = SignInPage & {
  readonly page: 'second-factor';
  readonly username: string;
  /** The factor that the page asks for. */
  readonly method: SecondFactor;
  /** The other factors, the preferred one first. */
  readonly others: readonly SecondFactor[];
  /** For how many days this device may be trusted. Null if that would skip nothing. */
  readonly trustDays: number | null;
  /** The masked address that a code was mailed to. Null before that. */
  readonly sentTo: string | null;
  /** The masked address that a code would be mailed to. Null without one. */
  readonly mailTo: string | null;
  readonly problem: FactorProblem | null;
};

type FactorPageInput = PageInput & { readonly method: string | null };

const problems: readonly FactorProblem[] = [
  'code_missing',
  'code_malformed',
  'code_wrong',
  'code_over',
  'code_used',
  ...passkeyPageProblems,
  'factor_stopped',
];

/** The name of a problem as it is stored with the interaction. Another factor and another page do not show it. */
export function factorNote(method: SecondFactor, problem: string): string {
  return `factor.${method}.${problem}`;
}

/** The page /login/factor, or the page that the person needs instead. */
export async function readFactorPage(
  context: Context,
  { interaction: handle, cookieHeader, method: wanted }: FactorPageInput,
): Promise<FactorPage | RedirectPage | ProblemPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const pending = await findPending(open, await readSessions(cookieHeader, context), context);
  if (pending === null) return redirectTo('login', open);
  if (pending.missing.step !== 'factor') {
    return redirectTo('login/enrol', open);
  }
  const { factors } = pending.missing;
  const method = factors.find((factor) => factor === wanted) ?? factors[0];
  if (method === undefined) return redirectTo('login', open);
  return {
    page: 'second-factor',
    ...signInPage(open, cookieHeader, context),
    username: pending.user.username,
    method,
    others: factors.filter((factor) => factor !== method),
    trustDays: trustDays(open, pending, context),
    sentTo: method === 'email' ? await findAddress(open, context) : null,
    mailTo: maskedEmail(pending.user),
    problem: problems.find((problem) => factorNote(method, problem) === open.interaction.problem) ?? null,
  };
}

function maskedEmail(user: PendingPerson['user']): string | null {
  const email = verifiedEmail(user);
  return email && maskAddress(email);
}

/** The masked address that the waiting code was mailed to. */
async function findAddress({ interaction }: OpenInteraction, { db }: Context): Promise<string | null> {
  const code = await findEmailCode(db, interaction.hash, 'second_factor');
  return code && maskAddress(code.email);
}

/** A trusted device skips a factor that only the policy requires. */
function trustDays({ required }: OpenInteraction, { proofs, factors }: PendingPerson, { now }: Context): number | null {
  const days = required.policy.trustedDeviceDays;
  const wouldSpare = missingFactor(required, { proofs, factors, isSpared: true }, now) === null;
  return days > 0 && wouldSpare ? days : null;
}
