import { type Locale, languages } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

type LanguageSwitchProps = {
  readonly locale: Locale;
  /** The rest of the page's query, so that nothing is lost. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
};

/** The languages by their own names, in a form with a button that a script presses after a choice. */
export function LanguageSwitch({ locale, fields }: LanguageSwitchProps) {
  return (
    <form
      method="get"
      data-language
      aria-label={translate(locale, 'shell.language')}
      className="flex flex-wrap items-center justify-start gap-x-2 px-5 pb-6 text-muted-foreground text-sm sm:justify-center"
    >
      {fields.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and the list never changes
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="locale" className="sr-only">
        {translate(locale, 'shell.language')}
      </label>
      <select
        id="locale"
        name="locale"
        defaultValue={locale}
        className="min-h-11 max-w-full rounded-[8px] border border-border bg-transparent px-2 text-base text-foreground sm:text-sm"
      >
        {Object.entries(languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag} className="bg-card text-foreground">
            {name}
          </option>
        ))}
      </select>
      <button
        type="submit"
        className="min-h-11 rounded-[8px] px-2 font-medium underline underline-offset-3 hover:text-foreground"
      >
        {translate(locale, 'action.change_language')}
      </button>
    </form>
  );
}
