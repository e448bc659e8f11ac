import type { Context } from '#lib/context';
import { startAuthentication } from '#lib/factors/passkeys/authentication';
import { relyingParty } from '#lib/factors/passkeys/passkey';
import { namesInBrowser, startRegistration } from '#lib/factors/passkeys/registration';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { reserveAddress } from '#lib/ratelimit/reserve-address';
import { keptName } from '#lib/theme/brand';
import { readSessions } from '../current-session';
import type { OpenInteraction } from '../load-interaction';
import { passkeyMethod } from '../methods/passkey';
import { findPending } from '../pending-person';
import { type PostedForm, readInteractionForm } from '../read-form';

/**
 * POST /login/passkey/challenge: returns the options for `navigator.credentials` to the scripts of the sign-in pages.
 * The field `purpose` names the page: `sign_in`, `second_factor` or `registration`.
 */
export async function handlePasskeyChallenge(request: HttpRequest, context: Context): Promise<HttpResponse> {
  // Not a refused request: a page asks by itself, also when the person has just finished its form.
  const posted = await readInteractionForm(request, { ...context, explain: () => context.requestId });
  if ('firstAnswer' in posted) return posted.firstAnswer;
  if (posted.page === 'problem') return json(posted.status, { problem: posted.problem });
  const { form, open } = posted;
  if (!open.required.policy.passkeys) return json(404, { problem: 'not_found' });
  const refused = await limitChallenges(form.clientAddress, context);
  if (refused !== null) return refused;
  const options = await optionsFor(open, form, context);
  return options === null ? json(409, { problem: 'interaction_finished' }) : json(200, options);
}

/** The options. Null if the person is not asked for this now. */
async function optionsFor(open: OpenInteraction, form: PostedForm, context: Context): Promise<object | null> {
  const { db, settings, now } = context;
  const ceremony = { rp: relyingParty(settings, keptName(open.frame)), now };
  const boundTo = open.interaction.hash;
  const purpose = form.values.get('purpose');
  if (purpose === 'sign_in') {
    if (!passkeyMethod.isAllowed(open.required)) return null;
    return startAuthentication(db, { purpose, boundTo, sub: null }, ceremony);
  }
  const pending = await findPending(open, await readSessions(form.cookieHeader, context), context);
  if (pending === null) return null;
  const { sub, user, missing } = pending;
  const { must, wish } = open.required.asked;
  if (purpose === 'second_factor' && missing.step === 'factor' && missing.factors.includes('passkey')) {
    return startAuthentication(db, { purpose, boundTo, sub }, { ...ceremony, level: Math.max(must, ...wish) });
  }
  if (purpose === 'registration' && missing.step === 'enrol') {
    return startRegistration(db, { sub, ...namesInBrowser(user), boundTo }, { ...ceremony, level: must });
  }
  return null;
}

/** An open page asks every few minutes, and a whole company may share one address. */
const limit = { name: 'passkey-challenge', perAddress: 2000, windowSeconds: 300 } as const;

/** Counts a challenge before its row is written. @returns null if it is allowed, otherwise the refusal */
export async function limitChallenges(clientAddress: string, { db, now }: Context): Promise<HttpResponse | null> {
  const { allowed, retryAfterSeconds } = await reserveAddress(db, clientAddress, limit, now);
  return allowed ? null : json(429, { problem: 'too_many_requests' }, { 'retry-after': String(retryAfterSeconds) });
}
