import type { Context, Handler } from '#lib/context';
import { seeOther } from '#lib/http/respond';
import { readSessions } from '#lib/login/current-session';
import { problemPage } from '#lib/login/problem-page';
import { mailOrigin, readPostedForm } from '#lib/login/read-form';
import { respondProblem } from '#lib/login/respond';
import { callerOf, placeOfCaller } from '#lib/sessions/caller';
import { type PageFrame, wholeFrame } from '#lib/theme/brand';
import { findUndo, undoEmailChange } from './undo-email';
import { findVerification, type Proving, proveEmail } from './verify-email';

/** The page of a mailed link, with one button. */
export type LinkForm = {
  readonly page: 'verify-email' | 'undo-email';
  readonly frame: PageFrame;
  /** The target of the form. */
  readonly action: string;
  /** A hidden input. */
  readonly token: string;
  /** The address to verify, or to restore. */
  readonly email: string;
  readonly username: string;
  /** The address to verify replaces the present address of the account. */
  readonly isChange: boolean;
};

/** `isMailed`: a link to set a new password was sent. `hasSignedOut`: sessions in other browsers ended. */
export type MailedLinkPage =
  | LinkForm
  | { readonly page: 'verify-done'; readonly frame: PageFrame; readonly hasSignedOut: boolean }
  | { readonly page: 'undo-done'; readonly frame: PageFrame; readonly isMailed: boolean }
  | { readonly page: 'verify-invalid' | 'undo-invalid'; readonly frame: PageFrame };

type LinkInput = { readonly token: string | null; readonly done: string | null };

/** The page /verify. Reading it never uses the link, so a mail scanner that opens it does no harm (security #90). */
export async function readVerifyPage(context: Context, { token, done }: LinkInput): Promise<MailedLinkPage> {
  const frame = wholeFrame(context.snapshot.brand);
  if (done !== null) return { page: 'verify-done', frame, hasSignedOut: done === 'signed_out' };
  const found = await findVerification(token, context);
  if (token === null || found === null) return { page: 'verify-invalid', frame };
  return { page: 'verify-email', action: '/verify/submit', frame, token, ...found };
}

/** The page /undo. Reading it never uses the link. */
export async function readUndoPage(context: Context, { token, done }: LinkInput): Promise<MailedLinkPage> {
  const frame = wholeFrame(context.snapshot.brand);
  if (done !== null) return { page: 'undo-done', frame, isMailed: done === 'mailed' };
  const found = await findUndo(token, context);
  if (token === null || found === null) return { page: 'undo-invalid', frame };
  return { page: 'undo-email', action: '/undo/submit', frame, token, isChange: false, ...found };
}

/** POST /verify/submit: verifies the address of a link, once. The token authorizes it, and nobody is signed in. */
export const handleVerifySubmit = linkHandler('/verify', async (proving, context) => {
  const proved = await proveEmail(proving, context);
  if (proved === null) return null;
  return proved.hasSignedOut ? 'signed_out' : '1';
});

/** POST /undo/submit: undoes a change of address, once. The token authorizes it, and nobody is signed in. */
export const handleUndoSubmit = linkHandler('/undo', async (undo, context) => {
  const undone = await undoEmailChange(undo, context);
  if (undone === null) return null;
  return undone.isMailed ? 'mailed' : '1';
});

/** @param use uses the link and returns the `done` of the page, or null if the link does not work */
function linkHandler(path: string, use: (proving: Proving, context: Context) => Promise<string | null>): Handler {
  return async (request, context) => {
    const form = readPostedForm(request, context);
    if (form.page === 'problem') return respondProblem(form);
    if (form.values.get('decision') !== 'continue') return respondProblem(problemPage(400, 'invalid_request', context));
    const token = form.values.get('token') ?? '';
    const origin = await mailOrigin(request, null, context);
    const { clientAddress, cookieHeader } = form;
    const { browserId } = await readSessions(cookieHeader, context);
    const from = { clientAddress, cookieHeader, browserId, place: placeOfCaller(callerOf(request)) };
    const done = await use({ token, origin, ...from }, context);
    return seeOther(`${context.settings.issuer}${path}${done === null ? '' : `?done=${done}`}`);
  };
}
