import type { Client } from '#lib/clients/client';
import { createId } from '#lib/crypto/random';
import { activeKey } from '#lib/keys/active-key';
import { signJwt } from '#lib/keys/sign-jwt';
import type { Issuing } from '#lib/tokens/access-token';
import { subjectFor } from '#lib/tokens/subject-for';

/** §2.4 recommends at most two minutes. */
const lifetimeSeconds = 120;

const event = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Issues a logout token (OpenID Connect Back-Channel Logout §2.4), signed like the client's ID tokens. It says that a
 * session of a person ended. It names the session unless the client does not want that. Then the client ends all of the
 * person's sessions (§2.6). The token has no nonce, so it can never be mistaken for an ID token. Each one has its own
 * `jti`.
 */
export function issueLogoutToken(
  client: Client,
  { sub, sid }: { readonly sub: string; readonly sid: string },
  { issuer, keys, now, pairwiseSalt }: Omit<Issuing, 'scopes'>,
): string {
  const iat = Math.floor(now.getTime() / 1000);
  return signJwt(activeKey(keys, client.idTokenSignedResponseAlg, now), 'logout+jwt', {
    iss: issuer,
    aud: client.clientId,
    iat,
    exp: iat + lifetimeSeconds,
    jti: createId(),
    events: { [event]: {} },
    sub: subjectFor(client, sub, pairwiseSalt),
    ...(client.backchannelLogoutSessionRequired && { sid }),
  });
}
