import type { Context } from '#lib/protocol/context';
import type { TenantRequest } from '#lib/protocol/request-tenant';
import { canSignUp } from '#lib/protocol/sign-up';
import { minimumPasswordLength } from '#lib/users/password-policy';
import { clientFace } from './client-face';
import { formBinding } from './form-binding';
import { frameOf } from './frame-of';
import { loadAnyInteraction, type OpenDevice, type OpenInteraction } from './load-interaction';
import type { ProblemPage, RedirectPage, SignUpPage } from './page-models';
import type { PageInput } from './read-login-page';
import { isSignUpProblem } from './sign-up-input';

/** What /signup shows; the login page where nobody may create an account. */
export async function readSignUpPage(
  context: Context,
  { interaction: handle, cookieHeader }: PageInput,
): Promise<SignUpPage | RedirectPage | ProblemPage> {
  const open = await loadAnyInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  if (!isSignUpOpen(open, context)) return { page: 'redirect', location: `/login?interaction=${open.handle}` };
  const { interaction, client } = open;
  const isForPortal = open.kind === 'authorize' && open.interaction.area !== null;
  const problem = interaction.problem?.replace(/^sign_up\./, '') ?? '';
  return {
    page: 'signup',
    frame: frameOf(open, context),
    form: formBinding({ handle: open.handle, cookieHeader }, context),
    client: isForPortal ? null : clientFace(client),
    username: interaction.username ?? '',
    name: interaction.typedName ?? '',
    email: interaction.typedEmail ?? '',
    minimumLength: minimumPasswordLength,
    problem: interaction.problem?.startsWith('sign_up.') && isSignUpProblem(problem) ? problem : null,
    canCancel: !isForPortal,
    cancelReturns: open.kind === 'authorize',
  };
}

/** Whether whoever this interaction is for may create an account. */
export function isSignUpOpen(open: OpenInteraction | OpenDevice, { snapshot }: Pick<Context, 'snapshot'>): boolean {
  return canSignUp(tenantRequestOf(open), snapshot);
}

/** What says under which tenant an interaction goes on. */
export function tenantRequestOf(open: OpenInteraction | OpenDevice): TenantRequest {
  const { acrValues } = open.kind === 'device' ? open.request : open.interaction.request;
  return { client: open.client, acrValues };
}
