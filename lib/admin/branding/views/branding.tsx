import { Fragment } from 'react';
import { EntryFields } from '#components/admin/entries/entry-fields';
import { type EntryForm, EntryFormFrame } from '#components/admin/entries/settings-form';
import { FieldFrame } from '#components/admin/form/field';
import { ShownText } from '#components/admin/form/field-parts';
import { fieldState } from '#components/admin/form/field-state';
import { SaveBar } from '#components/admin/form/form-end';
import { LogoField } from '#components/admin/form/logo-field';
import { PreviewFrame } from '#components/admin/form/preview-frame';
import { Panel } from '#components/ui/panel';
import { languages } from '#lib/i18n/locales';
import type { picturesOf } from '#lib/tenants/brand';
import { themeSettings } from '#lib/tenants/look-settings';
import { parseColor } from '#lib/theme/color';
import type { ContrastRepair } from '#lib/theme/contrast-repairs';
import type { SettingTable } from '#lib/vocabulary/setting';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { fieldsOf, optionsOf, textsOf } from '../../entries/setting-fields';
import { previewPages } from '../preview';
import { texts } from '../texts';

type BrandingFormProps = {
  readonly settings: SettingTable;
  /** The values of the fields. */
  readonly entry: Wire;
  /** Its own pictures. */
  readonly pictures: ReturnType<typeof picturesOf>;
  readonly repairs: readonly ContrastRepair[];
  /** The address of the preview. */
  readonly preview: string;
  readonly form: EntryForm;
  /** The language that the preview begins with. */
  readonly language: string;
};

/** The look of the portal or a tenant, with a preview beside it. */
export function BrandingForm({ settings, entry, pictures, repairs, preview, form, language }: BrandingFormProps) {
  const asText = !form.canEdit;
  const fields = { entry, asText, texts: { fields: textsOf(settings), options: optionsOf(settings) } };
  const group = (name: string) => <EntryFields {...fields} kinds={fieldsOf(settings, name)} />;
  const colors = repairedColors.map((color) => {
    const key = `theme.${color}`;
    const [label, help] = themeSettings[color].text;
    const initial = String(entry[key] ?? '');
    return (
      <Fragment key={key}>
        <ColorField name={key} {...{ label, help, initial, asText }} />
        <RepairsNote of={color} repairs={repairs} />
      </Fragment>
    );
  });
  const picture = (key: 'logo' | 'logo_dark' | 'favicon', present: string | null) => {
    const [label, help] = themeSettings[key].text;
    return <LogoField name={`theme.${key}`} {...{ label, help, present, asText }} />;
  };
  return (
    <EntryFormFrame title={texts.title} form={form}>
      <div id="field-theme" className="grid items-start gap-6 xl:grid-cols-[minmax(0,22rem)_1fr]">
        <div className="grid min-w-0 gap-6">
          <Panel title={texts.title}>
            <div className="grid gap-6">
              {group('name')}
              {picture('logo', pictures.logo)}
              {picture('logo_dark', pictures.logoDark)}
              {picture('favicon', pictures.favicon)}
              {colors}
              {group('shape')}
              {group('texts')}
              {'display_name' in fieldsOf(settings, 'name') && group('links')}
              {form.canEdit && <SaveBar hasReview />}
            </div>
          </Panel>
        </div>
        <Panel
          title={texts.preview.title}
          {...(form.canEdit && { description: texts.preview.text })}
          className="xl:sticky xl:top-18"
        >
          <PreviewFrame
            path={preview}
            query="?look=light"
            title={texts.preview.frame}
            asText={asText}
            hasFiles
            className={windows}
          >
            <PreviewChoices language={language} />
          </PreviewFrame>
        </Panel>
      </div>
    </EntryFormFrame>
  );
}

/** A phone is as wide as one. A desktop is wider than the panel, so it is drawn smaller. */
const windows =
  'mx-auto h-full w-full max-w-[24.375rem] group-has-[input[value=desktop]:checked]/preview:mx-0 group-has-[input[value=desktop]:checked]/preview:h-[200%] group-has-[input[value=desktop]:checked]/preview:w-[200%] group-has-[input[value=desktop]:checked]/preview:max-w-none group-has-[input[value=desktop]:checked]/preview:origin-top-left group-has-[input[value=desktop]:checked]/preview:scale-50';

type ColorFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly initial: string;
  readonly asText: boolean;
};

