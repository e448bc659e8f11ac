import { sendSignal } from '@simplewebauthn/browser';
import { takeLast } from './last-passkey';

/** The account as authenticators keep it. */
export type SignaledAccount = {
  readonly userHandle: string;
  readonly username: string;
  readonly displayName: string;
  readonly ids: readonly string[];
};

/**
 * Tells the browser which passkeys an account has and what the account is called, so that password managers hide the
 * others (WebAuthn §5.1.10).
 */
export function signalAccount({ userHandle: userID, username, displayName, ids }: SignaledAccount): void {
  const account = { rpID: window.location.hostname, userID };
  send({ ...account, signalName: 'allAcceptedCredentials', allAcceptedCredentialIDs: [...ids] });
  send({ ...account, signalName: 'currentUserDetails', userName: username, userDisplayName: displayName });
}

/** Tells the browser that no account has the passkey that was shown or made on the page before. */
export function signalUnknown(): void {
  const credentialID = takeLast();
  if (credentialID === null) return;
  send({ signalName: 'unknownCredential', rpID: window.location.hostname, credentialID });
}

/** A browser that cannot be told is left alone, and what it makes of it is its own affair. */
function send(signal: Parameters<typeof sendSignal>[0]): void {
  const method = `signal${signal.signalName.charAt(0).toUpperCase()}${signal.signalName.slice(1)}`;
  if ('PublicKeyCredential' in window && method in window.PublicKeyCredential) sendSignal(signal).catch(() => {});
}
