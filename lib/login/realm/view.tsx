import { HiddenInputs, PendingSubmit } from '#components/interaction/form-parts';
import { PolicyLinks } from '#components/interaction/policy-links';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { Button, ButtonLink } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { LabeledInput, NameInput } from '#components/ui/labeled-input';
import { Heading, Message } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { CancelButton, definePage } from '../kit/view';
import { Divider, ProviderList } from '../methods/view';
import { type ProviderView, type RealmPage, readRealmPage } from './read';

export const realmPage = definePage({
  path: '/realm',
  read: (context, { one, ...asked }) => readRealmPage(context, { ...asked, search: one('search') }),
  draw: (model, shell) => <RealmView {...shell} model={model} />,
});

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
      <Heading text={<RealmText locale={locale} model={model} />}>{translate(locale, 'realm.title')}</Heading>
      {model.search !== null && <ProviderSearch interaction={model.form.interaction} />}
      <form method="post" action="/realm/submit" noValidate className="grid gap-6">
        <HiddenInputs form={model.form} />
        {problem && (
          <ErrorSummary
            heading={translate(locale, 'shell.problem')}
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
      <NameInput
        id={domainField}
        name="username"
        inputMode="email"
        label={translate(locale, 'realm.field')}
        hint={translate(locale, 'realm.field_hint')}
        defaultValue={model.username}
        autoComplete="email"
        enterKeyHint="next"
        error={problem}
        errorPrefix={translate(locale, 'shell.error_prefix')}
      />
      <Button variant="primary" name="decision" value="continue">
        {translate(locale, 'action.continue')}
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

type ProviderGroupsProps = { readonly locale: Locale; readonly model: RealmPage };

const searchForm = 'search-form';

/** The providers as buttons, with a search in a long list, and the person's own organization first. */
export function ProviderGroups({ locale, model }: ProviderGroupsProps) {
  const { own, providers, search } = model;
  const isGrouped = own.length > 0;
  return (
    <>
      {search !== null && <SearchFields locale={locale} model={model} search={search} />}
      {isGrouped && <Group locale={locale} id="own" heading={translate(locale, 'realm.own')} providers={own} />}
      {isGrouped && providers.length > 0 && (
        <Group locale={locale} id="others" heading={translate(locale, 'realm.others')} providers={providers} />
      )}
      {!isGrouped && providers.length > 0 && (
        <div className="grid gap-3">
          <ProviderList locale={locale} providers={providers} />
        </div>
      )}
    </>
  );
}

/** The form of the search. It is separate, because its fields are inside the form with the provider buttons. */
function ProviderSearch({ interaction }: { readonly interaction: string | null }) {
  return (
    <form id={searchForm} method="get" action="/realm" className="hidden">
      <input type="hidden" name="interaction" value={interaction ?? ''} />
    </form>
  );
}

function SearchFields({ locale, model, search }: ProviderGroupsProps & { readonly search: string }) {
  const isEmpty = model.own.length + model.providers.length === 0;
  return (
    <search className="grid gap-3">
      <div className="flex flex-wrap items-end gap-2 [&>:first-child]:min-w-40 [&>:first-child]:flex-1">
        <LabeledInput
          form={searchForm}
          id="search"
          name="search"
          type="search"
          label={translate(locale, 'realm.search')}
          defaultValue={search}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
        />
        <Button form={searchForm} variant="secondary" className="w-auto!">
          {translate(locale, 'realm.search_start')}
        </Button>
      </div>
      {isEmpty && <p>{translate(locale, 'realm.search_nothing', { text: displayText(search) })}</p>}
      {search !== '' && (
        <ButtonLink variant="quiet" href={`/realm?interaction=${model.form.interaction}`}>
          {translate(locale, 'realm.search_all')}
        </ButtonLink>
      )}
    </search>
  );
}

type GroupProps = {
  readonly locale: Locale;
  readonly id: string;
  readonly heading: string;
  readonly providers: readonly ProviderView[];
};

function Group({ locale, id, heading, providers }: GroupProps) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-semibold text-muted-foreground text-sm">
        {heading}
      </h2>
      <ProviderList locale={locale} providers={providers} />
    </section>
  );
}
