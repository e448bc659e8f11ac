import { Button } from '#components/ui/button';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { LoginPage } from '#lib/login/page-models';

/** What stands below the password: the external providers, and the way back. */
export function LoginOthers({ locale, model }: { readonly locale: Locale; readonly model: LoginPage }) {
  return (
    <>
      {model.providers.length > 0 && (
        <div className="grid gap-3">
          {model.localLogin && <Divider text={translate(locale, 'login.or')} />}
          {model.providers.map((provider) => (
            <Button key={provider.name} variant="secondary" name="provider" value={provider.name}>
              <bdi>{translate(locale, 'login.provider', { provider: displayText(provider.displayName) })}</bdi>
            </Button>
          ))}
        </div>
      )}
      {model.canCancel && (
        <Button variant="quiet" name="decision" value="cancel" formNoValidate className="-my-3">
          {model.client && model.cancelReturns
            ? translate(locale, 'login.cancel_client', { app: displayText(model.client.name) })
            : translate(locale, 'login.cancel')}
        </Button>
      )}
    </>
  );
}

function Divider({ text }: { readonly text: string }) {
  return (
    <div className="flex items-center gap-4 text-muted-foreground text-sm before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {text}
    </div>
  );
}
