import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { PlainMode, ResponseMode } from '#lib/interactions/authorization-request';
import { activeKey } from '#lib/keys/active-key';
import { signJwt } from '#lib/keys/sign-jwt';
import type { ResponseParameters } from './index';

/** It only has to outlast the way of the browser (JARM §2.1: at most ten minutes). */
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
 * What travels to the redirect URI, and how: in a mode with a JWT nothing but that (JARM §2.1 and §2.3), signed for the
 * client.
 */
export function encodeResponse(
  { client, responseMode }: { readonly client: Client; readonly responseMode: ResponseMode },
  parameters: ResponseParameters,
  context: Context,
): { readonly mode: PlainMode; readonly parameters: ResponseParameters } {
  const mode = plainModes[responseMode];
  return mode === responseMode
    ? { mode, parameters }
    : { mode, parameters: { response: sign(client, parameters, context) } };
}

function sign(client: Client, parameters: ResponseParameters, { settings, snapshot, now }: Context): string {
  const key = activeKey(snapshot.keys, client.authorizationSignedResponseAlg, now);
  const exp = Math.floor(now.getTime() / 1000) + lifetimeSeconds;
  return signJwt(key, 'JWT', { ...parameters, iss: settings.issuer, aud: client.clientId, exp });
}
