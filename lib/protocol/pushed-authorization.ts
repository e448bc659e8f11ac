import type { Parameters } from '#lib/http/form';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { createPushedRequest } from '#lib/interactions/pushed/store';
import { pushedPrefix } from './authorize/pushed-request';
import { resolveRedirect } from './authorize/trusted-redirect';
import { validateRequest } from './authorize/validate-request';
import { authenticateClient } from './client-authentication';
import type { Context } from './context';
import { endpoint, type ReportDraft } from './endpoint';
import { limitRequests } from './limit-requests';
import { invalidRequest } from './oauth-error';
import { readForm } from './read-form';

/** Long enough for the redirect that follows (RFC 9126 §2.2). */
const lifetimeSeconds = 60;

/** Of public clients: nobody had to prove anything to come so far. An address may hide a whole company. */
const requestLimit = {
  rule: 'pushed_requests_spent',
  name: 'pushed-request',
  perAddress: 300,
  windowSeconds: 300,
} as const;

/** Told to this endpoint, not to the authorization endpoint; never stored. */
const credentials = new Set(['client_secret', 'client_assertion', 'client_assertion_type']);

/**
 * The pushed authorization request endpoint (RFC 9126 §2): the client is authenticated and the request held to every
 * rule of the authorization endpoint before a person is involved.
 */
export const handlePushedAuthorization = endpoint(push);

async function push(request: HttpRequest, context: Context, report: ReportDraft): Promise<HttpResponse> {
  const form = readForm(request);
  const client = await authenticateClient(request, form, context);
  const { clientId } = client;
  report.clientId = clientId;
  if (form.values.has('request_uri')) throw invalidRequest('pushed_request_uri');
  // With Basic or an assertion the body need not repeat who the client is.
  const parameters = { ...form, values: new Map(form.values).set('client_id', clientId) };
  const resolved = resolveRedirect(parameters, context);
  if ('problem' in resolved) throw resolved.error;
  validateRequest(parameters, resolved, context);
  if (client.tokenEndpointAuthMethod === 'none') await limitRequests(requestLimit, request.clientAddress, context);
  const { db, now } = context;
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  const handle = await createPushedRequest(db, { clientId, parameters: encode(parameters) }, { now, expiresAt });
  return json(201, { request_uri: pushedPrefix + handle, expires_in: lifetimeSeconds });
}

/** As a query, which the authorization endpoint reads again: what a changed configuration refuses then is refused. */
function encode({ values, lists }: Parameters): string {
  const kept = [...values].filter(([name]) => !credentials.has(name));
  const repeatable = [...lists].flatMap(([name, list]) => list.map((value) => [name, value]));
  return new URLSearchParams([...kept, ...repeatable]).toString();
}
