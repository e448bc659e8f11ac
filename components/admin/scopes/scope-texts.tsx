import { Badge } from '#components/ui/badge';
import type { ScopeDetail } from '#lib/admin/scopes/read-scope';
import { textField, textIn, textKeys, textLanguages } from '#lib/admin/scopes/scope-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import { languages } from '#lib/i18n/locales';
import { TextField } from '../form/field';

/** What people read in each language; a foldable part for each, open where there is a text. */
export function ScopeTexts({ entry }: { readonly entry: ScopeDetail['settings'] }) {
  const texts = adminTexts.scopes;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="sr-only">{texts.texts}</legend>
      <p className="text-[0.8125rem] text-muted-foreground">{texts.textsHelp}</p>
      {textLanguages(entry).map((language) => {
        const isMissing = textKeys.every((key) => textIn(entry, language, key) === '');
        return (
          <details key={language} open={!isMissing} className="rounded-lg border border-border">
            <summary className="cursor-pointer px-3 py-2 text-sm">
              <span lang={language}>{languageName(language)}</span> <code className="text-xs">{language}</code>{' '}
              {isMissing && <Badge>{texts.missing}</Badge>}
            </summary>
            <div className="grid gap-4 px-3 pb-3">
              {textKeys.map((key) => (
                <TextField
                  key={key}
                  name={textField(language, key)}
                  label={texts.fields[key][0]}
                  lang={language}
                  initial={textIn(entry, language, key)}
                  maxLength={1000}
                />
              ))}
            </div>
          </details>
        );
      })}
    </fieldset>
  );
}

export function languageName(language: string): string {
  const names: Readonly<Record<string, string>> = languages;
  return names[language] ?? language;
}
