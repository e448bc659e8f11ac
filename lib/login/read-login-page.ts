import type { NextStep } from '#lib/interactions/next-step';
import { decide } from '#lib/protocol/authorize/decide';
import type { Context } from '#lib/protocol/context';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { accountFace, usableSessions } from './accounts';
import { clientFace } from './client-face';
import { readSessions, sessionFor } from './current-session';
import { decideDevice } from './device/decide-device';
import { formBinding } from './form-binding';
import { frameOf, openProblem } from './frame-of';
import { loadAnyInteraction, type OpenDevice, type OpenInteraction } from './load-interaction';
import type { LoginPage, LoginProblem, ProblemPage, RedirectPage } from './page-models';
import { shortList } from './provider-lists';
import { isSignUpOpen } from './read-sign-up-page';
import { type SignInOptions, signInOf, signInOptions } from './sign-in-options';

export type PageInput = { readonly interaction: string | null; readonly cookieHeader: string | undefined };

export type LoginPageInput = PageInput & {
  /** The person asked to choose an account, or to use one that is not signed in here. */
  readonly account?: 'choose' | 'new' | null;
  /** The person wants to sign in under another name than the one typed. */
  readonly change?: boolean;
};

const loginProblems: readonly LoginProblem[] = [
  'missing_username',
  'missing_password',
  'invalid_credentials',
  'wrong_tenant',
];

/** What /login shows, or where the person has to be instead. */
export async function readLoginPage(
  context: Context,
  { interaction: handle, cookieHeader, account = null, change = false }: LoginPageInput,
): Promise<LoginPage | RedirectPage | ProblemPage> {
  const open = await loadAnyInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const browser = await readSessions(cookieHeader, context);
  const session = sessionFor(open, browser);
  const next = await decideStep(open, session, context);
  // Nothing but an answer is left, for example after signing in with another tab. Completing takes a form post.
  if (account === null && open.kind === 'device' && next.step !== 'login') return redirectTo('device', open);
  if (account === null && next.step === 'consent') return redirectTo('consent', open);
  const reauthenticate = account === null && next.step === 'login' && next.reauthenticate;
  if (isClosed(open, context)) return openProblem(open, [400, 'no_way_to_sign_in'], context);
  const options = signInOptions(signInOf(open), reauthenticate ? (session?.idp ?? null) : null, context);
  const isAsked = account === 'choose' || (account === null && !reauthenticate && open.interaction.problem === null);
  const accounts = isAsked ? usableSessions(open, browser, context) : [];
  const state = { session, reauthenticate, accounts, cookieHeader, change, options };
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

/** The provider's own start address binds what follows to this browser's interaction. */
function toProvider(provider: string, { handle }: { handle: string }): RedirectPage {
  return { page: 'redirect', location: `/federation/${provider}/start?interaction=${handle}` };
}

/** Nobody signs in to a client whose tenant was switched off. */
function isClosed({ client }: OpenInteraction | OpenDevice, { snapshot }: Context): boolean {
  return client.tenant !== null && snapshot.tenants.get(client.tenant)?.enabled === false;
}

function decideStep(
  open: OpenInteraction | OpenDevice,
  session: SessionWithUser | null,
  context: Context,
): Promise<NextStep> | NextStep {
  if (open.kind === 'device') return decideDevice(open, session, context);
  const { interaction, client } = open;
  const { request, startedAt, chosenSid } = interaction;
  return decide({ request, client, session, startedAt, chosenSid }, context);
}

function redirectTo(page: 'consent' | 'device' | 'realm', { handle }: { handle: string }): RedirectPage {
  return { page: 'redirect', location: `/${page}?interaction=${handle}` };
}

type LoginState = {
  readonly session: SessionWithUser | null;
  readonly reauthenticate: boolean;
  readonly accounts: readonly SessionWithUser[];
  readonly cookieHeader: string | undefined;
  readonly change: boolean;
  readonly options: SignInOptions;
};

function loginPage(open: OpenInteraction | OpenDevice, state: LoginState, context: Context): LoginPage {
  const { options, reauthenticate, cookieHeader } = state;
  const { handle, interaction, client } = open;
  const isForPortal = open.kind === 'authorize' && open.interaction.area !== null;
  const { providers, hasMore } = shortList({ options, signIn: signInOf(open), cookieHeader }, context);
  return {
    page: 'login',
    frame: frameOf(open, context),
    form: formBinding({ handle, cookieHeader }, context),
    client: isForPortal ? null : clientFace(client),
    username: prefill(open, reauthenticate ? state.session : null),
    problem: loginProblems.find((problem) => problem === interaction.problem) ?? null,
    localLogin: options.localLogin,
    ask: options.isIdentifierFirst && !reauthenticate ? identifierStep(open, state.change) : 'all',
    providers,
    hasMoreProviders: hasMore,
    accounts: state.accounts.map((session) => accountFace(session, context.now)),
    reauthenticate,
    canCancel: !isForPortal,
    cancelReturns: open.kind === 'authorize',
    canSignUp: !reauthenticate && isSignUpOpen(open, context),
  };
}

/** The password is asked for once a name was typed that no provider answers for. */
function identifierStep({ interaction }: OpenInteraction | OpenDevice, change: boolean): LoginPage['ask'] {
  return change || !interaction.username ? 'username' : 'password';
}

/** What was typed wins over login_hint; proving it again names the person who is signed in. */
function prefill(open: OpenInteraction | OpenDevice, session: SessionWithUser | null): string {
  const { loginHint } = open.kind === 'device' ? open.request : open.interaction.request;
  return session?.user.username ?? open.interaction.username ?? loginHint ?? '';
}
