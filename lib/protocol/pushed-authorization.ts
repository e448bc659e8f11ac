import type { Context } from '#lib/context';
import type { Parameters } from '#lib/http/form';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { createPushedRequest } from '#lib/interactions/pushed-request-store';
import { pushedPrefix } from './authorize/pushed-request';
import { resolveRedirect } from './authorize/trusted-redirect';
import { validateRequest } from './authorize/validate-request';
import { authenticateClient } from './client-authentication';
import { type DpopProof, readProof } from './dpop/read-proof';
import { spendProof } from './dpop/spend-proof';
import { withDpopNonce } from './dpop/with-nonce';
import { endpoint, type ReportDraft } from './endpoint';
import { limitRequests } from './limit-requests';
import { invalidDpopProof, invalidRequest } from './oauth-error';
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
    'acr_values claims client_id code_challenge code_challenge_method display dpop_jkt id_token_hint login_hint max_age nonce prompt ' +
    'redirect_uri resource response_mode response_type scope state ui_locales'
  ).split(' '),
);

/**
 * The pushed authorization request endpoint (RFC 9126 §2): it authenticates the client, and applies every rule of the
 * authorization endpoint before a person is involved.
 */
export const handlePushedAuthorization = withDpopNonce(endpoint(push));

async function push(request: HttpRequest, context: Context, report: ReportDraft): Promise<HttpResponse> {
  const form = readForm(request);
  const client = await authenticateClient(request, form, context);
  const { clientId } = client;
  report.clientId = clientId;
  if (form.values.has('request_uri')) throw invalidRequest('pushed_request_uri');
  const proof = await readProof(request, { requiresNonce: client.dpopRequireNonce, accessToken: null }, context);
  const parameters = { ...form, values: complete(form.values, clientId, proof) };
  const resolved = resolveRedirect(parameters, context);
  if ('problem' in resolved) throw resolved.error;
  const { dpopJkt } = validateRequest(parameters, resolved, context);
  if (proof !== null && proof.confirmation.jkt !== dpopJkt) throw invalidDpopProof('dpop_jkt_differs');
  const encoded = encode(parameters);
  if (client.tokenEndpointAuthMethod === 'none') {
    await limitRequests(requestLimit, request.clientAddress, context, Buffer.byteLength(encoded));
  }
  await spendProof({ client, proof }, context);
  const { db, now } = context;
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  const handle = await createPushedRequest(db, { clientId, parameters: encoded }, { now, expiresAt });
  return json(201, { request_uri: pushedPrefix + handle, expires_in: lifetimeSeconds });
}

/**
 * The parameters as the authorization endpoint reads them: with Basic or an assertion, the body need not repeat the
 * client id, and a proof of possession binds the code as `dpop_jkt` does (RFC 9449 §10.1).
 */
function complete(
  values: ReadonlyMap<string, string>,
  clientId: string,
  proof: DpopProof | null,
): ReadonlyMap<string, string> {
  const bound = proof === null ? [] : [['dpop_jkt', proof.confirmation.jkt] as const];
  return new Map([...bound, ...values, ['client_id', clientId]]);
}

/** Stored as a query, which the authorization endpoint validates again with the configuration of that time. */
function encode({ values, lists }: Parameters): string {
  const repeatable = [...lists].flatMap(([name, list]) => list.map((value) => [name, value] as const));
  const all = [...values, ...repeatable].filter(([name]) => kept.has(name));
  return new URLSearchParams(all.map(([name, value]) => [name, value])).toString();
}
