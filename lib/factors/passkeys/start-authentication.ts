import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Database } from '#lib/db/database';
import { challengeSeconds, createChallenge } from './challenge-store';
import { listPasskeys } from './passkey-store';
import type { RelyingParty } from './relying-party';
import { loadWebAuthn } from './webauthn-library';

/** For whom a passkey is asked: for anybody, or as the second factor of a person whose first factor was shown. */
export type AskedPasskey =
  | { readonly purpose: 'sign_in'; readonly boundTo: string; readonly sub: null }
  | { readonly purpose: 'second_factor'; readonly boundTo: string; readonly sub: string };

/**
 * What `navigator.credentials.get()` takes. Without a name any passkey of this server will do, so nothing about an
 * account is told, and the authenticator has to recognize the person.
 */
export async function startAuthentication(
  db: Database,
  asked: AskedPasskey,
  { rp, now }: { readonly rp: RelyingParty; readonly now: Date },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const passkeys = asked.sub === null ? [] : await listPasskeys(db, asked.sub);
  return generateAuthenticationOptions({
    rpID: rp.id,
    challenge: Buffer.from(await createChallenge(db, asked, now), 'base64url'),
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports: [...transports] })),
    userVerification: asked.purpose === 'sign_in' ? 'required' : 'preferred',
    timeout: challengeSeconds * 1000,
  });
}
