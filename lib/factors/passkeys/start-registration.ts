import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { Database } from '#lib/db/database';
import { challengeSeconds, createChallenge } from './challenge-store';
import { listPasskeys } from './passkey-store';
import { type RelyingParty, userHandleOf } from './relying-party';
import { loadWebAuthn } from './webauthn-library';

/** EdDSA, ES256 and RS256 (COSE algorithms). */
export const passkeyAlgorithms = [-8, -7, -257];

/** Who gets a passkey, and in which session or interaction. */
type NewPasskeyFor = {
  readonly sub: string;
  /** The names that the authenticator shows for the passkey. */
  readonly username: string;
  readonly displayName: string;
  /** The sid, or the hash of the interaction. */
  readonly boundTo: string;
};

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
 * The options of `navigator.credentials.create()`: a passkey that can be found without a username, on an authenticator
 * that has none for this account yet. No attestation is requested, because every kind of authenticator is accepted.
 */
export async function startRegistration(
  db: Database,
  { sub, username, displayName, boundTo }: NewPasskeyFor,
  { rp, now, level = 0 }: Ceremony,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const existing = await listPasskeys(db, sub);
  const options = await generateRegistrationOptions({
    // People know the address of this server. The portal's name can differ between tenants.
    rpName: rp.id,
    rpID: rp.id,
    userID: Buffer.from(userHandleOf(sub), 'base64url'),
    userName: username,
    userDisplayName: displayName,
    challenge: Buffer.from(await createChallenge(db, { purpose: 'registration', boundTo, sub }, now), 'base64url'),
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: level > 2 ? 'required' : 'preferred' },
    supportedAlgorithmIDs: passkeyAlgorithms,
    attestationType: 'none',
    timeout: challengeSeconds * 1000,
  });
  // WebAuthn §5.8.7: most devices sync the passkeys that they store themselves.
  return level > 3 ? { ...options, hints: ['security-key', 'client-device'] } : options;
}

/** The names of a person that an authenticator shows for a passkey. */
export function namesOf({ username, claims }: Named): Pick<NewPasskeyFor, 'username' | 'displayName'> {
  const { name } = claims;
  return { username, displayName: typeof name === 'string' && name !== '' ? name : username };
}

type Named = { readonly username: string; readonly claims: Readonly<Record<string, unknown>> };
