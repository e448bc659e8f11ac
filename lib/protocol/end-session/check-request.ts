import type { Client } from '#lib/clients/client';
import { redirectUriProblem } from '#lib/clients/redirect-uri';
import type { Context } from '#lib/context';
import type { RefusalFacts } from '#lib/explain/refusal';
import type { Parameters } from '#lib/http/form';
import type { ClientLink } from '#lib/http/page-models';
import { verifyOwnJwt } from '#lib/keys/verify-own-jwt';
import { invalidRequest } from '../oauth-error';
import { refuseRepeated } from '../read-form';
import { clientLink } from '../redirect-to-client';
import { type EndSessionRule, endSessionRules } from '../rules/end-session';
import { type EndSessionRequest, type PostLogout, plainRequest } from './end-session-request';

/** In characters. The state becomes part of our own addresses, which have at most 8 KiB. */
const maximum = {
  client_id: 100,
  post_logout_redirect_uri: 400,
  state: 2000,
} as const;

/** A hint only helps, so a longer one is ignored. */
const maximumLogoutHint = 100;

/** As JSON. Characters outside ASCII take more bytes. */
const maximumStateBytes = 3000;

type Proof = NonNullable<EndSessionRequest['proof']>;

/**
 * Checks the parameters of an end session request (RP-Initiated Logout §2). Parameters that cannot be trusted are left
 * out and named in `problem`. They never prevent a person from signing out.
 * @throws invalid_request for a repeated or overlong parameter; an overlong hint is a wrong one
 */
export function checkEndSession(parameters: Parameters, context: Context): EndSessionRequest {
  refuseRepeated(parameters);
  const { values } = parameters;
  for (const [name, length] of Object.entries(maximum)) {
    if ((values.get(name)?.length ?? 0) > length) throw invalidRequest('parameter_too_long', { name });
  }
  if (Buffer.byteLength(JSON.stringify(values.get('state') ?? '')) > maximumStateBytes) {
    throw invalidRequest('parameter_too_long', { name: 'state' });
  }
  const hint = values.get('id_token_hint');
  const logoutHint = readLogoutHint(values);
  if (hint === undefined) return { ...checkRedirect(values, values.get('client_id') ?? null, context), logoutHint };
  const proof = verifyHint(hint, context);
  // Semantics §6.2: if the hint is not valid, the rest of the request is ignored.
  if (proof === null) return { ...plainRequest, logoutHint, ...endSessionProblem('invalid_hint', {}, context) };
  const clientId = values.get('client_id') ?? proof.clientId;
  if (clientId !== proof.clientId) {
    const facts = { received: clientId, registered: [proof.clientId], clientId: proof.clientId };
    return { ...plainRequest, logoutHint, ...endSessionProblem('client_mismatch', facts, context) };
  }
  if (findEnabled(clientId, context) === null) {
    return {
      ...plainRequest,
      logoutHint,
      ...endSessionProblem('unknown_client', { received: clientId, clientId }, context),
    };
  }
  return { ...checkRedirect(values, clientId, context), logoutHint, proof };
}

function readLogoutHint(values: ReadonlyMap<string, string>): string | null {
  const hint = values.get('logout_hint') ?? null;
  return hint !== null && hint.length > maximumLogoutHint ? null : hint;
}

/**
 * Records a problem of the request for the client's developer.
 * @returns the fields of a request without a redirect
 */
function endSessionProblem(
  problem: EndSessionRule,
  facts: RefusalFacts,
  { explain }: Context,
): Pick<EndSessionRequest, 'postLogout' | 'problem' | 'reference'> {
  const { description } = endSessionRules[problem];
  const clientId = facts.clientId ?? null;
  const reference = explain({ rule: problem, error: 'invalid_request', description, clientId, facts });
  return { postLogout: null, problem, reference };
}

/**
 * §4: the token and its key may have expired, because the session lives longer. Signature, issuer and type must be
 * right.
 */
function verifyHint(token: string, { snapshot, settings, now }: Context): Proof | null {
  const expected = { kind: 'id_token', issuer: settings.issuer, now, ignoreExpiry: true } as const;
  const claims = verifyOwnJwt(snapshot.hintKeys, token, expected);
  if (typeof claims?.sub !== 'string' || typeof claims.aud !== 'string') return null;
  return { clientId: claims.aud, sub: claims.sub, sid: typeof claims.sid === 'string' ? claims.sid : null };
}

function checkRedirect(
  values: ReadonlyMap<string, string>,
  clientId: string | null,
  context: Context,
): EndSessionRequest {
  const uri = values.get('post_logout_redirect_uri');
  const client = clientId === null ? null : findEnabled(clientId, context);
  if (clientId !== null && client === null) {
    return { ...plainRequest, ...endSessionProblem('unknown_client', { received: clientId, clientId }, context) };
  }
  const request = { ...plainRequest, clientId };
  if (uri === undefined) return request;
  if (client === null) return { ...request, ...endSessionProblem('no_client', { received: uri }, context) };
  if (!isRegistered(client, uri)) {
    const facts = { received: uri, registered: client.postLogoutRedirectUris, clientId: client.clientId };
    return { ...request, ...endSessionProblem('unregistered_redirect', facts, context) };
  }
  return { ...request, postLogout: { clientId: client.clientId, uri, state: values.get('state') ?? null } };
}

/**
 * §3: byte for byte, so that no prefix and no other spelling matches (security #106). An address that could not be
 * registered today is not used either, because a row may be older than the rule that forbids it.
 */
function isRegistered({ postLogoutRedirectUris, applicationType, selfRegistered }: Client, uri: string): boolean {
  const use = { native: applicationType === 'native', isVouchedFor: !selfRegistered, purpose: 'post_logout' } as const;
  return postLogoutRedirectUris.includes(uri) && redirectUriProblem(uri, use) === null;
}

/** The client and the link back to it. */
type PostLogoutTarget = { readonly client: Client; readonly link: ClientLink };

/**
 * Checks the redirect again after the person has decided, because the configuration may have changed in the meantime. A
 * removed address is refused like one that was never registered.
 */
export function recheckPostLogout<Asked extends Pick<EndSessionRequest, 'postLogout' | 'problem' | 'reference'>>(
  asked: Asked,
  context: Context,
): { readonly asked: Asked; readonly back: PostLogoutTarget | null } {
  const { postLogout } = asked;
  if (postLogout === null) return { asked, back: null };
  const { clientId, uri } = postLogout;
  const client = findEnabled(clientId, context);
  if (client !== null && isRegistered(client, uri)) {
    return { asked, back: { client, link: clientLink(client, withState(postLogout)) } };
  }
  const facts = { received: uri, registered: client?.postLogoutRedirectUris ?? [], clientId };
  return { asked: { ...asked, ...endSessionProblem('unregistered_redirect', facts, context) }, back: null };
}

/** §3: state is returned unchanged. The query of the registered URI is kept. */
function withState({ uri, state }: PostLogout): string {
  if (state === null) return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams({ state })}`;
}

function findEnabled(clientId: string, { snapshot }: Context): Client | null {
  const client = snapshot.clients.get(clientId);
  return client?.enabled ? client : null;
}
