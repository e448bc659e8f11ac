import { ButtonLink } from '#components/ui/button';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { LoginPage } from '#lib/login/page-models';
import { CancelButton } from './cancel-button';
import { ProviderList } from './provider-list';

/** What stands below the password: the external providers, and the way back. */
export function LoginOthers({ locale, model }: { readonly locale: Locale; readonly model: LoginPage }) {
  const hasProviders = model.ask !== 'password' && (model.providers.length > 0 || model.hasHiddenProviders);
  return (
    <>
      {hasProviders && (
        <div className="grid gap-3">
          {model.localLogin && <Divider text={translate(locale, 'login.or')} />}
          <ProviderList locale={locale} providers={model.providers} />
          {model.hasHiddenProviders && (
            <ButtonLink variant="secondary" href={`/realm?interaction=${model.form.interaction}`}>
              {translate(locale, 'login.organisation')}
            </ButtonLink>
          )}
        </div>
      )}
      <CancelButton locale={locale} model={model} />
      {model.canSignUp && (
        <a href={`/signup?interaction=${model.form.interaction}`} className="w-fit underline underline-offset-3">
          {translate(locale, 'login.sign_up')}
        </a>
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
