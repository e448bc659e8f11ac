import { parseParameters } from '#lib/http/form';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { readBinding } from '#lib/sessions/browser-binding';
import { plainFrame } from '#lib/theme/brand';
import type { Context } from './context';
import { stillRegistered } from './end-session/check-request';
import { loggedOutHtml } from './end-session/logged-out-page';
import { openRecord } from './end-session/sealed-record';
import { leadOn, signedOutRecord } from './end-session/signed-out';
import { findToldClients } from './end-session/told-clients';
import { invalidRequest } from './oauth-error';
import { refusalPage } from './refusal-page';
import { requestFrame } from './request-tenant';

/**
 * GET /connect/endsession/callback: where a browser comes to after it was signed out, when something is left to load or
 * to say, or from the provider that it was signed out at as well, which brings the record back as `state`. Changes
 * nothing. With anything but the record of a sign-out of this browser it answers 400 and leads nowhere.
 */
export async function handleLoggedOut(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const binding = readBinding(request.headers.cookie, context.settings);
  const values = parseParameters(request.query)?.values;
  const state = values?.get('state') ?? null;
  const id = values?.get('id') ?? state;
  const record =
    binding === null ? null : openRecord(id, signedOutRecord, { purpose: 'done', browser: binding.hash }, context);
  // A provider that brings nothing back has signed the person out all the same.
  if (record === null && request.query === '') return seeOther(`${context.settings.issuer}/logout?done=1`);
  if (record === null) return refusalPage(invalidRequest('no_sign_out'), context);
  if (id === state) return leadOn(record, request.headers.cookie, context);
  const target = stillRegistered(record.postLogout, context);
  const back = target && {
    name: target.client.clientName ?? target.client.clientId,
    location: target.location,
    follow: record.automatic,
  };
  // The application that the person goes back to asked for it: it needs not be told about.
  const told = (await findToldClients(record.sids, context)).filter(
    ({ clientId, frames }) => clientId !== target?.client.clientId || frames.length > 0,
  );
  const providers = record.providers.map((name) => context.snapshot.providers.get(name)?.displayName ?? name);
  const frame =
    target === null ? plainFrame : requestFrame({ client: target.client, acrValues: null }, context.snapshot);
  const { problem, reference } = record;
  return loggedOutHtml({ back, told, providers, problem, reference, frame });
}
