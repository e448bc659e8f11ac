import { Button } from '#components/ui/button';
import type { CeremonyForm, CeremonyWords } from './ceremony-form';

type PasskeyButtonProps = {
  readonly form: CeremonyForm;
  readonly words: CeremonyWords & { readonly button: string };
  readonly variant: 'primary' | 'secondary';
};

/** The button of a ceremony. browser/passkeys shows it if the browser supports passkeys, and runs the ceremony. */
export function PasskeyButton({ form, words: { button, ...words }, variant }: PasskeyButtonProps) {
  return (
    <div hidden className="grid gap-2" data-passkey-button={JSON.stringify({ form, words })}>
      <Button type="button" name="decision" value={form.fields.decision} variant={variant}>
        {button}
      </Button>
      <p role="status" className="text-center text-muted-foreground text-sm empty:sr-only" />
    </div>
  );
}
