'use client';

import { useEffect } from 'react';
import type { SignaledAccount } from './signal';

/** Tells the browser of the passkeys of an account. It shows nothing. */
export function SignalPasskeys({ account }: { readonly account: SignaledAccount }) {
  useEffect(() => {
    import('./signal').then(({ signalAccount }) => signalAccount(account));
  }, [account]);
  return null;
}
