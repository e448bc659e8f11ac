import { noteAsked } from '#lib/clients/agents/asked-store';
import { agentHost } from '#lib/clients/agents/self-description';
import type { Context } from '#lib/context';
import type { Parameters } from '#lib/http/form';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { newInteraction } from '#lib/interactions/interaction-store';
import { bindBrowser } from '#lib/sessions/browser-binding';
import { readBrowser } from '#lib/sessions/read-browser';
import { type JwtParts, readJwt } from '#lib/vocabulary/jwt';
import { isPushed, loadPushedRequest } from '../authorize/pushed-request';
import { signInLimit, storeLimited } from '../limit-requests';
import { isOAuthError, type OAuthError, unauthorizedClient } from '../oauth-error';
import { refusalPage } from '../refusal-page';
import { decryptRequestObject } from '../request-object/decrypt-request-object';
import { documentNeed, documentRefusal } from './document-need';
import { type ForPerson, resolveDocument } from './resolve-document';

type Arrived = {
  readonly parameters: Parameters;
  /** The original parameters, form-encoded. */
  readonly query: string;
  readonly request: HttpRequest;
};

/**
 * Makes the client of a document known, before a request of it is read. The document is fetched only for signed-in
 * people. Others sign in first, so anonymous requests cannot make this server fetch or store anything. Only signed-in
 * people learn that a client needs approval first.
 * @returns the context to continue with, or the answer
 */
export async function admitDocument(
  { parameters, query, request }: Arrived,
  context: Context,
): Promise<{ readonly context: Context } | { readonly response: HttpResponse }> {
  const { values, repeated } = parameters;
  const clientId = values.get('client_id');
  if (clientId === undefined || repeated.has('client_id')) return { context };
  const found = documentNeed(clientId, context);
  if (found.need === 'nothing' && !awaitsApproval(clientId, context)) return { context };
  const refuse = async (error: OAuthError) => ({
    response: await refusalPage(error, { request, ...documentRefusal(error) }, context),
  });
  if (found.need === 'denied') return refuse(unauthorizedClient('domain_denied', { clientId }));
  const isSilent = await asksSilently(parameters, context);
  if (isSilent && found.need === 'nothing') return { context };
  // Nothing is fetched for a request without a page. An unknown client is refused later, as always.
  if (isSilent && found.need === 'fetch' && (found.isUsable || !context.snapshot.clients.has(clientId)))
    return { context };
  if (isSilent) {
    const name = 'requests with prompt=none do not fetch documents';
    return refuse(unauthorizedClient('document_unreachable', { clientId, name, reason: 'prompt=none' }));
  }
  const { db, settings, snapshot, now } = context;
  const cookieHeader = request.headers.cookie;
  const { current } = await readBrowser({ db, settings, cookieHeader, portal: snapshot.portal, now });
  if (current === null) {
    try {
      return { response: await askToSignIn(query, request, context) };
    } catch (error) {
      if (!isOAuthError(error)) throw error;
      return { response: await refusalPage(error, { request, status: 429, problem: 'too_many_requests' }, context) };
    }
  }
  const person = { sub: current.sub, clientAddress: request.clientAddress };
  const known = await knowDocument(clientId, person, context);
  return isOAuthError(known) ? refuse(known) : { context: known };
}

/**
 * Fetches the document that a request needs, if it still needs it.
 * @returns the context in which the client is known, or why it is unknown or must not be used
 */
export async function knowDocument(
  clientId: string,
  person: ForPerson,
  context: Context,
): Promise<Context | OAuthError> {
  const known = await fetchNeeded(clientId, person, context);
  return isOAuthError(known) ? known : ((await checkApproval(clientId, person.sub, known)) ?? known);
}

async function fetchNeeded(clientId: string, person: ForPerson, context: Context): Promise<Context | OAuthError> {
  const found = documentNeed(clientId, context);
  if (found.need === 'nothing') return context;
  if (found.need === 'denied') return unauthorizedClient('domain_denied', { clientId });
  const error = await resolveDocument(clientId, person, context);
  if (error === null) return { ...context, snapshot: await context.refreshConfiguration() };
  return found.isUsable ? context : error;
}

/** @throws temporarily_unavailable with 429 beyond the limit of an address */
async function askToSignIn(query: string, request: HttpRequest, context: Context): Promise<HttpResponse> {
  const { settings, now } = context;
  const binding = bindBrowser(request.headers.cookie, settings);
  const { handle, steps } = newInteraction({ kind: 'document', query }, binding.hash, now);
  await storeLimited(signInLimit, request.clientAddress, { steps, bytes: Buffer.byteLength(query) }, context);
  return seeOther(`${settings.issuer}/login?interaction=${handle}`, { 'set-cookie': binding.setCookie });
}

/** Whether nobody may use the client before an operator has approved it. */
function awaitsApproval(clientId: string, { snapshot }: Pick<Context, 'snapshot'>): boolean {
  return snapshot.clients.get(clientId)?.awaitsApproval === true;
}

/**
 * Refuses a client that needs approval first, and records who asked for it, so that they can be notified of the
 * approval.
 * @returns null for any other client
 */
async function checkApproval(clientId: string, sub: string, context: Context): Promise<OAuthError | null> {
  const client = context.snapshot.clients.get(clientId);
  if (client === undefined || !awaitsApproval(clientId, context)) return null;
  await noteAsked(context.db, { clientId, sub }, context.now);
  return unauthorizedClient('approval_pending', { clientId, name: agentHost(client) });
}

/**
 * Whether a request asks for no page (`prompt=none`). Nothing outside a pushed request or a passed request object counts
 * (RFC 9126 §4, RFC 9101 §6.3). An object at an address is not fetched, so the parameter beside it decides. The keys of
 * the client may be unknown, so the signature of an object is not verified: a forged one only spares a page.
 */
async function asksSilently(sent: Parameters, context: Context): Promise<boolean> {
  const prompt = await findPrompt(sent, context);
  return typeof prompt === 'string' && prompt.split(' ').includes('none');
}

async function findPrompt(sent: Parameters, context: Context): Promise<unknown> {
  const { client_id: clientId = '', request, prompt } = Object.fromEntries(sent.values);
  if (request !== undefined) return (await readUnverified(request, clientId, context)).prompt;
  if (!isPushed(sent)) return prompt;
  const pushed = await loadPushedRequest(sent, context, context.now);
  return 'problem' in pushed ? undefined : pushed.parameters.values.get('prompt');
}

/** The claims of a request object, or none. Its errors are answered when the client is known. */
async function readUnverified(text: string, clientId: string, context: Context): Promise<JwtParts['payload']> {
  const client = context.snapshot.clients.get(clientId);
  try {
    return readJwt(client === undefined ? text : await decryptRequestObject(text, client, context)).payload;
  } catch {
    return {};
  }
}
