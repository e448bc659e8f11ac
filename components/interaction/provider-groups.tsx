import { Button, ButtonLink } from '#components/ui/button';
import { LabeledInput } from '#components/ui/labeled-input';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { ProviderView } from '#lib/login/provider-lists';
import type { RealmPage } from '#lib/login/read-realm-page';
import { ProviderList } from './provider-list';

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
export function ProviderSearch({ interaction }: { readonly interaction: string | null }) {
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
