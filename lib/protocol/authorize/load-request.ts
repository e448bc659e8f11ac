import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { JwtClaims } from '#lib/foreign-jwt/read-foreign-jwt';
import type { Parameters } from '#lib/http/form';
import { invalidRequest, invalidRequestObject, isOAuthError, type OAuthError } from '../oauth-error';
import { refuseRepeated } from '../read-form';
import { fetchRequestObject } from '../request-object/fetch-request-object';
import { readRequestObject, verifyRequestObject } from '../request-object/read-request-object';
import { normalizeResponseType } from '../response-types';
import { isPushed, loadPushedRequest, type PushedReference } from './pushed-request';
import { resolveClient, resolveRedirect, type UntrustedRedirect } from './trusted-redirect';

/** An authorization request, from whichever source it was read. */
type Submitted = {
  readonly parameters: Parameters;
  /** The pushed request, which must be used up. Null for a request that was not pushed. */
  readonly pushed: PushedReference | null;
  /** The client signed the parameters (RFC 9101). */
  readonly wasSigned: boolean;
  /** Why its request object cannot be used. The parameters then only decide where the error is sent. */
  readonly refused: OAuthError | null;
};

/**
 * Reads an authorization request: its own parameters, those that the client pushed (RFC 9126 §4), or those of a request
 * object (RFC 9101 §5).
 * @param arrivedAt when the request arrived, if its client became known later. A pushed request and the times of an
 * object must have been valid then
 * @returns a problem for our own page if there cannot be a trusted redirect URI
 */
export async function loadRequest(
  sent: Parameters,
  context: Context,
  arrivedAt = context.now,
): Promise<Submitted | UntrustedRedirect> {
  const { values } = sent;
  if (isPushed(sent)) {
    const pushed = await loadPushedRequest(sent, context, arrivedAt);
    return 'problem' in pushed ? pushed : { ...pushed, refused: null };
  }
  if (!values.has('request') && !values.has('request_uri')) {
    return { parameters: sent, pushed: null, wasSigned: false, refused: null };
  }
  const resolved = resolveClient(sent, context);
  return 'problem' in resolved ? resolved : readObject(sent, resolved.client, context, arrivedAt);
}

async function readObject(sent: Parameters, client: Client, context: Context, arrivedAt: Date): Promise<Submitted> {
  const then = { ...context, now: arrivedAt };
  let claims: JwtClaims = {};
  try {
    claims = await verifyRequestObject(await findText(sent, client, context), client, then);
    const parameters = readRequestObject(claims, client, then);
    checkResponseType(sent, parameters);
    return { parameters, pushed: null, wasSigned: true, refused: null };
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    const inside = targetOf(claims, client);
    const parameters = 'problem' in resolveRedirect(inside, context) ? sent : inside;
    return { parameters, pushed: null, wasSigned: false, refused: error };
  }
}

async function findText(sent: Parameters, client: Client, context: Context): Promise<string> {
  const { request, request_uri: uri } = Object.fromEntries(sent.values);
  refuseRepeated(sent);
  if (uri === undefined) return request ?? '';
  if (request !== undefined) throw invalidRequest('request_twice');
  return fetchRequestObject(uri, client, context);
}

/** RFC 9101 §5: outside the object, the parameter is present only for OpenID Connect Core §6.1. */
function checkResponseType(outside: Parameters, inside: Parameters): void {
  const [sent, signed] = [outside, inside].map(({ values }) =>
    normalizeResponseType(values.get('response_type') ?? ''),
  );
  if (sent !== '' && sent !== signed) throw invalidRequestObject('request_object_response_type');
}

const targetNames = ['redirect_uri', 'state', 'response_type', 'response_mode', 'scope'];

/** Where a signed object asks for the answer. It is used only if the signature is valid. */
function targetOf(claims: JwtClaims, { clientId }: Client): Parameters {
  const texts = targetNames.map((name) => [name, claims[name]] as const);
  const values = texts.filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '');
  return { values: new Map([...values, ['client_id', clientId]]), repeated: new Set(), lists: new Map() };
}
