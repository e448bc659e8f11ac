import type { Context } from '#lib/context';
import { maximumWrongCodes } from '#lib/interactions/interaction-store';
import { canSignUp } from '#lib/protocol/required-sign-in';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { ownIdentifier } from '#lib/users/identifier';
import type { IdentifierKind } from '#lib/vocabulary/identifier-kinds';
import { type AccountView, accountView, usableSessions } from '../accounts/read';
import { decideNext } from '../continue-interaction';
import { readSessions, sessionFor } from '../current-session';
import { findOwnInteraction, type OpenInteraction, type OwnInteraction, openInteraction } from '../load-interaction';
import { type SignInPart, signInMethods } from '../methods';
import type { Ask, SignInMethod } from '../methods/sign-in-method';
import { type PasskeyPageProblem, passkeyPageProblems } from '../passkey/refused-passkey';
import { openProblem, type ProblemPage } from '../problem-page';
import { type PageInput, type RedirectPage, redirectTo, type SignInPage, signInPage } from '../sign-in-page';
import { type SignInOptions, signInOptions } from './options';

export type LoginProblem =
  | 'missing_username'
  | 'missing_password'
  | 'invalid_credentials'
  | 'busy'
  | 'wrong_account'
  /** The mailed code expired, or there were too many wrong ones. */
  | 'code_over'
  /** There were too many wrong codes of a second factor, so the sign-in starts over. */
  | 'too_many_codes'
  /** The proof was right, but the person does not belong to the tenant. */
  | 'wrong_tenant'
  | PasskeyPageProblem;

export type LoginPage = SignInPage & {
  readonly page: 'login';
  /** The typed name, otherwise login_hint, otherwise empty. */
  readonly username: string;
  /** The identifiers that may be typed as the username. */
  readonly identifiers: readonly IdentifierKind[];
  readonly problem: LoginProblem | null;
  readonly ask: Ask;
  /** The parts of the methods, in the order of the page. Those that take a name are in the group of the username. */
  readonly parts: readonly (SignInPart & Pick<SignInMethod, 'takesName'>)[];
  /** Accounts to choose from instead of the form. Empty if there is no choice. */
  readonly accounts: readonly AccountView[];
  /** Whether the person is already signed in and must prove it again. */
  readonly reauthenticate: boolean;
  /** Whether people may create an account here. */
  readonly canSignUp: boolean;
};

export type LoginPageInput = PageInput & {
  /** The person asked to choose an account, or to use one that is not signed in here. */
  readonly account?: 'choose' | 'new' | null;
  /** Whether the person wants to sign in with another name than the typed one. */
  readonly change?: boolean;
};

const loginProblems: readonly LoginProblem[] = [
  'missing_username',
  'missing_password',
  'invalid_credentials',
  'wrong_tenant',
  'too_many_codes',
  'code_over',
  ...passkeyPageProblems,
];

/** The page /login, or the page that the person needs instead. */
export async function readLoginPage(
  context: Context,
  { interaction: handle, ...input }: LoginPageInput,
): Promise<LoginPage | RedirectPage | ProblemPage> {
  const own = await findOwnInteraction(handle, input.cookieHeader, context);
  return own.page === 'problem' ? own : readOwnLoginPage(own, input, context);
}

/** The same for an interaction that was already read. */
export async function readOwnLoginPage(
  own: OwnInteraction,
  { cookieHeader, account = null, change = false }: Omit<LoginPageInput, 'interaction'>,
  context: Context,
): Promise<LoginPage | RedirectPage | ProblemPage> {
  const open = openInteraction(own, context);
  if (open.page === 'problem') return open;
  const browser = await readSessions(cookieHeader, context);
  const session = sessionFor(open, browser, context);
  const next = await decideNext(open, session, context);
  const mayStepUp = account === null && open.interaction.wrongCodes < maximumWrongCodes;
  if (mayStepUp && (next.step === 'factor' || next.step === 'enrol')) return redirectTo(`login/${next.step}`, open);
  if (account === null && next.step === 'access') return redirectTo('login/access', open);
  // Only an answer is left, for example after a sign-in in another tab. Completing requires a form post.
  if (account === null && open.kind === 'device' && next.step !== 'login') return redirectTo('device', open);
  if (account === null && next.step === 'consent') return redirectTo('consent', open);
  const reauthenticate = account === null && next.step === 'login' && next.reauthenticate;
  // Nobody can sign in to a client of a disabled tenant.
  if (open.required.tenant?.enabled === false) return openProblem(open, [400, 'no_way_to_sign_in'], context);
  const options = signInOptions(open, reauthenticate ? (session?.idp ?? null) : null, context);
  const { problem, isChoosing } = open.interaction;
  const isAsked = account === 'choose' || (account === null && !reauthenticate && problem === null && !isChoosing);
  const accounts = isAsked ? usableSessions(open, browser, context) : [];
  // A problem of the former name or account does not follow.
  const isOther = account !== null || change;
  const state = { session, reauthenticate, accounts, cookieHeader, change, isOther, options };
  if (accounts.length > 0) return loginPage(open, state, context);
  switch (options.choice.go) {
    case 'nowhere':
      return openProblem(open, [400, 'no_way_to_sign_in'], context);
    case 'provider':
      return toProvider(options.choice.provider, open);
    case 'realm':
      return redirectTo('realm', open);
    case 'login':
      return loginPage(open, state, context);
    default:
      return options.choice satisfies never;
  }
}

/** The start address of the provider, which binds the sign-in to this browser's interaction. */
function toProvider(provider: string, { handle }: { handle: string }): RedirectPage {
  return { page: 'redirect', location: `/federation/${provider}/start?interaction=${handle}` };
}

type LoginState = {
  readonly session: SessionWithUser | null;
  readonly reauthenticate: boolean;
  readonly accounts: readonly SessionWithUser[];
  readonly cookieHeader: string | undefined;
  readonly change: boolean;
  readonly isOther: boolean;
  readonly options: SignInOptions;
};

function loginPage(open: OpenInteraction, state: LoginState, context: Context): LoginPage {
  const { session, options, reauthenticate, cookieHeader } = state;
  const methods = signInMethods.filter(({ isAllowed }) => isAllowed(open.required));
  const ask = methods.some(({ takesName }) => takesName) ? asked(open, state) : null;
  const shown = { open, options, ask, cookieHeader };
  const { identifiers } = open.required.policy;
  // The typed name takes precedence over login_hint. A confirmation uses the name of the signed-in person.
  const typed = open.interaction.username ?? open.loginHint ?? '';
  return {
    page: 'login',
    ...signInPage(open, cookieHeader, context),
    username: reauthenticate && session !== null ? ownIdentifier(session.user, identifiers) : typed,
    identifiers,
    problem: state.isOther ? null : (loginProblems.find((problem) => problem === open.interaction.problem) ?? null),
    ask,
    parts: methods.flatMap(({ part, takesName }) => {
      const shownPart = part(shown, context);
      return shownPart === null ? [] : [{ ...shownPart, takesName }];
    }),
    accounts: state.accounts.map((session) => accountView(session, context.now)),
    reauthenticate,
    canSignUp: !reauthenticate && canSignUp(open.required),
  };
}

/** If the name comes first, the proof is asked for after a name was typed that belongs to no provider. */
function asked(open: OpenInteraction, { options, reauthenticate, change }: LoginState): Ask {
  if (!options.isIdentifierFirst || reauthenticate) return 'all';
  return change || !open.interaction.username ? 'username' : 'password';
}
