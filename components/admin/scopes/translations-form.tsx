import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import type { ScopeDetail } from '#lib/admin/scopes/read-scope';
import {
  addedLanguage,
  type TextKey,
  textField,
  textIn,
  textKeys,
  textLanguages,
} from '#lib/admin/scopes/scope-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import { scopeSettings } from '#lib/scopes/settings';
import { type EntryForm, SettingsForm } from '../entries/settings-form';
import { CellInput } from './cell-input';
import { languageName } from './language-name';

type TranslationsFormProps = {
  readonly scope: Pick<ScopeDetail, 'builtIn' | 'settings'>;
  readonly form: EntryForm;
};

const { tabs, translations: texts } = adminTexts.scopes;
const longest = { display_name: 200, description: 1000 } as const satisfies Record<TextKey, number>;

/** The texts of a scope, one row for each language, and an empty row for another one. */
export function TranslationsForm({ scope: { builtIn, settings }, form }: TranslationsFormProps) {
  const asText = !form.canEdit;
  // An own default replaces the built-in texts of all languages.
  const hasBuiltInTexts = builtIn && textKeys.every((key) => (settings[key] ?? '') === '');
  return (
    <SettingsForm title={tabs.translations} form={form}>
      <div className="grid min-w-0 gap-4 rounded-lg border border-border bg-card px-5 py-4">
        <p className="text-[0.8125rem] text-muted-foreground">{hasBuiltInTexts ? texts.builtIn : texts.help}</p>
        <table {...role('table')} className="w-full border-collapse text-sm max-sm:block">
          <caption className="sr-only">{tabs.translations}</caption>
          <thead {...role('rowgroup')} className="max-sm:sr-only">
            <tr {...role('row')}>
              {[texts.language, ...textKeys.map((key) => scopeSettings[key].text[0])].map((label) => (
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
                    <Badge>{texts.missing}</Badge>
                  )}
                </p>
              </Row>
            ))}
            {!asText && (
              <Row row={addedLanguage.row} name={texts.add} entry={{}} asText={false}>
                <CellInput
                  name={addedLanguage.tag}
                  label={texts.add}
                  placeholder={texts.addHelp}
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
            label={texts.cell(scopeSettings[key].text[0], name)}
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
