import { adminTexts } from '#lib/i18n/admin/texts';
import { languages } from '#lib/i18n/locales';
import { FieldFrame, TextField } from './field';
import { type FieldProps, ShownText } from './field-parts';
import { fieldState } from './field-state';

type PageTextsProps = Pick<FieldProps, 'name' | 'label' | 'help'> & {
  readonly asText: boolean;
  /** The texts of all languages, in the order of their fields. */
  readonly values: readonly string[];
};

/** The texts of a page in each language: a title and a line below it. */
export function PageTextsField({ name, label, help, asText, values }: PageTextsProps) {
  const parts = adminTexts.shell.form.pageTexts;
  const { problems } = fieldState(name, '');
  const rows = Object.entries(languages).map(([language, title], index) => ({
    ...{ language, title },
    texts: (['title', 'subtitle'] as const).map((part, place) => {
      const key = `${name}.${language}.${part}`;
      const initial = values[2 * index + place] ?? '';
      return { part, key, initial, value: fieldState(key, initial).value };
    }),
  }));
  const shown = rows.flatMap(({ title, texts }) =>
    texts.flatMap(({ initial }) => (initial === '' ? [] : [`${title}: ${initial}`])),
  );
  return (
    <FieldFrame {...{ name, label, help, asText }} showKey problems={problems} shown={<ShownText lines={shown} />}>
      {(attributes) => (
        <fieldset {...attributes} aria-label={label} className="grid gap-1.5">
          <input type="hidden" name={name} value="" />
          {rows.map(({ language, title, texts }) => (
            <details
              key={language}
              open={texts.some(({ value }) => value !== '')}
              className="rounded-lg border border-input"
            >
              <summary className="cursor-pointer px-3 py-1.5 text-sm">
                <span lang={language}>{title}</span>
              </summary>
              <div className="grid gap-3 px-3 pb-3">
                {texts.map(({ part, key, initial }) => (
                  <TextField
                    key={key}
                    name={key}
                    label={parts[part](title)}
                    initial={initial}
                    maxLength={part === 'title' ? 100 : 200}
                    dir="auto"
                  />
                ))}
              </div>
            </details>
          ))}
        </fieldset>
      )}
    </FieldFrame>
  );
}
