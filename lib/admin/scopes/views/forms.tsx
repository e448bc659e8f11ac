import type { InputHTMLAttributes, ReactNode } from 'react';
import { type EntryForm, EntrySections, SettingsForm } from '#components/admin/entries/settings-form';
import { AdminForm } from '#components/admin/form/admin-form';
import { inputClasses, SelectField, TextArea, TextField } from '#components/admin/form/field';
import { FieldProblems, ShownText, Theirs } from '#components/admin/form/field-parts';
import { fieldState } from '#components/admin/form/field-state';
import { SubmitOrCancel } from '#components/admin/form/form-end';
import { ScopeList } from '#components/interaction/scope-list';
import { Badge } from '#components/ui/badge';
import { Panel } from '#components/ui/panel';
import { formSections } from '#lib/i18n/admin/form-sections';
import { type Language, languages, locales } from '#lib/i18n/locales';
import type { ScopeView } from '#lib/login/consent/read';
import { scopeSettings } from '#lib/scopes/settings';
import { relevantSettings } from '../../entries/setting-fields';
import { createScope } from '../actions';
import type { ScopeDetail } from '../read';
import { addedLanguage, type TextKey, textField, textIn, textKeys, textLanguages } from '../section';
import { texts } from '../texts';

type ScopeFormProps = { readonly settings: ScopeDetail['settings']; readonly form: EntryForm };

/** The settings of a scope and its texts in the default language. */
export function ScopeForm({ settings, form }: ScopeFormProps) {
  return (
    <SettingsForm title={texts.tabs.settings} form={form}>
      <EntrySections
        settings={relevantSettings(scopeSettings, settings)}
        sections={formSections.scopes}
        entry={settings}
        asText={!form.canEdit}
      />
    </SettingsForm>
  );
}

type TranslationsFormProps = {
  readonly scope: Pick<ScopeDetail, 'builtIn' | 'settings'>;
  readonly form: EntryForm;
};

const { tabs, translations: words } = texts;
const longest = { display_name: 200, description: 1000 } as const satisfies Record<TextKey, number>;

