import { PasswordInput } from '#components/interaction/password-input';
import { PasskeyButton, showPasskeyWords } from '#components/passkey/passkey-button';
import { Button, ButtonLink } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { ProviderMark } from '#components/ui/provider-mark';
import { TextLink } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { passwordField, usernameField } from '../kit/view';
import type { ProviderView } from '../realm/read';
import type { LoginPage } from '../sign-in/read';
import type { SignInPart } from './index';

/** A refused sign-in in words, and the id of the field to correct, if there is one. */
export type LoginProblemText = { readonly text: string; readonly field?: string };

/** The properties of the views of the fields and of each sign-in method. */
export type SignInPartProps = {
  readonly locale: Locale;
  readonly model: LoginPage;
  readonly problem: LoginProblemText | null;
};

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
        {translate(locale, model.reauthenticate ? 'action.continue' : 'action.sign_in')}
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

/** The button for passkeys, and the passkeys that the browser suggests in the username field. */
function PasskeyPart({ locale, model }: SignInPartProps) {
  const { form, ask, reauthenticate, problem } = model;
  const hasNameField = ask !== null && ask !== 'password' && !reauthenticate;
  const purpose = { purpose: 'sign_in', decision: 'passkey' };
  return (
    <PasskeyButton
      variant="secondary"
      form={{
        kind: 'showPasskey',
        challenge: '/login/passkey/challenge',
        action: '/login/submit',
        fields: { interaction: form.interaction ?? '', csrf: form.csrf, ...purpose },
        carried: ['remember'],
        ...(hasNameField && { field: usernameField }),
        wasUnknown: problem === 'passkey_unknown',
      }}
      words={{ button: translate(locale, 'passkey.sign_in'), ...showPasskeyWords(locale) }}
    />
  );
}

type ProviderListProps = { readonly locale: Locale; readonly providers: readonly ProviderView[] };

/** Buttons for the providers, all with the same weight. The button of the last used provider says so. */
export function ProviderList({ locale, providers }: ProviderListProps) {
  return providers.map(({ name, displayName, brand, logo, lastUsed }) => (
    <Button key={name} variant="secondary" name="provider" value={name} formNoValidate>
      <ProviderMark name={displayText(displayName)} brand={brand} logo={logo} />
      <span>
        <bdi>{translate(locale, 'login.provider', { provider: displayText(displayName) })}</bdi>
        {lastUsed && (
          <>
            {' '}
            <span className="inline-block rounded-full border border-border px-2 py-0.5 font-normal text-muted-foreground text-xs">
              {translate(locale, 'login.provider_last')}
            </span>
          </>
        )}
      </span>
    </Button>
  ));
}

/** A word between two alternatives, for example "or". */
export function Divider({ text }: { readonly text: string }) {
  return (
    <div className="flex items-center gap-4 text-muted-foreground text-sm before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {text}
    </div>
  );
}
