import type { Interaction } from '#lib/interactions/store';
import { decide } from '#lib/protocol/authorize/decide';
import type { Context } from '#lib/protocol/context';
import { readBinding } from '#lib/sessions/browser-binding';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { csrfToken } from '#lib/sessions/csrf';
import { clientFace } from './client-face';
import { readSessions, sessionFor } from './current-session';
import { loadInteraction, type OpenInteraction, problemPage } from './load-interaction';
import type { LoginPage, LoginProblem, ProblemPage, RedirectPage } from './page-models';

export type PageInput = { readonly interaction: string | null; readonly cookieHeader: string | undefined };

const loginProblems: readonly LoginProblem[] = ['missing_username', 'missing_password', 'invalid_credentials'];

/** What /login shows, or where the person has to be instead. */
export async function readLoginPage(
  context: Context,
  { interaction: handle, cookieHeader }: PageInput,
): Promise<LoginPage | RedirectPage | ProblemPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const { interaction, client } = open;
  const session = sessionFor(interaction, await readSessions(cookieHeader, context));
  const next = await decide(
    { request: interaction.request, client, session, startedAt: interaction.startedAt },
    context,
  );
  // Nothing but a consent is left, for example after signing in with another tab. Completing takes a form post.
  if (next.step === 'consent') return { page: 'redirect', location: `/consent?interaction=${open.handle}` };
  if (!client.localLogin) return problemPage(400, 'no_way_to_sign_in', context);
  return loginPage(
    open,
    { session, reauthenticate: next.step === 'login' && next.reauthenticate, cookieHeader },
    context,
  );
}

function loginPage(
  { handle, interaction, client }: OpenInteraction,
  state: { session: SessionWithUser | null; reauthenticate: boolean; cookieHeader: string | undefined },
  { settings }: Context,
): LoginPage {
  const binding = readBinding(state.cookieHeader, settings);
  return {
    page: 'login',
    form: { interaction: handle, csrf: binding === null ? '' : csrfToken(settings.secret, binding, handle) },
    client: clientFace(client),
    username: prefill(interaction, state.reauthenticate ? state.session : null),
    problem: loginProblems.find((problem) => problem === interaction.problem) ?? null,
    localLogin: client.localLogin,
    providers: [],
    reauthenticate: state.reauthenticate,
    canCancel: true,
  };
}

/** What was typed wins over login_hint; proving it again names the person who is signed in. */
function prefill({ username, request }: Interaction, session: SessionWithUser | null): string {
  return session?.user.username ?? username ?? request.loginHint ?? '';
}
