import { ButtonLink } from '#components/ui/button';
import { translate } from '#lib/i18n/translate';
import type { SignInPart } from '#lib/login/methods/sign-in-method';
import { Divider } from './divider';
import type { SignInPartProps } from './login-problem';
import { ProviderList } from './provider-list';

type ProviderPartProps = Pick<SignInPartProps, 'locale' | 'model'> & {
  readonly part: Extract<SignInPart, { method: 'provider' }>;
};

/** The identity providers, below the password if there is one. */
export function ProviderPart({ locale, model, part }: ProviderPartProps) {
  return (
    <div className="grid gap-3">
      {model.ask !== null && <Divider text={translate(locale, 'login.or')} />}
      <ProviderList locale={locale} providers={part.providers} />
      {part.hasMore && (
        <ButtonLink variant="secondary" href={`/realm?interaction=${model.form.interaction}`}>
          {translate(locale, 'login.organization')}
        </ButtonLink>
      )}
    </div>
  );
}
