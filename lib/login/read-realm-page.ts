import type { Context } from '#lib/context';
import { loadInteraction } from './load-interaction';
import { openProblem, type ProblemPage } from './problem-page';
import { type WholeList, wholeList } from './provider-lists';
import { signInOptions } from './sign-in-options';
import { type PageInput, type SignInPage, signInPage } from './sign-in-page';

type RealmProblem = 'missing_domain' | 'unknown_domain';

/** The page where a person chooses how to sign in. */
export type RealmPage = SignInPage &
  WholeList & {
    readonly page: 'realm';
    /** Whether providers are found by a domain. The field `username` then accepts an address or a domain. */
    readonly asksDomain: boolean;
    /** The typed text. */
    readonly username: string;
    readonly localLogin: boolean;
    readonly problem: RealmProblem | null;
  };

const problems: readonly RealmProblem[] = ['missing_domain', 'unknown_domain'];

type RealmPageInput = PageInput & {
  /** The search text for a long list. */
  readonly search?: string | null;
};

/** The page /realm. It never redirects automatically, because the person came to choose. */
export async function readRealmPage(
  context: Context,
  { interaction: handle, cookieHeader, search = null }: RealmPageInput,
): Promise<RealmPage | ProblemPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const { problem, username } = open.interaction;
  const options = signInOptions(open, null, context);
  const { providers, localLogin } = options;
  if (!localLogin && providers.length === 0) return openProblem(open, [400, 'no_way_to_sign_in'], context);
  return {
    page: 'realm',
    ...signInPage(open, cookieHeader, context),
    ...wholeList({ options, open, cookieHeader, search }, context),
    asksDomain: providers.some(({ button, domains }) => button !== 'hidden' && domains.length > 0),
    username: username ?? '',
    localLogin,
    problem: problems.find((known) => known === problem) ?? null,
  };
}
