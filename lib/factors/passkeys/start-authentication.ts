import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Database } from '#lib/db/database';
import { challengeSeconds, createChallenge } from './challenge-store';
import type { Passkey } from './passkey';
import { listPasskeys } from './passkey-store';
import type { RelyingParty } from './relying-party';
import { loadWebAuthn } from './webauthn-library';

/**
 * Who is asked for a passkey: anybody, a person whose second factor is missing, or the person of a session who confirms
 * their identity.
 */
export type AskedPasskey =
  | { readonly purpose: 'sign_in'; readonly boundTo: string; readonly sub: null }
  | { readonly purpose: 'second_factor' | 'confirmation'; readonly boundTo: string; readonly sub: string };

type Ceremony = {
  readonly rp: RelyingParty;
  readonly now: Date;
  /**
   * The level that the sign-in should reach. From 3 on, the authenticator must verify the person. 4 requires a key that
   * cannot leave its device.
   */
  readonly level?: number;
};

/**
 * The options of `navigator.credentials.get()`. If the person is unknown, any passkey of this server is accepted, so
 * nothing about an account is revealed, and the authenticator must verify the person.
 */
export async function startAuthentication(
  db: Database,
  asked: AskedPasskey,
  { rp, now, level = 0 }: Ceremony,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const passkeys = asked.sub === null ? [] : await listFor(db, asked.sub, level);
  return generateAuthenticationOptions({
    rpID: rp.id,
    challenge: Buffer.from(await createChallenge(db, asked, now), 'base64url'),
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports: [...transports] })),
    userVerification: countsAlone(asked) || level > 2 ? 'required' : 'preferred',
    timeout: challengeSeconds * 1000,
  });
}

/** Whether the passkey is the only factor, so that the authenticator must verify the person. */
export function countsAlone({ purpose }: AskedPasskey): boolean {
  return purpose !== 'second_factor';
}

async function listFor(db: Database, sub: string, level: number): Promise<readonly Passkey[]> {
  const passkeys = await listPasskeys(db, sub);
  const bound = level > 3 ? passkeys.filter(({ deviceBound }) => deviceBound) : [];
  return bound.length > 0 ? bound : passkeys;
}
