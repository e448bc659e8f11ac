import type { Context } from '#lib/context';
import { startAuthentication } from '#lib/factors/passkeys/authentication';
import { relyingParty } from '#lib/factors/passkeys/passkey';
import { json } from '#lib/http/respond';
import { readSessions } from '#lib/login/current-session';
import { limitChallenges } from '#lib/login/passkey/challenge';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import type { Caller } from '#lib/sessions/caller';
import type { PostedFields } from '../read-form';
import { adminHandler } from './admin-handler';
import { type ConfirmationProblem, confirmPerson } from './confirm-person';
import { findProofTimes, noteProvenUse } from './proof-store';
import { confirmationNames, isProofRecent, type NeededProof } from './proof-window';
import { waysToConfirm } from './ways-to-confirm';

/** Why a form has to be shown again: nothing was typed to confirm it, or the confirmation failed. */
export type MissingProof = 'asked' | ConfirmationProblem;

type Acting = {
  readonly needed: NeededProof;
  readonly form: Pick<PostedFields, 'list'>;
  readonly session: SessionWithUser;
  readonly caller: Caller;
};

/**
 * Makes sure that the proof of a session is recent enough for a form. A confirmation that was typed is always checked,
 * even where the form needs none: its change may (see requireStrictProof()).
 * An action that passes extends the time for which the proof is recent.
 * @returns null if the action may continue
 */
export async function proveAction(
  { needed, form, session, caller }: Acting,
  context: Context,
): Promise<MissingProof | null> {
  const { db, now } = context;
  const { sid } = session;
  // Not trimmed, because a password may begin or end with a space.
  const [password = ''] = form.list(confirmationNames.password);
  const [code = ''] = form.list(confirmationNames.code);
  const [passkey = ''] = form.list(confirmationNames.passkey);
  if (password !== '' || code !== '' || passkey !== '') {
    const problem = await confirmPerson({ password, code: code.trim(), passkey }, { session, caller }, context);
    if (problem !== null) return problem;
  } else if (needed === 'none') {
    return null;
  } else if (needed === 'always' && waysToConfirm(session, context).password) return 'asked';
  if (needed === 'none') return null;
  const times = await findProofTimes(db, sid, now);
  // People without a password must have signed in again a moment ago.
  const recent = needed === 'always' ? 'strict' : needed;
  if (times === null || !isProofRecent(recent, times, now)) return 'asked';
  await noteProvenUse(db, sid, now);
  return null;
}

/**
 * POST /admin/confirm/challenge: the options of `navigator.credentials.get()`, for a form that is confirmed with a
 * passkey. The form itself carries the answer.
 */
export const handleConfirmationChallenge = adminHandler({ permission: 'edit' }, async (admin, _, request) => {
  const { current: session } = await readSessions(request.headers.cookie, admin);
  if (session === null || !waysToConfirm(session, admin).passkey) return json(404, { problem: 'not_found' });
  const refused = await limitChallenges(admin.clientAddress, admin);
  if (refused !== null) return refused;
  const { db, settings, now } = admin;
  const asked = { purpose: 'confirmation', boundTo: session.sid, sub: session.sub } as const;
  return json(200, await startAuthentication(db, asked, { rp: relyingParty(settings), now }));
});