/** A color as text. The swatch beside it opens the browser's color picker, which writes into the text. */
function ColorField({ name, label, help, initial, asText }: ColorFieldProps) {
  const { value, problems, theirs } = fieldState(name, initial);
  const labels = { name, label, help, showKey: true, asText };
  const shown = (
    <span className="flex items-center gap-2">
      <Swatch color={parseColor(initial) === null ? null : initial} />
      <ShownText lines={[initial]} empty={texts.noColor} isCode />
    </span>
  );
  return (
    <FieldFrame {...labels} shown={shown} problems={problems} theirs={theirs}>
      {(attributes) => (
        <div className="flex gap-2">
          <input
            key={value}
            name={name}
            defaultValue={value}
            maxLength={64}
            dir="ltr"
            placeholder={texts.noColor}
            autoComplete="off"
            spellCheck={false}
            className="w-full min-w-0 rounded-lg border border-input bg-card px-3 py-2 font-mono text-sm aria-invalid:border-2 aria-invalid:border-destructive"
            {...attributes}
          />
          <span className="relative h-9.5 w-11 shrink-0">
            <Swatch color={parseColor(value) === null ? null : value} className="size-full" />
            <input
              type="color"
              key={`pick ${value}`}
              defaultValue={/^#[0-9a-f]{6}$/i.test(value) ? value : '#808080'}
              aria-label={texts.pick(label)}
              data-picks-for={attributes.id}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
          </span>
        </div>
      )}
    </FieldFrame>
  );
}

/** Chooses the page, its language, the color scheme and the window of a preview. */
function PreviewChoices({ language }: { readonly language: string }) {
  const words = texts.preview;
  return (
    <>
      <select name="preview_page" aria-label={words.page} className={control}>
        {previewPages.map((page) => (
          <option key={page} value={page}>
            {words.pages[page]}
          </option>
        ))}
      </select>
      <select name="language" aria-label={words.language} defaultValue={language} className={control}>
        {Object.entries(languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      <Toggle name="look" label={words.look} options={words.looks} initial="light" />
      <Toggle name="window" label={words.size} options={words.sizes} initial="phone" />
    </>
  );
}

type ToggleProps = {
  readonly name: string;
  readonly label: string;
  readonly options: Readonly<Record<string, string>>;
  readonly initial: string;
};

function Toggle({ name, label, options, initial }: ToggleProps) {
  return (
    <fieldset className="flex overflow-hidden rounded-md border border-input">
      <legend className="sr-only">{label}</legend>
      {Object.entries(options).map(([value, text]) => (
        <label key={value} className={toggle}>
          <input type="radio" name={name} value={value} defaultChecked={value === initial} className="sr-only" />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

const control = 'min-h-7 rounded-md border border-input bg-card px-2 text-[0.8125rem]';
const toggle =
  'cursor-pointer px-2.5 py-1 text-[0.8125rem] has-checked:bg-primary has-checked:text-primary-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring';

type RepairsNoteProps = {
  readonly of: ContrastRepair['key'];
  readonly repairs: readonly ContrastRepair[];
};

/** The settings that are colors. */
export const repairedColors = [
  'primary',
  'primary_dark',
  'background',
  'background_dark',
] as const satisfies readonly ContrastRepair['key'][];

/** Says how an unreadable or invisible color is repaired. Empty if no repair is necessary. */
export function RepairsNote({ of, repairs }: RepairsNoteProps) {
  const words = texts.repairs;
  const own = repairs.filter(({ key }) => key === of);
  return (
    <div data-repairs={of} role="status" className="text-[0.8125rem] empty:hidden">
      {own.length > 0 && (
        <div className="grid gap-1 rounded-lg bg-warning-soft px-3 py-2">
          <p className="font-medium text-warning">{words.title}</p>
          <ul className="grid gap-1">
            {own.map(({ look, use, ratio, needed, instead }) => (
              <li key={`${look} ${use}`} className="flex items-start gap-2" title={words.ratio(ratio, needed)}>
                <Swatch color={instead} />
                {words.uses[use][look]}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

type SwatchProps = {
  /** Null if none was chosen. */
  readonly color: string | null;
  readonly className?: string;
};

/** Shows a color. It is a drawing because the content security policy forbids style attributes. */
export function Swatch({ color, className = 'size-4' }: SwatchProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      preserveAspectRatio="none"
      className={`inline-block shrink-0 rounded border border-input text-muted-foreground/50 ${className}`}
    >
      <path d="m0 8 8-8M0 16 16 0M8 16l8-8" stroke="currentColor" strokeWidth="1.5" />
      <rect width="16" height="16" fill={color ?? 'none'} data-swatch />
    </svg>
  );
}
