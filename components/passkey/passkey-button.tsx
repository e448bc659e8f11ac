'use client';

import { useEffect, useState } from 'react';
import type { CeremonyEnd, CeremonyForm, CeremonyWords } from './ceremony-form';

type PasskeyButtonProps = {
  /** Whether a passkey is shown or made. */
  readonly kind: 'showPasskey' | 'makePasskey';
  readonly form: CeremonyForm;
  readonly words: CeremonyWords & { readonly button: string };
  /** Of the button; made by the server, so that the page need not load what makes it. */
  readonly look: string;
  /** The id of the field in which the browser suggests passkeys, and to which a canceled ceremony returns. */
  readonly field?: string;
};

const loadCeremonies = () => import('./ceremony');

/** What the page needs first comes first. Milliseconds. */
const offerAfter = 1500;

/**
 * The button of a ceremony. It exists only where scripts run and the browser has passkeys; the script that speaks with
 * authenticators is loaded when it is needed.
 */
export function PasskeyButton({ kind, form, words, look, field }: PasskeyButtonProps) {
  const [state, setState] = useState<'unknown' | 'ready' | 'unsupported' | 'waiting' | CeremonyEnd>('unknown');
  useEffect(() => {
    const isSupported = 'PublicKeyCredential' in window;
    setState(isSupported ? 'ready' : 'unsupported');
    // A page that comes back from the browser's cache is ready again.
    const wake = () => setState((last) => (last === 'sent' ? 'ready' : last));
    const offer = () => loadCeremonies().then(({ offerInAutofill }) => offerInAutofill(form));
    addEventListener('pageshow', wake);
    const timer = isSupported && field ? setTimeout(offer, offerAfter) : 0;
    return () => {
      removeEventListener('pageshow', wake);
      clearTimeout(timer);
    };
  }, [form, field]);
  const isBusy = state === 'waiting' || state === 'sent';
  const begin = async () => {
    if (isBusy) return;
    setState('waiting');
    const end = await loadCeremonies().then(
      (ceremonies) => ceremonies[kind](form),
      () => 'failed' as const,
    );
    setState(end);
    if (field && end === 'cancelled') document.getElementById(field)?.focus();
  };
  if (state === 'unknown') return null;
  const said = state === 'ready' ? '' : words[state];
  return (
    <div className="grid gap-2">
      {state !== 'unsupported' && (
        <button
          type="button"
          name="decision"
          value={form.fields.decision}
          className={look}
          onClick={begin}
          aria-disabled={isBusy || undefined}
        >
          {words.button}
        </button>
      )}
      <p role="status" className={said ? 'text-center text-muted-foreground text-sm' : 'sr-only'}>
        {said}
      </p>
    </div>
  );
}
