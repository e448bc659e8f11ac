import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { PlainMode, ResponseMode } from '#lib/interactions/authorization-request';
import { activeKey } from '#lib/keys/active-key';
import { signJwt } from '#lib/keys/sign-jwt';
import { protectFor } from '../encryption/protect';
import { explainRefusal } from '../explain-refusal';
import { isOAuthError, type OAuthError } from '../oauth-error';
import type { ResponseParameters } from './index';

/** In seconds. It only has to be valid until the browser has followed the redirect (JARM §2.1: at most ten minutes). */
const lifetimeSeconds = 300;

const plainModes = {
  query: 'query',
  fragment: 'fragment',
  form_post: 'form_post',
  'query.jwt': 'query',
  'fragment.jwt': 'fragment',
  'form_post.jwt': 'form_post',
} as const satisfies Record<ResponseMode, PlainMode>;

/**
 * The parameters and the mode of the response to the redirect URI. In a JWT mode there is only one parameter (JARM §2.1
 * and §2.3), signed for the client and, if it registered that, encrypted.
 */
export async function encodeResponse(
  { client, responseMode }: { readonly client: Client; readonly responseMode: ResponseMode },
  parameters: ResponseParameters,
  context: Context,
): Promise<{ readonly mode: PlainMode; readonly parameters: ResponseParameters }> {
  const mode = plainModes[responseMode];
  return mode === responseMode
    ? { mode, parameters }
    : { mode, parameters: { response: await seal(client, parameters, context) } };
}

/**
 * Signs the parameters, and encrypts them for a client that registered that (JARM §2.2). If the client's key is
 * missing, the response says only that, and contains nothing that should be encrypted.
 */
async function seal(client: Client, parameters: ResponseParameters, context: Context): Promise<string> {
  try {
    const protect = await protectFor(client, 'authorization', context);
    return await protect(sign(client, parameters, context));
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    return sign(client, parameters.error === error.code ? parameters : failed(error, parameters, context), context);
  }
}

function failed(error: OAuthError, parameters: ResponseParameters, context: Context): ResponseParameters {
  const { code, description } = explainRefusal(error, error.facts.clientId ?? null, context);
  const kept = Object.entries(parameters).filter(([name]) => name === 'state' || name === 'session_state');
  return { error: code, error_description: description, ...Object.fromEntries(kept) };
}

function sign(client: Client, parameters: ResponseParameters, { settings, snapshot, now }: Context): string {
  const key = activeKey(snapshot.keys, client.authorizationSignedResponseAlg, now);
  const exp = Math.floor(now.getTime() / 1000) + lifetimeSeconds;
  return signJwt(key, 'JWT', { ...parameters, iss: settings.issuer, aud: client.clientId, exp });
}
