'use client';

import { Button } from '#components/ui/button';
import type { CeremonyForm } from './ceremony-form';
import { CeremonyStatus, type CeremonyWords } from './ceremony-status';
import { useCeremony } from './use-ceremony';

type MakePasskeyProps = {
  readonly form: CeremonyForm;
  readonly words: CeremonyWords & { readonly button: string };
};

/** Makes a passkey. Exists only where scripts run. */
export function MakePasskey({ form, words }: MakePasskeyProps) {
  const { state, begin } = useCeremony({ hold: ({ makePasskey }) => makePasskey(form) });
  if (state === 'unknown') return null;
  const isBusy = state === 'waiting' || state === 'sent';
  return (
    <div className="grid gap-2">
      {state !== 'unsupported' && (
        <Button
          type="button"
          name="decision"
          value={form.fields.decision}
          variant="primary"
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
