'use client';

import { useEffect, useRef, useState } from 'react';
import type { CeremonyEnd, CeremonyForm } from './ceremony-form';

/** Of a page with a ceremony: `unknown` until the browser was asked whether it has passkeys. */
export type CeremonyState = 'unknown' | 'unsupported' | 'ready' | 'waiting' | CeremonyEnd;

type Ceremonies = typeof import('./ceremony');

type Held = {
  /** Holds the ceremony when the button is pressed. */
  readonly hold: (ceremonies: Ceremonies) => Promise<CeremonyEnd>;
  /** Offered beside it from the beginning. */
  readonly autofill?: CeremonyForm | undefined;
};

/**
 * The state of a ceremony, and what its button does. The script that talks to authenticators is loaded only where the
 * browser has passkeys.
 */
export function useCeremony({ hold, autofill }: Held): { readonly state: CeremonyState; readonly begin: () => void } {
  const [state, setState] = useState<CeremonyState>('unknown');
  const stop = useRef(() => {});
  const offered = useRef(autofill);
  useEffect(() => {
    setState(typeof window.PublicKeyCredential === 'function' ? 'ready' : 'unsupported');
    if (typeof window.PublicKeyCredential !== 'function') return;
    const offer = () => {
      stop.current();
      stop.current = offerLater(offered.current);
    };
    const again = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setState('ready');
      offer();
    };
    offer();
    // A page that comes back from the browser's cache is ready again.
    window.addEventListener('pageshow', again);
    return () => {
      stop.current();
      window.removeEventListener('pageshow', again);
    };
  }, []);
  const begin = async () => {
    if (state === 'waiting' || state === 'sent') return;
    setState('waiting');
    stop.current();
    const end = await import('./ceremony').then(hold, () => 'failed' as const);
    setState(end);
    if (end !== 'sent') stop.current = offerLater(offered.current);
  };
  return { state, begin };
}

/** Offers passkeys in the autofill once the script is there. */
function offerLater(form: CeremonyForm | undefined): () => void {
  if (form === undefined) return () => {};
  let isStopped = false;
  let stop = () => {};
  import('./ceremony').then(
    ({ offerInAutofill }) => {
      if (!isStopped) stop = offerInAutofill(form);
    },
    () => {},
  );
  return () => {
    isStopped = true;
    stop();
  };
}
