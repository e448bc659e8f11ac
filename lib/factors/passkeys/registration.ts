import type { PublicKeyCredentialCreationOptionsJSON, VerifiedRegistrationResponse } from '@simplewebauthn/server';
import type { Database } from '#lib/db/database';
import { challengeSeconds, createChallenge } from './challenge-store';
import { loadDecoders, loadWebAuthn, notVerified, openCeremony } from './open-ceremony';
import { type Passkey, type PasskeyProof, type RefusedCeremony, type RelyingParty, userHandleOf } from './passkey';
import { listPasskeys } from './passkey-store';
import { type RegistrationResponse, readRegistration } from './read-response';

/** EdDSA, ES256 and RS256 (COSE algorithms). */
const passkeyAlgorithms = [-8, -7, -257];

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
    rpName: rp.name,
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
export function namesInBrowser({ username, claims }: Named): Pick<NewPasskeyFor, 'username' | 'displayName'> {
  const { name } = claims;
  return { username, displayName: typeof name === 'string' && name !== '' ? name : username };
}

type Named = { readonly username: string; readonly claims: Readonly<Record<string, unknown>> };

/** A new passkey that is not stored yet. It has no name so far. */
type MadePasskey = Omit<Passkey, 'name'>;

/** A new passkey, with the proof that results from creating it. */
type Registration = { readonly made: MadePasskey; readonly proof: PasskeyProof } | RefusedCeremony;

/**
 * Verifies the answer of `navigator.credentials.create()` (WebAuthn §7.1). The caller stores the passkey. Never call it
 * in a transaction, because the challenge is used up even if a later step fails.
 * @param text the answer as JSON
 * @param boundTo the sid, or the hash of the interaction
 */
export async function finishRegistration(
  db: Database,
  text: string,
  { sub, boundTo }: { readonly sub: string; readonly boundTo: string },
  { rp, now }: { readonly rp: RelyingParty; readonly now: Date },
): Promise<Registration> {
  const response = readRegistration(text);
  if (response === null) return { problem: 'malformed' };
  const use = { purpose: 'registration', boundTo, sub } as const;
  const opened = await openCeremony(db, response.response.clientDataJSON, use, now);
  if ('problem' in opened) return opened;
  const info = await verify(response, opened.challenge, rp);
  if ('problem' in info) return info;
  const { credential, aaguid, credentialDeviceType, credentialBackedUp: backedUp, userVerified } = info;
  if (credential.id !== response.id) return { problem: 'not_verified', detail: 'two credential ids' };
  const deviceBound = credentialDeviceType === 'singleDevice';
  const made = {
    id: credential.id,
    sub,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: [...new Set(response.response.transports ?? [])],
    aaguid,
    deviceBound,
    backedUp,
    createdAt: now,
    lastUsedAt: null,
  };
  return { made, proof: { factor: 'passkey', at: now, userVerified, deviceBound } };
}

async function verify(
  { id, rawId, type, response: { clientDataJSON, attestationObject } }: RegistrationResponse,
  expectedChallenge: string,
  rp: RelyingParty,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']> | RefusedCeremony> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    if (!(await isPlain(attestationObject))) return { problem: 'not_verified', detail: 'an attestation was sent' };
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    return verified ? registrationInfo : { problem: 'not_verified', detail: 'the attestation is wrong' };
  } catch (error) {
    return notVerified(error);
  }
}

/**
 * Whether an attestation contains no certificate. None was requested. To check one, the library would load the
 * revocation list that it names, from any address.
 */
async function isPlain(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await loadDecoders();
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}
