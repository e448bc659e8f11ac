import { findAccount } from '#lib/federation/accounts';
import { findLastUpstreamSignIn, type UpstreamSignIn } from '#lib/interactions/upstream/store';
import type { Context } from '#lib/protocol/context';
import { clientFace } from '../client-face';
import { formBinding } from '../form-binding';
import { frameOf } from '../frame-of';
import { loadAnyInteraction, type OpenDevice, type OpenInteraction } from '../load-interaction';
import type {
  CompletePage,
  CompleteProblem,
  FederationFailurePage,
  FederationProblem,
  FormBinding,
  LinkPage,
  LinkProblem,
  ProblemPage,
  ProviderFace,
  RedirectPage,
} from '../page-models';
import type { PageInput } from '../read-login-page';
import { signInOf, signInOptions } from '../sign-in-options';
import { openArrival } from './sealed';

export type FederationPage = LinkPage | CompletePage | FederationFailurePage | RedirectPage | ProblemPage;

const linkProblems: readonly LinkProblem[] = [
  'missing_username',
  'missing_password',
  'invalid_credentials',
  'other_account',
];
const completeProblems: readonly CompleteProblem[] = ['missing_username', 'invalid_username', 'username_taken'];

/** The status of each failure; the catalog key is `federation.problem.<code>`. */
const failures: Readonly<Record<FederationProblem, number>> = {
  cancelled: 403,
  unavailable: 503,
  misconfigured: 500,
  response: 400,
  not_linked: 403,
  disabled: 403,
  tenant: 403,
};

/** What /federation shows to somebody who came back from a provider: what is missing, or why it failed. */
export async function readFederationPage(
  context: Context,
  { interaction: handle, cookieHeader }: PageInput,
): Promise<FederationPage> {
  const open = await loadAnyInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const signIn = await findLastUpstreamSignIn(context.db, open.interaction.hash);
  if (signIn === null) return toLogin(open);
  const form = formBinding({ handle: open.handle, cookieHeader }, context);
  if (isFailure(signIn.problem)) return failurePage({ open, signIn, form }, signIn.problem, context);
  return signIn.identity === null ? toLogin(open) : questionPage({ open, signIn, form }, signIn.identity, context);
}

type Shown = {
  readonly open: OpenInteraction | OpenDevice;
  readonly signIn: UpstreamSignIn;
  readonly form: FormBinding;
};

function toLogin({ handle }: OpenInteraction | OpenDevice): RedirectPage {
  return { page: 'redirect', location: `/login?interaction=${handle}` };
}

function failurePage(
  { open, signIn, form }: Shown,
  problem: FederationProblem,
  context: Context,
): FederationFailurePage {
  const { providers, localLogin } = signInOptions(signInOf(open), null, context);
  const others = providers.filter(({ name, button }) => name !== signIn.provider && button !== 'hidden');
  const isForPortal = open.kind === 'authorize' && open.interaction.area !== null;
  return {
    page: 'federation-failure',
    frame: frameOf(open, context),
    form,
    status: failures[problem],
    problem,
    provider: faceOf(signIn, context),
    client: isForPortal ? null : clientFace(open.client),
    reference: signIn.reference ?? '',
    canRetry: providers.some(({ name }) => name === signIn.provider),
    hasOtherWays: localLogin || others.length > 0,
    canCancel: !isForPortal,
    cancelReturns: open.kind === 'authorize',
  };
}

async function questionPage(
  { open, signIn, form }: Shown,
  sealed: string,
  context: Context,
): Promise<LinkPage | CompletePage | RedirectPage> {
  const { newcomer } = openArrival(sealed, signIn.hash, context);
  const provider = context.snapshot.providers.get(signIn.provider);
  if (provider === undefined) return toLogin(open);
  const { decision } = await findAccount(context.db, provider, newcomer);
  const { problem, username } = open.interaction;
  const face = faceOf(signIn, context);
  const frame = frameOf(open, context);
  if (decision === 'prove') {
    const found = linkProblems.find((known) => known === problem) ?? null;
    // What was typed before the provider was chosen is an answer to another question.
    const typed = found === null ? '' : (username ?? '');
    return { page: 'link', frame, form, provider: face, email: newcomer.email ?? '', username: typed, problem: found };
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

function faceOf({ provider: name }: UpstreamSignIn, { snapshot }: Context): ProviderFace {
  return { name, displayName: snapshot.providers.get(name)?.displayName ?? name, lastUsed: false };
}

function isFailure(problem: string | null): problem is FederationProblem {
  return problem !== null && Object.hasOwn(failures, problem);
}
