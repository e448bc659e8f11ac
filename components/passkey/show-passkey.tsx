'use client';

import { useEffect } from 'react';
import { Button } from '#components/ui/button';
import type { CeremonyForm } from './ceremony-form';
import { CeremonyStatus, type CeremonyWords } from './ceremony-status';
import { useCeremony } from './use-ceremony';

type ShowPasskeyProps = {
  readonly form: CeremonyForm;
  readonly words: CeremonyWords & { readonly button: string };
  readonly variant?: 'primary' | 'secondary';
  /** True where the browser may also suggest passkeys in the field of the user name. */
  readonly autofill?: boolean;
  /** The id of the field to return to after the person canceled. */
  readonly returnTo?: string;
};

/** Asks for a passkey. Exists only where scripts run and the browser has passkeys. */
export function ShowPasskey({ form, words, variant = 'secondary', autofill = false, returnTo }: ShowPasskeyProps) {
  const { state, begin } = useCeremony({
    hold: ({ showPasskey }) => showPasskey(form),
    autofill: autofill ? form : undefined,
  });
  useEffect(() => {
    if (state === 'cancelled' && returnTo !== undefined) document.getElementById(returnTo)?.focus();
  }, [state, returnTo]);
  if (state === 'unknown' || (state === 'unsupported' && words.unsupported === undefined)) return null;
  const isBusy = state === 'waiting' || state === 'sent';
  return (
    <div className="grid gap-2">
      {state !== 'unsupported' && (
        <Button
          type="button"
          name="decision"
          value={form.fields.decision}
          variant={variant}
          onClick={begin}
          aria-disabled={isBusy || undefined}
        >
          {words.button}
        </Button>
      )}
      <CeremonyStatus state={state} words={words} />
    </div>
  );
}
