import type { Context } from '#lib/protocol/context';
import { clientFace } from './client-face';
import { formBinding } from './form-binding';
import { frameOf, openProblem } from './frame-of';
import { loadAnyInteraction } from './load-interaction';
import type { ProblemPage, RealmPage, RealmProblem } from './page-models';
import { wholeList } from './provider-lists';
import type { PageInput } from './read-login-page';
import { signInOf, signInOptions } from './sign-in-options';

const problems: readonly RealmProblem[] = ['missing_domain', 'unknown_domain'];

export type RealmPageInput = PageInput & {
  /** What the person looks for in a long list. */
  readonly search?: string | null;
};

/** What /realm shows. Nothing happens by itself here: whoever comes wants to choose. */
export async function readRealmPage(
  context: Context,
  { interaction: handle, cookieHeader, search = null }: RealmPageInput,
): Promise<RealmPage | ProblemPage> {
  const open = await loadAnyInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const { interaction, client } = open;
  const signIn = signInOf(open);
  const options = signInOptions(signIn, null, context);
  const { providers, localLogin } = options;
  if (!localLogin && providers.length === 0) return openProblem(open, [400, 'no_way_to_sign_in'], context);
  const isForPortal = open.kind === 'authorize' && open.interaction.area !== null;
  return {
    page: 'realm',
    frame: frameOf(open, context),
    form: formBinding({ handle: open.handle, cookieHeader }, context),
    client: isForPortal ? null : clientFace(client),
    ...wholeList({ options, signIn, cookieHeader, search }, context),
    asksDomain: providers.some(({ button, domains }) => button !== 'hidden' && domains.length > 0),
    username: interaction.username ?? '',
    localLogin,
    problem: problems.find((problem) => problem === interaction.problem) ?? null,
    canCancel: !isForPortal,
    cancelReturns: open.kind === 'authorize',
  };
}
