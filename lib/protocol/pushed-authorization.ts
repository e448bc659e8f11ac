import type { Context } from '#lib/context';
import type { Parameters } from '#lib/http/form';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { createPushedRequest } from '#lib/interactions/pushed-request-store';
import { pushedPrefix } from './authorize/pushed-request';
import { resolveRedirect } from './authorize/trusted-redirect';
import { validateRequest } from './authorize/validate-request';
import { authenticateClient } from './client-authentication';
import { endpoint, type ReportDraft } from './endpoint';
import { limitRequests } from './limit-requests';
import { invalidRequest } from './oauth-error';
import { readForm } from './read-form';

/** Long enough for the redirect that follows (RFC 9126 §2.2). */
const lifetimeSeconds = 60;

/** For public clients, which are not authenticated. An address may belong to a whole company. */
const requestLimit = {
  rule: 'pushed_requests_spent',
  name: 'pushed-request',
  perAddress: 300,
  bytesEach: 4096,
  windowSeconds: 300,
} as const;

/** The parameters for the authorization endpoint. Credentials and unknown parameters are not stored. */
const kept: ReadonlySet<string> = new Set(
  (
    'acr_values claims client_id code_challenge code_challenge_method display id_token_hint login_hint max_age nonce prompt ' +
    'redirect_uri resource response_mode response_type scope state ui_locales'
  ).split(' '),
);

/**
 * The pushed authorization request endpoint (RFC 9126 §2): it authenticates the client, and applies every rule of the
 * authorization endpoint before a person is involved.
 */
export const handlePushedAuthorization = endpoint(push);

async function push(request: HttpRequest, context: Context, report: ReportDraft): Promise<HttpResponse> {
  const form = readForm(request);
  const client = await authenticateClient(request, form, context);
  const { clientId } = client;
  report.clientId = clientId;
  if (form.values.has('request_uri')) throw invalidRequest('pushed_request_uri');
  // With Basic or an assertion, the body need not repeat the client id.
  const parameters = { ...form, values: new Map(form.values).set('client_id', clientId) };
  const resolved = resolveRedirect(parameters, context);
  if ('problem' in resolved) throw resolved.error;
  validateRequest(parameters, resolved, context);
  const encoded = encode(parameters);
  if (client.tokenEndpointAuthMethod === 'none') {
    await limitRequests(requestLimit, request.clientAddress, context, Buffer.byteLength(encoded));
  }
  const { db, now } = context;
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  const handle = await createPushedRequest(db, { clientId, parameters: encoded }, { now, expiresAt });
  return json(201, { request_uri: pushedPrefix + handle, expires_in: lifetimeSeconds });
}

/** Stored as a query, which the authorization endpoint validates again with the configuration of that time. */
function encode({ values, lists }: Parameters): string {
  const repeatable = [...lists].flatMap(([name, list]) => list.map((value) => [name, value] as const));
  const all = [...values, ...repeatable].filter(([name]) => kept.has(name));
  return new URLSearchParams(all.map(([name, value]) => [name, value])).toString();
}
