import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { Policy } from '#lib/admin/access/authorize-principal';
import { createFormToken, hasFormToken } from '#lib/admin/access/form-token';
import { type ActionState, type AdminAction, answerForm, type Review } from '#lib/admin/action-state';
import type { AdminContext } from '#lib/admin/admin-context';
import { type AdminError, isAdminError } from '#lib/admin/admin-error';
import type { Flash } from '#lib/admin/flash/flash';
import { type PostedFields, readActionForm } from '#lib/admin/read-form';
import { adminTexts } from '#lib/i18n/admin/texts';
import { toArea } from '#lib/interactions/area-address';
import { getRuntime } from '#lib/runtime';
import { isUnavailable } from '#lib/serve';
import { isSameOrigin } from '#lib/sessions/csrf';
import { openAdmin } from './admin-context';
import { currentAddress } from './current-address';
import { ensureRuntime } from './ensure-runtime';
import { keepFlash } from './flash';
import { keepRefusedForm } from './refused-form';

/** What an action did: where to go on (a path of ours) and what is said there, or what to show on the page. */
export type ActionResult =
  | { readonly goTo: string; readonly flash?: Flash }
  | { readonly result: Readonly<Record<string, string>>; readonly guides?: ActionState['guides'] }
  | { readonly review: Review };

/**
 * Makes a Server Action of a function of the administration. Origin, session, role and freshness are checked anew each
 * time, whatever page the form came from (security #100, #155).
 */
export function adminAction(
  policy: Policy,
  run: (admin: AdminContext, form: PostedFields) => Promise<ActionResult>,
): AdminAction {
  const action: AdminAction = async (_, data) => {
    const form = readActionForm(data);
    const outcome = await attempt(policy, run, form);
    if ('goTo' in outcome) redirect(outcome.goTo);
    const state = answerForm(form, outcome);
    keepRefusedForm({ action, state, ...form.unshown });
    return state;
  };
  return action;
}

async function attempt(
  policy: Policy,
  run: (admin: AdminContext, form: PostedFields) => Promise<ActionResult>,
  form: PostedFields,
): Promise<{ readonly goTo: string } | Partial<ActionState>> {
  try {
    await ensureRuntime();
    if (!isSameOrigin(Object.fromEntries(await headers()), getRuntime().settings.issuer)) {
      return refused('forbidden', 'The form was not sent from one of our pages');
    }
    const opened = await openAdmin(policy);
    if (opened.decision === 'forbidden') return refused('forbidden', 'Your role does not allow this');
    if (opened.decision !== 'allowed') return await refuse(opened.decision);
    const { admin } = opened;
    const { principal } = admin;
    if (hasFormToken(principal, admin, form.text('csrf'))) {
      const outcome = await run(admin, form);
      if ('goTo' in outcome && outcome.flash) await keepFlash(outcome.flash, admin);
      return outcome;
    }
    const message = adminTexts.shell.form.renewed(principal.name);
    return { ...refused('forbidden', message), csrf: createFormToken(principal, admin) };
  } catch (error) {
    if (isAdminError(error)) return pick(error);
    if (isUnavailable(error)) return { problem: 'unavailable', message: 'The database cannot be reached right now' };
    throw error;
  }
}

function pick({ code, message, fields, conflict }: AdminError): Partial<ActionState> {
  return { problem: code, message, fields, conflict };
}

/** Going to the login page would lose what was typed: the form stays, and the person signs in beside it. */
async function refuse(decision: 'sign_in' | 'reauthenticate'): Promise<Partial<ActionState>> {
  return { problem: decision, message: signInPath(decision, await currentAddress()) };
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
