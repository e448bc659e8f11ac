import { Button, ButtonLink } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { TextLink } from '#components/ui/text-link';
import { translate } from '#lib/i18n/translate';
import type { SignInPart } from '#lib/login/methods/sign-in-method';
import { passwordField, type SignInPartProps } from './login-problem';
import { PasskeyPart } from './passkey-part';
import { PasswordInput } from './password-input';
import { Divider, ProviderList } from './provider-list';

/** The view of a sign-in method. */
export function SignInPartView({ part, ...page }: SignInPartProps & { readonly part: SignInPart }) {
  switch (part.method) {
    case 'password':
      return <PasswordPart {...page} />;
    case 'email_code':
      return <EmailCodePart {...page} />;
    case 'passkey':
      return <PasskeyPart {...page} />;
    case 'provider':
      return <ProviderPart {...page} part={part} />;
    default:
      return part satisfies never;
  }
}

type ProviderPartProps = Pick<SignInPartProps, 'locale' | 'model'> & {
  readonly part: Extract<SignInPart, { method: 'provider' }>;
};

/** The identity providers, below the password if there is one. */
function ProviderPart({ locale, model, part }: ProviderPartProps) {
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

/** The password, "keep me signed in" and the primary button. */
function PasswordPart({ locale, model, problem }: SignInPartProps) {
  return (
    <>
      <PasswordField locale={locale} model={model} problem={problem} />
      <TextLink href={`/recover?interaction=${model.form.interaction ?? ''}`} className="-my-4 w-fit text-[0.9375rem]">
        {translate(locale, 'recover.forgot')}
      </TextLink>
      <Checkbox
        id="remember"
        name="remember"
        value="true"
        className="-mt-1 -mb-2"
        label={translate(locale, 'login.remember')}
        hint={translate(locale, 'login.remember_hint')}
      />
      <Button variant="primary" name="decision" value="sign_in" className="mt-1">
        {translate(locale, model.reauthenticate ? 'login.reauthenticate.confirm' : 'login.sign_in')}
      </Button>
    </>
  );
}

function PasswordField({ locale, model, problem }: SignInPartProps) {
  return (
    <PasswordInput
      locale={locale}
      id={passwordField}
      name="password"
      label={translate(locale, 'login.password')}
      autoComplete="current-password"
      enterKeyHint="go"
      // The username is known, so the password is the only thing to type
      autoFocus={problem === null ? model.username !== '' : problem.field === passwordField}
      error={problem?.field === passwordField ? problem.text : undefined}
    />
  );
}

/** The button that sends a code by email to the typed account. */
function EmailCodePart({ locale }: SignInPartProps) {
  return (
    <Button variant="secondary" name="decision" value="email_code">
      {translate(locale, 'login.email_code')}
    </Button>
  );
}
