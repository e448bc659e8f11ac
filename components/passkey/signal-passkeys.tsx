'use client';

import { useEffect } from 'react';
import { takeShown } from './shown-passkey';

/** The account as authenticators keep it. */
export type SignaledAccount = {
  readonly userHandle: string;
  readonly username: string;
  readonly displayName: string;
  readonly ids: readonly string[];
};

/**
 * Tells the browser which passkeys an account has and what the account is called, so that password managers hide the
 * others (WebAuthn §5.1.10). Browsers that cannot be told are left alone.
 */
export function SignalPasskeys({ account }: { readonly account: SignaledAccount }) {
  useEffect(() => {
    const { userHandle: userID, username: userName, displayName: userDisplayName, ids } = account;
    const rpID = window.location.hostname;
    const allAcceptedCredentialIDs = [...ids];
    signal('signalAllAcceptedCredentials', async ({ sendSignal }) => {
      await sendSignal({ signalName: 'allAcceptedCredentials', rpID, userID, allAcceptedCredentialIDs });
    });
    signal('signalCurrentUserDetails', async ({ sendSignal }) => {
      await sendSignal({ signalName: 'currentUserDetails', rpID, userID, userName, userDisplayName });
    });
  }, [account]);
  return null;
}

/** Tells the browser that nobody has the passkey any more that was shown on the page before. */
export function SignalUnknownPasskey() {
  useEffect(() => {
    const credentialID = takeShown();
    if (credentialID === null) return;
    signal('signalUnknownCredential', async ({ sendSignal }) => {
      await sendSignal({ signalName: 'unknownCredential', rpID: window.location.hostname, credentialID });
    });
  }, []);
  return null;
}

type Library = Pick<typeof import('./ceremony'), 'sendSignal'>;

function signal(feature: string, send: (library: Library) => Promise<void>): void {
  if (typeof window.PublicKeyCredential !== 'function' || !(feature in window.PublicKeyCredential)) return;
  // What comes of it is the browser's affair.
  import('./ceremony').then(send).catch(() => {});
}
