import type { Context } from '#lib/context';
import { startAuthentication } from '#lib/factors/passkeys/authentication';
import { relyingParty } from '#lib/factors/passkeys/relying-party';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { limitChallenges } from '#lib/login/passkey/challenge-limit';
import { readPostedForm } from '#lib/login/read-form';
import { findRecovery } from './find-recovery';
import { recoveryFactors } from './recovery-factor';

/** POST /recover/reset/challenge: the options of `navigator.credentials.get()`, for the script of the page. */
export async function handleResetChallenge(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return json(form.status, { problem: form.problem });
  const refused = await limitChallenges(form.clientAddress, context);
  if (refused !== null) return refused;
  const { db, settings, now } = context;
  const recovery = await findRecovery(form.values.get('token') ?? null, context);
  const isAsked = recovery !== null && recovery.link.passwordHash !== null;
  if (!isAsked || !(await recoveryFactors(recovery.person.sub, context)).includes('passkey')) {
    return json(409, { problem: 'interaction_finished' });
  }
  const asked = { purpose: 'second_factor', boundTo: recovery.link.hash, sub: recovery.person.sub } as const;
  return json(200, await startAuthentication(db, asked, { rp: relyingParty(settings), now }));
}
