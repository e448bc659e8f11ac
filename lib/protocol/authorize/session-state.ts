import { sha256 } from '#lib/crypto/hash';
import { createId } from '#lib/crypto/random';
import type { ResponseParameters } from '../response-modes';

type Asked = { readonly clientId: string; readonly redirectUri: string; readonly isOpenid: boolean };

/**
 * The `session_state` of an authorization response (OpenID Connect Session Management §2, semantics §1.6). The client
 * later uses it to ask the check session iframe.
 * @param sid the session of the response; null if nobody is signed in
 * @returns no parameters for a request without openid, and for a client with a private-use scheme
 */
export function sessionState({ clientId, redirectUri, isOpenid }: Asked, sid: string | null): ResponseParameters {
  const { origin } = new URL(redirectUri);
  if (!isOpenid || origin === 'null') return {};
  const salt = Buffer.from(createId(), 'base64url').toString('hex');
  return { session_state: `${sha256(`${clientId}${origin}${sid ?? ''}${salt}`)}.${salt}` };
}
