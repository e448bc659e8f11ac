'use client';

import { useEffect, useState } from 'react';
import type { CeremonyForm, CeremonyWords } from './ceremony-form';

type PasskeyButtonProps = {
  readonly form: CeremonyForm;
  readonly words: CeremonyWords & { readonly button: string };
  /** Of the button; made by the server, so that the page need not load what makes it. */
  readonly look: string;
};

/** What the page needs first comes first. Milliseconds. */
const attendAfter = 1500;

/**
 * The button of a ceremony. It exists only where scripts run and the browser has passkeys. The sign-in page loads this
 * at once and has little room: what speaks with authenticators comes later.
 */
export function PasskeyButton({ form, words, look }: PasskeyButtonProps) {
  const [state, setState] = useState<keyof CeremonyWords | 'ready' | ''>('');
  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return setState('unsupported');
    setState('ready');
    const timer = setTimeout(() => load().then(({ attend }) => attend(form, setState)), attendAfter);
    return () => clearTimeout(timer);
  }, [form]);
  const said = state === 'ready' || state === '' ? '' : words[state];
  const isBusy = state === 'waiting' || state === 'sent' || undefined;
  const hold = () => {
    if (isBusy) return;
    setState('waiting');
    load()
      .then((ceremonies) => ceremonies[form.kind](form))
      .then(setState, () => setState('failed'));
  };
  return (
    state && (
      <div className="grid gap-2">
        {state !== 'unsupported' && (
          <button
            type="button"
            name="decision"
            value={form.fields.decision}
            className={look}
            onClick={hold}
            aria-disabled={isBusy}
          >
            {words.button}
          </button>
        )}
        <p role="status" className={said ? 'text-center text-muted-foreground text-sm' : 'sr-only'}>
          {said}
        </p>
      </div>
    )
  );
}

const load = () => import('./ceremony');