/** The texts of a scope, one row for each language, and an empty row for another one. */
export function TranslationsForm({ scope: { builtIn, settings }, form }: TranslationsFormProps) {
  const asText = !form.canEdit;
  // An own default replaces the built-in texts of all languages.
  const hasBuiltInTexts = builtIn && textKeys.every((key) => (settings[key] ?? '') === '');
  return (
    <SettingsForm title={tabs.translations} form={form}>
      <div className="grid min-w-0 gap-4 rounded-lg border border-border bg-card px-5 py-4">
        <p className="text-[0.8125rem] text-muted-foreground">{hasBuiltInTexts ? words.builtIn : words.help}</p>
        <table {...role('table')} className="w-full border-collapse text-sm max-sm:block">
          <caption className="sr-only">{tabs.translations}</caption>
          <thead {...role('rowgroup')} className="max-sm:sr-only">
            <tr {...role('row')}>
              {[words.language, ...textKeys.map((key) => scopeSettings[key].text[0])].map((label) => (
                <th
                  key={label}
                  {...role('columnheader')}
                  scope="col"
                  className="pe-3 pb-2 text-start font-medium text-muted-foreground text-xs"
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...role('rowgroup')} className="max-sm:grid max-sm:gap-6">
            {textLanguages(settings).map((language) => (
              <Row
                key={language}
                row={language}
                name={languageName(language)}
                lang={language}
                entry={settings}
                asText={asText}
              >
                <p className="sm:pt-2">
                  <span lang={language}>{languageName(language)}</span>{' '}
                  <code className="text-muted-foreground text-xs">{language}</code>{' '}
                  {!hasBuiltInTexts && textKeys.every((key) => textIn(settings, language, key) === '') && (
                    <Badge>{words.missing}</Badge>
                  )}
                </p>
              </Row>
            ))}
            {!asText && (
              <Row row={addedLanguage.row} name={words.add} entry={{}} asText={false}>
                <CellInput
                  name={addedLanguage.tag}
                  label={words.add}
                  placeholder={words.addHelp}
                  maxLength={35}
                  dir="ltr"
                  autoCapitalize="none"
                  asText={false}
                />
              </Row>
            )}
          </tbody>
        </table>
      </div>
    </SettingsForm>
  );
}

/** The roles are explicit because browsers forget those of a table whose layout is changed. */
const role = (name: string) => ({ role: name });

type RowProps = {
  /** A part of the names of its inputs. */
  readonly row: string;
  readonly name: string;
  readonly lang?: string;
  readonly entry: ScopeDetail['settings'];
  readonly asText: boolean;
  readonly children: ReactNode;
};

function Row({ row, name, lang, entry, asText, children }: RowProps) {
  return (
    <tr {...role('row')} className="max-sm:grid max-sm:gap-2">
      <th {...role('rowheader')} scope="row" className="py-1.5 pe-3 text-start align-top font-normal sm:w-52">
        {children}
      </th>
      {textKeys.map((key) => (
        <td key={key} {...role('cell')} className="py-1.5 pe-3 align-top last:pe-0 max-sm:p-0">
          <CellInput
            name={textField(row, key)}
            label={words.cell(scopeSettings[key].text[0], name)}
            placeholder={scopeSettings[key].text[0]}
            initial={textIn(entry, row, key)}
            maxLength={longest[key]}
            asText={asText}
            {...(lang !== undefined && { lang })}
          />
        </td>
      ))}
    </tr>
  );
}

type CellInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'defaultValue'> & {
  readonly name: string;
  /** The row and column of the cell, because the input has no visible label. */
  readonly label: string;
  readonly initial?: string;
  readonly asText: boolean;
};

/** A text input in a cell of a table. */
function CellInput({ name, label, initial = '', asText, ...rest }: CellInputProps) {
  const { value, problems, theirs } = fieldState(name, initial);
  const isWrong = problems.length > 0;
  const id = `field-${name}`;
  if (asText) {
    return (
      <>
        {/* A phone has no room for the header of the column. */}
        <span className="me-2 text-muted-foreground text-xs sm:hidden">{rest.placeholder}</span>
        <ShownText lines={[initial]} />
      </>
    );
  }
  return (
    <div data-field={label} className="grid gap-1.5">
      <input
        key={value}
        id={id}
        name={name}
        defaultValue={value}
        aria-label={label}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={isWrong ? `${id}-problem` : undefined}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        className={inputClasses}
        {...rest}
      />
      <FieldProblems id={`${id}-problem`} problems={problems} />
      <Theirs text={theirs} />
    </div>
  );
}

/** The required settings of a new scope. The others are on its page. */
export function NewScopeForm() {
  const { types, create, submit } = texts;
  const text = (name: 'name' | 'display_name' | 'description' | 'claims') => ({
    name,
    label: scopeSettings[name].text[0],
    help: scopeSettings[name].text[1],
  });
  return (
    <AdminForm {...createScope.about()} label={create} guarded className="grid max-w-3xl gap-6">
      <SelectField
        name="type"
        label={scopeSettings.type.text[0]}
        help={scopeSettings.type.text[1]}
        initial="resource"
        options={[
          { value: 'resource', label: types.resource },
          { value: 'identity', label: types.identity },
        ]}
      />
      <TextField {...text('name')} maxLength={200} dir="ltr" className="font-mono" />
      <TextField {...text('display_name')} maxLength={200} />
      <TextField {...text('description')} maxLength={1000} />
      <TextArea {...text('claims')} rows={3} />
      <SubmitOrCancel submit={submit} backHref="/admin/scopes" />
    </AdminForm>
  );
}

type ConsentPreviewProps = {
  readonly face: ScopeView;
  readonly language: Language;
  /** The address of the page. The language goes into its query. */
  readonly path: string;
};

/** The scope on the consent page, in one language. Its buttons do nothing. */
export function ConsentPreview({ face, language, path }: ConsentPreviewProps) {
  return (
    <Panel title={texts.preview} description={texts.previewHelp} id="preview">
      <nav aria-label={texts.language} className="mb-4 flex flex-wrap gap-x-3 gap-y-1 text-sm">
        {locales.map((locale) => (
          <a
            key={locale}
            href={`${path}?language=${locale}#preview`}
            lang={locale}
            aria-current={locale === language ? 'true' : undefined}
            className="underline-offset-4 hover:underline aria-[current]:font-semibold"
          >
            {languageName(locale)}
          </a>
        ))}
      </nav>
      <div inert lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'} className="max-w-md" data-consent-preview>
        <ScopeList locale={language} scopes={[face]} ticked app={texts.previewApp} />
      </div>
    </Panel>
  );
}

/** The name of a language in that language. If it is unknown, the tag. */
function languageName(language: string): string {
  const names: Readonly<Record<string, string>> = languages;
  return names[language] ?? language;
}
