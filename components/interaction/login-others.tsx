import { ButtonLink } from '#components/ui/button';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { LoginPage } from '#lib/login/page-models';
import { CancelButton } from './cancel-button';
import { Divider } from './divider';
import { ProviderList } from './provider-list';

/** What stands below the password: the external providers, and the way back. */
export function LoginOthers({ locale, model }: { readonly locale: Locale; readonly model: LoginPage }) {
  const hasProviders = model.ask !== 'password' && (model.providers.length > 0 || model.hasMoreProviders);
  return (
    <>
      {hasProviders && (
        <div className="grid gap-3">
          {model.localLogin && <Divider text={translate(locale, 'login.or')} />}
          <ProviderList locale={locale} providers={model.providers} />
          {model.hasMoreProviders && (
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
