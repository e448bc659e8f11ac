import { Button } from '#components/ui/button';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { LoginPage } from '#lib/login/read-login-page';

type CancelButtonProps = {
  readonly locale: Locale;
  readonly model: Pick<LoginPage, 'client' | 'canCancel' | 'cancelReturns'>;
  readonly className?: string;
};

/** The button that returns without signing in. Absent if there is no application to return to. */
export function CancelButton({ locale, model, className = '-my-3' }: CancelButtonProps) {
  if (!model.canCancel) return null;
  return (
    <Button variant="quiet" name="decision" value="cancel" formNoValidate className={className}>
      {model.client && model.cancelReturns
        ? translate(locale, 'login.cancel_client', { app: displayText(model.client.name) })
        : translate(locale, 'login.cancel')}
    </Button>
  );
}
