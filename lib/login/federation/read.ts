import type { Context } from '#lib/context';
import { findAccount } from '#lib/federation/accounts';
import { findLastUpstreamSignIn, type UpstreamSignIn } from '#lib/interactions/upstream-sign-in-store';
import type { PageFrame } from '#lib/theme/brand';
import type { IdentifierKind } from '#lib/vocabulary/identifier-kinds';
import type { FormBinding } from '../form-binding';
import { loadInteraction, type OpenInteraction } from '../load-interaction';
import type { ProblemPage } from '../problem-page';
import { signInOptions } from '../sign-in/options';
import { type PageInput, type RedirectPage, redirectTo, type SignInPage, signInPage } from '../sign-in-page';
import { openAnswer } from './find-waiting';

/** The provider that a page is about. */
type NamedProvider = { readonly name: string; readonly displayName: string };

export type LinkProblem = 'missing_username' | 'missing_password' | 'invalid_credentials' | 'other_account';

/** An account with the provider's address exists. The person proves it, and then the identity is linked to it. */
export type LinkPage = {
  readonly page: 'link';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  readonly provider: NamedProvider;
  readonly email: string;
  readonly username: string;
  /** The identifiers that may be typed as the username. */
  readonly identifiers: readonly IdentifierKind[];
  readonly problem: LinkProblem | null;
};

export type CompleteProblem = 'missing_username' | 'invalid_username' | 'username_taken';

/** Asks for the data of a new account that the provider did not send. */
export type CompletePage = {
  readonly page: 'complete';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  readonly provider: NamedProvider;
  /** The provider's data, so that the person knows which identity becomes the account. */
  readonly email: string | null;
  readonly name: string | null;
  readonly username: string;
  readonly problem: CompleteProblem | null;
};

/** Why a sign-in at a provider failed. The catalog key is `federation.problem.<code>`. */
export type FederationProblem =
  | 'cancelled'
  | 'unavailable'
  | 'misconfigured'
  | 'response'
  | 'not_linked'
  | 'disabled'
  | 'tenant';

export type FederationFailurePage = SignInPage & {
  readonly page: 'federation-failure';
  readonly status: number;
  readonly problem: FederationProblem;
  readonly provider: NamedProvider;
  readonly reference: string;
  /** Whether the provider can be tried again. */
  readonly canRetry: boolean;
  /** Whether there are other ways to sign in. */
  readonly hasOtherWays: boolean;
};

export type FederationPage = LinkPage | CompletePage | FederationFailurePage | RedirectPage | ProblemPage;

const linkProblems: readonly LinkProblem[] = [
  'missing_username',
  'missing_password',
  'invalid_credentials',
  'other_account',
];
const completeProblems: readonly CompleteProblem[] = ['missing_username', 'invalid_username', 'username_taken'];

/** The status of each failure. The catalog key is `federation.problem.<code>`. */
const failures: Readonly<Record<FederationProblem, number>> = {
  cancelled: 403,
  unavailable: 503,
  misconfigured: 502,
  response: 400,
  not_linked: 403,
  disabled: 403,
  tenant: 403,
};

/** The page /federation after the return from a provider. It asks for the missing data, or shows the failure. */
export async function readFederationPage(
  context: Context,
  { interaction: handle, cookieHeader }: PageInput,
): Promise<FederationPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const signIn = await findLastUpstreamSignIn(context.db, open.interaction.hash);
  if (signIn === null) return redirectTo('login', open);
  const base = signInPage(open, cookieHeader, context);
  if (isFailure(signIn.problem)) return failurePage({ open, signIn, base }, signIn.problem, context);
  return signIn.identity === null
    ? redirectTo('login', open)
    : questionPage({ open, signIn, base }, signIn.identity, context);
}

type Shown = {
  readonly open: OpenInteraction;
  readonly signIn: UpstreamSignIn;
  readonly base: SignInPage;
};

function failurePage(
  { open, signIn, base }: Shown,
  problem: FederationProblem,
  context: Context,
): FederationFailurePage {
  const { providers, localLogin } = signInOptions(open, null, context);
  const others = providers.filter(({ name, button }) => name !== signIn.provider && button !== 'hidden');
  return {
    page: 'federation-failure',
    ...base,
    status: failures[problem],
    problem,
    provider: faceOf(signIn, context),
    reference: signIn.reference ?? '',
    canRetry: providers.some(({ name }) => name === signIn.provider),
    hasOtherWays: localLogin || others.length > 0,
  };
}

async function questionPage(
  { open, signIn, base }: Shown,
  identity: string,
  context: Context,
): Promise<LinkPage | CompletePage | RedirectPage> {
  const answer = openAnswer(open, { ...signIn, identity }, context);
  if (answer === null) return redirectTo('login', open);
  const { provider, arrival } = answer;
  const { newcomer } = arrival;
  const { decision } = await findAccount(context.db, provider, newcomer);
  const { problem, username } = open.interaction;
  const { frame, form } = base;
  const face = faceOf(signIn, context);
  if (decision === 'prove') {
    const found = linkProblems.find((known) => known === problem) ?? null;
    // Text that was typed before the provider was chosen belongs to another question.
    const typed = found === null ? '' : (username ?? '');
    const { identifiers } = open.required.policy;
    const email = newcomer.email ?? '';
    return { page: 'link', frame, form, provider: face, email, username: typed, identifiers, problem: found };
  }
  const { name } = newcomer.claims;
  const found = completeProblems.find((known) => known === problem) ?? null;
  return {
    page: 'complete',
    frame,
    form,
    provider: face,
    email: newcomer.email,
    name: typeof name === 'string' ? name : null,
    username: found === null ? '' : (username ?? ''),
    problem: found,
  };
}

function faceOf({ provider: name }: UpstreamSignIn, { snapshot }: Context): NamedProvider {
  return { name, displayName: snapshot.providers.get(name)?.displayName ?? name };
}

function isFailure(problem: string | null): problem is FederationProblem {
  return problem !== null && Object.hasOwn(failures, problem);
}
