import type { VerifiedRegistrationResponse } from '@simplewebauthn/server';
import type { Database } from '#lib/db/database';
import { notVerified, openCeremony } from './open-ceremony';
import type { Passkey, PasskeyProof, RefusedCeremony } from './passkey';
import { type RegistrationResponse, readRegistration } from './read-response';
import type { RelyingParty } from './relying-party';
import { passkeyAlgorithms } from './start-registration';
import { loadDecoders, loadWebAuthn } from './webauthn-library';

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
