import type { PublicKeyCredentialRequestOptionsJSON, VerifiedAuthenticationResponse } from '@simplewebauthn/server';
import type { Database } from '#lib/db/database';
import { challengeSeconds, createChallenge } from './challenge-store';
import { loadWebAuthn, notVerified, openCeremony } from './open-ceremony';
import { type Passkey, type PasskeyProof, type RefusedCeremony, type RelyingParty, userHandleOf } from './passkey';
import { findPasskey, listPasskeys, recordPasskeyUse } from './passkey-store';
import { type AuthenticationResponse, readAuthentication } from './read-response';

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
function countsAlone({ purpose }: AskedPasskey): boolean {
  return purpose !== 'second_factor';
}

async function listFor(db: Database, sub: string, level: number): Promise<readonly Passkey[]> {
  const passkeys = await listPasskeys(db, sub);
  const bound = level > 3 ? passkeys.filter(({ deviceBound }) => deviceBound) : [];
  return bound.length > 0 ? bound : passkeys;
}

/** A passkey with its proof. Or why it is refused, with the passkey if its signature was valid. */
export type PasskeyAuthentication =
  | { readonly passkey: Passkey; readonly proof: PasskeyProof }
  | (RefusedCeremony & { readonly passkey?: Passkey });

/**
 * Verifies the answer of `navigator.credentials.get()` (WebAuthn §7.2), and records the use. Never call it in a
 * transaction, because the challenge is used up even if a later step fails.
 * @param text the answer as JSON
 */
export async function finishAuthentication(
  db: Database,
  text: string,
  asked: AskedPasskey,
  { rp, now }: { readonly rp: RelyingParty; readonly now: Date },
): Promise<PasskeyAuthentication> {
  const response = readAuthentication(text);
  if (response === null) return { problem: 'malformed' };
  const opened = await openCeremony(db, response.response.clientDataJSON, asked, now);
  if ('problem' in opened) return opened;
  // The passkey identifies the person, regardless of what else the browser sends (security #96).
  const passkey = await findPasskey(db, response.id);
  if (passkey === null) return { problem: 'unknown_passkey' };
  if (!belongs(passkey, response, asked)) return { problem: 'other_person' };
  const verified = await verify(response, { passkey, asked, rp, challenge: opened.challenge });
  if ('problem' in verified) return verified;
  const { newCounter, credentialBackedUp, credentialDeviceType, userVerified } = verified;
  // WebAuthn §7.2: BE never changes. The level of the passkey depends on it.
  if ((credentialDeviceType === 'singleDevice') !== passkey.deviceBound) {
    return { problem: 'not_verified', detail: 'the backup eligibility changed', passkey };
  }
  const used = { id: passkey.id, counter: newCounter, backedUp: credentialBackedUp };
  if (!(await recordPasskeyUse(db, used, now))) return { problem: 'counter_went_back', passkey };
  return { passkey, proof: { factor: 'passkey', at: now, userVerified, deviceBound: passkey.deviceBound } };
}

/**
 * WebAuthn §7.2 step 6: without a username, the authenticator must say whose passkey it is. If the person is known, a
 * credential that was stored without a user handle returns none.
 */
function belongs(passkey: Passkey, { response }: AuthenticationResponse, { sub }: AskedPasskey): boolean {
  const userHandle = response.userHandle ?? null;
  if (sub !== null && passkey.sub !== sub) return false;
  if (userHandle === null) return sub !== null;
  return userHandle === userHandleOf(passkey.sub);
}

type Expected = {
  readonly passkey: Passkey;
  readonly asked: AskedPasskey;
  readonly rp: RelyingParty;
  readonly challenge: string;
};

async function verify(
  { id, rawId, type, response }: AuthenticationResponse,
  { passkey, asked, rp, challenge }: Expected,
): Promise<VerifiedAuthenticationResponse['authenticationInfo'] | RefusedCeremony> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { clientDataJSON, authenticatorData, signature } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      // The library compares counters before the signature. We compare them afterwards, in one statement.
      credential: { id: passkey.id, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
      requireUserVerification: countsAlone(asked),
    });
    return verified ? authenticationInfo : { problem: 'not_verified', detail: 'the signature is wrong' };
  } catch (error) {
    return notVerified(error);
  }
}
