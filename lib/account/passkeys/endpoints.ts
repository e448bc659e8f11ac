import type { Context } from '#lib/context';
import { relyingParty } from '#lib/factors/passkeys/passkey';
import { namesInBrowser, startRegistration } from '#lib/factors/passkeys/registration';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { readSessions } from '#lib/login/current-session';
import { limitChallenges } from '#lib/login/passkey/challenge';
import { readPostedForm } from '#lib/login/read-form';
import { keptName } from '#lib/theme/brand';
import { hasAccountFormToken } from '../person';
import { personFrame } from '../person-view';
import { requireFresh } from '../require-fresh';
import { passkeysOn } from './read';

/**
 * POST /account/passkeys/challenge: the options of `navigator.credentials.create()`, for the script of the page that
 * creates passkeys. It requires the same sign-in as that page. A 401 response makes the script go back to it.
 */
export async function handleNewPasskeyChallenge(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return refuse(form.status, form.problem);
  if (!passkeysOn(context)) return refuse(404, 'not_found');
  const { current: session } = await readSessions(form.cookieHeader, context);
  if (session === null) return refuse(401, 'sign_in');
  if (!hasAccountFormToken(form.values.get('csrf') ?? '', session, context)) return refuse(403, 'forbidden_origin');
  if ((await requireFresh(session, context)) !== null) return refuse(401, 'sign_in');
  const refused = await limitChallenges(form.clientAddress, context);
  if (refused !== null) return refused;
  const { sub, sid, user } = session;
  const { db, settings, snapshot, now } = context;
  const rp = relyingParty(settings, keptName(personFrame(user, snapshot)));
  return json(200, await startRegistration(db, { sub, ...namesInBrowser(user), boundTo: sid }, { rp, now }));
}

function refuse(status: number, problem: string): HttpResponse {
  return json(status, { problem });
}

/** GET /.well-known/passkey-endpoints: the pages for password managers (W3C Passkey Endpoints). */
export async function handlePasskeyEndpoints(_: HttpRequest, context: Context): Promise<HttpResponse> {
  const manage = `${context.settings.issuer}/account/passkeys`;
  return passkeysOn(context) ? json(200, { enroll: `${manage}/new`, manage }) : json(404, { error: 'not_found' });
}
