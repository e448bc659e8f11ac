import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ProofRule } from '#lib/admin/access/action-proofs';
import type { Policy } from '#lib/admin/access/authorize-principal';
import { confirmationNames } from '#lib/admin/access/confirmation-fields';
import { createFormToken, hasFormToken } from '#lib/admin/access/form-token';
import type { Allowed } from '#lib/admin/access/open-administrator';
import { findProofTimes } from '#lib/admin/access/proof-store';
import type { NeededProof } from '#lib/admin/access/proof-window';
import { proveAction } from '#lib/admin/access/prove-action';
import { type ActionState, type AdminAction, answerForm, type Review } from '#lib/admin/action-state';
import type { AdminContext } from '#lib/admin/admin-context';
import { type AdminError, isAdminError } from '#lib/admin/admin-error';
import type { Flash } from '#lib/admin/flash/flash';
import { checkSize, type PostedFields, readActionForm } from '#lib/admin/read-form';
import { adminTexts } from '#lib/i18n/admin/texts';
import { getRuntime } from '#lib/runtime';
import { isUnavailable } from '#lib/serve';
import { isSameOrigin } from '#lib/sessions/csrf';
import { openAdmin } from './admin-context';
import { redirectToSignIn } from './carry-form';
import { ensureRuntime } from './ensure-runtime';
import { keepFlash } from './flash';

/**
 * The result of an action: the next page (a path of ours) with its message, or what to show on the same page. The
 * message is null only for a page that asks something.
 */
type ActionResult =
  | { readonly goTo: string; readonly flash: Flash | null }
  | { readonly result: Readonly<Record<string, string>>; readonly guides?: ActionState['guides'] }
  /** The changes to review. With `values`, the form shows these instead of the typed ones. */
  | { readonly review: Review; readonly values?: ActionState['values'] };

/** The requirements of an action: a role, and a recent proof if actionProofs says so. */
type ActionPolicy = Policy & {
  readonly proof?: ProofRule | ((form: PostedFields, admin: AdminContext) => Promise<NeededProof>);
  /** The page that asks for the proof, for a form without space for it. Null for the form's own page. */
  readonly askedAt?: (form: PostedFields) => string | null;
};

type Outcome =
  | { readonly goTo: string }
  /** The person signs in and returns with their input. */
  | { readonly signInAs: string | null }
  | Partial<ActionState>;

/**
 * Creates a Server Action from a function of the administration. Origin, session, role and proof are checked each time,
 * regardless of the page with the form (security #100, #155).
 */
export function adminAction(
  policy: ActionPolicy,
  run: (admin: AdminContext, form: PostedFields) => Promise<ActionResult>,
): AdminAction {
  return async (_, data) => {
    const form = readActionForm(data);
    const outcome = await attempt(policy, run, form, data);
    if ('goTo' in outcome) redirect(outcome.goTo);
    if ('signInAs' in outcome) return redirectToSignIn(form.shown, outcome.signInAs);
    return answerForm(form, outcome);
  };
}

async function attempt(
  policy: ActionPolicy,
  run: (admin: AdminContext, form: PostedFields) => Promise<ActionResult>,
  form: PostedFields,
  data: FormData,
): Promise<Outcome> {
  try {
    checkSize(data);
    await ensureRuntime();
    if (!isSameOrigin(Object.fromEntries(await headers()), getRuntime().settings.issuer)) {
      return refused('forbidden', 'This form wasn’t sent from one of our pages');
    }
    const opened = await openAdmin(policy);
    if (opened.decision === 'forbidden') return refused('forbidden', 'Your role doesn’t allow this');
    if (opened.decision === 'sign_in') return { signInAs: null };
    const { admin } = opened;
    const { principal } = admin;
    if (!hasFormToken(principal, admin, form.text('csrf'))) {
      const message = adminTexts.shell.form.renewed(principal.name);
      return { ...refused('forbidden', message), csrf: createFormToken(principal, admin) };
    }
    const unproved = await askForProof(policy, form, opened);
    if (unproved !== null) return unproved;
    const proof = await findProofTimes(admin.db, opened.session.sid);
    const outcome = await run({ ...admin, proof }, form);
    if ('goTo' in outcome && outcome.flash) await keepFlash(outcome.flash, admin);
    return outcome;
  } catch (error) {
    if (isAdminError(error)) return pick(error);
    if (isUnavailable(error)) return { problem: 'unavailable', message: 'Can’t reach the database right now' };
    throw error;
  }
}

/** @returns how the form is shown again, or where its person signs in; null if the action may continue */
async function askForProof(
  { proof = 'none', askedAt }: ActionPolicy,
  form: PostedFields,
  { admin, session }: Allowed,
): Promise<Outcome | null> {
  if (form.has(confirmationNames.elsewhere)) return { signInAs: session.sub };
  const needed = typeof proof === 'string' ? proof : await proof(form, admin);
  const incoming = await headers();
  const caller = {
    cookieHeader: incoming.get('cookie') ?? undefined,
    clientAddress: admin.clientAddress,
    userAgent: incoming.get('user-agent'),
  };
  const missing = await proveAction({ needed, form, session, caller }, admin);
  if (missing === null) return null;
  const goTo = askedAt?.(form) ?? null;
  if (goTo !== null) return { goTo };
  return { problem: 'reauthenticate', message: adminTexts.shell.stepUp.problems[missing] };
}

function pick({ code, message, fields, conflict }: AdminError): Partial<ActionState> {
  return { problem: code, message, fields, conflict };
}

function refused(problem: 'forbidden', message: string): Partial<ActionState> {
  return { problem, message };
}
