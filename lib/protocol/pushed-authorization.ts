import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { Parameters } from '#lib/http/form';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { createPushedRequest } from '#lib/interactions/pushed-request-store';
import { pushedPrefix } from './authorize/pushed-request';
import { checkForm } from './authorize/request-form';
import { resolveRedirect } from './authorize/trusted-redirect';
import { validateRequest } from './authorize/validate-request';
import { authenticateClient } from './client-authentication';
import { type DpopProof, readProof } from './dpop/read-proof';
import { spendDpopProof } from './dpop/spend-proof';
import { withDpopNonce } from './dpop/with-nonce';
import { endpoint, type ReportDraft } from './endpoint';
import { limitRequests } from './limit-requests';
import { invalidDpopProof, invalidRequest } from './oauth-error';
import { requestParameters } from './parameters';
import { readForm } from './read-form';
import { readRequestObject, verifyRequestObject } from './request-object/read-request-object';

/** In seconds: long enough for the redirect that follows (RFC 9126 §2.2). */
const lifetimeSeconds = 60;

/** For public clients, which are not authenticated. A whole company may share an address. */
const requestLimit = {
  rule: 'pushed_requests_spent',
  name: 'pushed-request',
  perAddress: 300,
  bytesEach: 4096,
  windowSeconds: 300,
} as const;

/**
 * The pushed authorization request endpoint (RFC 9126 §2). It authenticates the client, and applies all rules of the
 * authorization endpoint before a person is involved.
 */
export const handlePushedAuthorization = withDpopNonce(endpoint(push));

async function push(request: HttpRequest, context: Context, report: ReportDraft): Promise<HttpResponse> {
  const form = readForm(request);
  const client = await authenticateClient(request, form, context);
  const { clientId } = client;
  report.clientId = clientId;
  if (form.values.has('request_uri')) throw invalidRequest('pushed_request_uri');
  const proof = await readProof(request, { client, accessToken: null }, context);
  const { values, lists, wasSigned } = await readPushed(form, client, context);
  const parameters = { repeated: form.repeated, lists, values: complete(values, clientId, proof) };
  const resolved = resolveRedirect(parameters, context);
  if ('problem' in resolved) throw resolved.error;
  checkForm(client, { wasPushed: true, wasSigned });
  const { dpopJkt } = validateRequest(parameters, resolved, context);
  if (proof !== null && proof.jkt !== dpopJkt) throw invalidDpopProof('dpop_jkt_differs');
  const encoded = encode(parameters);
  if (client.tokenEndpointAuthMethod === 'none') {
    await limitRequests(requestLimit, request.clientAddress, context, Buffer.byteLength(encoded));
  }
  if (proof !== null) await spendDpopProof(proof, context);
  const { db, now } = context;
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  const handle = await createPushedRequest(db, { clientId, parameters: encoded, wasSigned }, { now, expiresAt });
  return json(201, { request_uri: pushedPrefix + handle, expires_in: lifetimeSeconds });
}

/** With a request object, the other parameters are not read (RFC 9126 §3). */
async function readPushed(form: Parameters, client: Client, context: Context) {
  const text = form.values.get('request');
  if (text === undefined) return { ...form, wasSigned: false };
  const claims = await verifyRequestObject(text, client, context);
  return { ...readRequestObject(claims, client, context), wasSigned: true };
}

/**
 * Completes the parameters for the authorization endpoint. With Basic or an assertion, the body need not repeat the
 * client ID. A proof of possession binds the code as `dpop_jkt` does (RFC 9449 §10.1).
 */
function complete(
  values: ReadonlyMap<string, string>,
  clientId: string,
  proof: DpopProof | null,
): ReadonlyMap<string, string> {
  const bound = proof === null ? [] : [['dpop_jkt', proof.jkt] as const];
  return new Map([...bound, ...values, ['client_id', clientId]]);
}

/**
 * Encodes the request as a query without credentials and unknown parameters. The authorization endpoint validates it
 * again with the configuration at that time.
 */
function encode({ values, lists }: Parameters): string {
  const repeatable = [...lists].flatMap(([name, list]) => list.map((value) => [name, value] as const));
  const all = [...values, ...repeatable].filter(([name]) => requestParameters.includes(name));
  return new URLSearchParams(all.map(([name, value]) => [name, value])).toString();
}
