import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { Policy } from '#lib/admin/access/authorize-principal';
import { hasFormToken } from '#lib/admin/access/form-token';
import { type ActionState, type AdminAction, untouched } from '#lib/admin/action-state';
import type { AdminContext } from '#lib/admin/admin-context';
import { type AdminError, isAdminError } from '#lib/admin/admin-error';
import { type ActionForm, readActionForm } from '#lib/admin/read-form';
import { toArea } from '#lib/login/portal/start-portal';
import { isUnavailable } from '#lib/protocol/serve';
import { isSameOrigin } from '#lib/sessions/csrf';
import { openAdmin } from './admin-context';
import { currentPath } from './current-path';

/** What an action did: where to go on (a path of ours), or what to show on the page. */
export type ActionResult = { readonly goTo: string } | { readonly result: Readonly<Record<string, string>> };

/**
 * Makes a Server Action of a function of the administration. Origin, session, role and freshness are checked anew each
 * time, whatever page the form came from (security #100, #155).
 */
export function adminAction(
  policy: Policy,
  run: (admin: AdminContext, form: ActionForm) => Promise<ActionResult>,
): AdminAction {
  return async (_, data) => {
    const form = readActionForm(data);
    const outcome = await attempt(policy, run, form);
    if ('goTo' in outcome) redirect(outcome.goTo);
    return { ...untouched, values: form.shown, ...outcome };
  };
}

async function attempt(
  policy: Policy,
  run: (admin: AdminContext, form: ActionForm) => Promise<ActionResult>,
  form: ActionForm,
): Promise<{ readonly goTo: string } | Partial<ActionState>> {
  try {
    const opened = await openAdmin(policy);
    if (opened.decision === 'forbidden') return refused('forbidden', 'Your role does not allow this');
    if (opened.decision !== 'allowed') return await refuse(opened.decision);
    const { settings } = opened.admin;
    if (
      !isSameOrigin(Object.fromEntries(await headers()), settings.issuer) ||
      !hasFormToken(opened.admin.principal, opened.admin, form.text('csrf'))
    ) {
      return refused('forbidden', 'The form was not sent from one of our pages');
    }
    return await run(opened.admin, form);
  } catch (error) {
    if (isAdminError(error)) return pick(error);
    if (isUnavailable(error)) return { problem: 'unavailable', message: 'The database cannot be reached right now' };
    throw error;
  }
}

function pick({ code, message, fields, conflict }: AdminError): Partial<ActionState> {
  return { problem: code, message, fields, conflict };
}

async function refuse(decision: 'sign_in' | 'reauthenticate'): Promise<{ goTo: string } | Partial<ActionState>> {
  const path = signInPath(decision, await currentPath());
  // Going there would lose what was typed: the form stays, and the person signs in beside it.
  return decision === 'sign_in' ? { goTo: path } : { problem: 'reauthenticate', message: path };
}

function refused(problem: 'forbidden', message: string): Partial<ActionState> {
  return { problem, message };
}

const signIn = '/admin/sign-in';

/** Where to sign in for a page of the area. */
export function signInPath(decision: 'sign_in' | 'reauthenticate', path: string): string {
  const again = decision === 'reauthenticate' ? '&again=1' : '';
  return `${signIn}?to=${encodeURIComponent(toArea(path, signIn))}${again}`;
}
