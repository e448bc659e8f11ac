import { startAuthentication } from '#lib/factors/passkeys/authentication';
import { relyingParty } from '#lib/factors/passkeys/passkey';
import { json } from '#lib/http/respond';
import { readSessions } from '#lib/login/current-session';
import { limitChallenges } from '#lib/login/passkey/challenge';
import { adminHandler } from './admin-handler';
import { waysToConfirm } from './ways-to-confirm';

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
