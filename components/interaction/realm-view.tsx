import { Button } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading } from '#components/ui/heading';
import { LabeledInput } from '#components/ui/labeled-input';
import { Message } from '#components/ui/message';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { RealmPage } from '#lib/login/read-realm-page';
import { CancelButton } from './cancel-button';
import { HiddenInputs, PendingSubmit } from './form-parts';
import { PolicyLinks } from './policy-links';
import { ProviderGroups, ProviderSearch } from './provider-groups';
import { Divider } from './provider-list';
import { Shell, type ShellContext } from './shell';

type RealmViewProps = ShellContext & { readonly model: RealmPage };

const domainField = 'username';

/**
 * The page to choose how to sign in: a field for the organization, the providers, the password and a way back. The button
 * of the field is the first submit button, so Enter presses it and never a provider.
 */
export function RealmView({ model, ...shell }: RealmViewProps) {
  const { locale } = shell;
  const problem = model.problem && translate(locale, `realm.problem.${model.problem}`);
  return (
    <Shell
      {...shell}
      frame={model.frame}
      page="realm"
      title={translate(locale, 'realm.title')}
      hasProblem={problem !== null}
    >
      <Heading text={<RealmText locale={locale} model={model} />}>{translate(locale, 'realm.heading')}</Heading>
      {model.search !== null && <ProviderSearch interaction={model.form.interaction} />}
      <form method="post" action="/realm/submit" noValidate className="grid gap-6">
        <HiddenInputs form={model.form} />
        {problem && (
          <ErrorSummary
            heading={translate(locale, 'summary.heading')}
            problems={[{ text: problem, field: domainField }]}
          />
        )}
        {model.asksDomain && <DomainField locale={locale} model={model} problem={problem ?? undefined} />}
        {model.asksDomain && <Divider text={translate(locale, 'login.or')} />}
        <ProviderGroups locale={locale} model={model} />
        <Ways locale={locale} model={model} />
        <PendingSubmit message={translate(locale, 'realm.pending')} />
      </form>
      {model.client && <PolicyLinks locale={locale} client={model.client} app={displayText(model.client.name)} />}
    </Shell>
  );
}

function RealmText({ locale, model }: Part) {
  if (model.client === null) return translate(locale, 'login.to_portal');
  const app = <strong className="font-semibold text-foreground">{displayText(model.client.name)}</strong>;
  return <Message locale={locale} id="login.to_continue" values={{ app }} />;
}

type Part = { readonly locale: Locale; readonly model: RealmPage };

type DomainFieldProps = Part & { readonly problem: string | undefined };

function DomainField({ locale, model, problem }: DomainFieldProps) {
  return (
    <div className="grid gap-4">
      <LabeledInput
        id={domainField}
        name="username"
        type="text"
        inputMode="email"
        label={translate(locale, 'realm.field')}
        hint={translate(locale, 'realm.field_hint')}
        defaultValue={model.username}
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        error={problem}
        errorPrefix={translate(locale, 'field.error_prefix')}
      />
      <Button variant="primary" name="decision" value="continue">
        {translate(locale, 'realm.continue')}
      </Button>
    </div>
  );
}

/** There is always a way out (ux §1.3.5). */
function Ways({ locale, model }: Part) {
  return (
    <div className="-my-3 grid gap-1">
      {model.localLogin && (
        <Button variant="quiet" name="provider" value="local" formNoValidate>
          {translate(locale, 'realm.password')}
        </Button>
      )}
      <CancelButton locale={locale} model={model} className="" />
    </div>
  );
}
