import { Button } from '#components/ui/button';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
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

/** The words while a passkey is created, on any page. */
export function newPasskeyWords(locale: Locale) {
  return {
    button: translate(locale, 'passkey.new.button'),
    waiting: translate(locale, 'passkey.waiting'),
    sent: translate(locale, 'passkey.new.saving'),
    cancelled: translate(locale, 'passkey.new.cancelled'),
    exists: translate(locale, 'passkey.new.exists'),
    failed: translate(locale, 'passkey.new.failed'),
    unsupported: translate(locale, 'passkey.unsupported'),
  };
}

/** The words while a passkey is used, on any page. */
export function showPasskeyWords(locale: Locale) {
  return {
    waiting: translate(locale, 'passkey.waiting'),
    sent: translate(locale, 'passkey.checking'),
    cancelled: translate(locale, 'passkey.cancelled'),
    failed: translate(locale, 'passkey.failed'),
  };
}
