import { sendSignal } from '@simplewebauthn/browser';

/** The account as authenticators store it. */
export type SignaledAccount = {
  readonly userHandle: string;
  readonly username: string;
  readonly displayName: string;
  readonly ids: readonly string[];
};

/**
 * Tells the browser the passkeys and the name of an account, so that password managers hide other passkeys
 * (WebAuthn §5.1.10).
 */
export function signalAccount({ userHandle: userID, username, displayName, ids }: SignaledAccount): void {
  const account = { rpID: window.location.hostname, userID };
  send({ ...account, signalName: 'allAcceptedCredentials', allAcceptedCredentialIDs: [...ids] });
  send({ ...account, signalName: 'currentUserDetails', userName: username, userDisplayName: displayName });
}

/** Tells the browser that no account has the passkey that the previous page used or created. */
export function signalUnknown(): void {
  const credentialID = removeLast();
  if (credentialID === null) return;
  send({ signalName: 'unknownCredential', rpID: window.location.hostname, credentialID });
}

/** Does nothing if the browser does not support the signal, and ignores its result. */
function send(signal: Parameters<typeof sendSignal>[0]): void {
  const method = `signal${signal.signalName.charAt(0).toUpperCase()}${signal.signalName.slice(1)}`;
  if ('PublicKeyCredential' in window && method in window.PublicKeyCredential) sendSignal(signal).catch(() => {});
}

const key = 'signet.passkey';

/** Remembers in this tab which passkey was used or created, in case the next page says that it is unknown. */
export function remember(id: string): void {
  try {
    sessionStorage.setItem(key, id);
  } catch {
    // Storage is not available.
  }
}

/** Returns the last used or created passkey once. */
function removeLast(): string | null {
  try {
    const id = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return id;
  } catch {
    return null;
  }
}
