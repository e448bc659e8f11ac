import { removeField } from '#lib/admin/entries/logos';
import { adminTexts } from '#lib/i18n/admin/texts';
import { FieldFrame, FileInput } from './field';
import { ShownText } from './field-parts';
import { fieldState } from './field-state';

type LogoFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  /** The address of the current picture. Null without one. */
  readonly present: string | null;
  readonly asText: boolean;
};

/** A picture: keep the current one, upload another one, or remove it. */
export function LogoField({ name, label, help, present, asText }: LogoFieldProps) {
  const { problems } = fieldState(name, '');
  const texts = adminTexts.shell.form.logo;
  const picture = present !== null && (
    // biome-ignore lint/performance/noImgElement: a picture of our own origin in its own size
    <img
      src={present}
      alt={texts.present(label)}
      className={`h-9 max-w-48 rounded border border-border object-contain p-1 ${name.endsWith('logo_dark') ? 'bg-foreground dark:bg-card' : 'bg-plate'}`}
    />
  );
  const labels = { name, label, help, showKey: true, asText };
  return (
    <FieldFrame {...labels} shown={picture || <ShownText lines={[]} />} problems={problems}>
      {(attributes) => (
        <div className="grid gap-2">
          {present !== null && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {picture}
              <label className="flex items-center gap-2 text-sm">
                <input type="checkbox" name={removeField(name)} value="on" className="size-4 accent-primary" />
                {texts.remove(label)}
              </label>
            </div>
          )}
          <FileInput name={name} accept="image/svg+xml,image/png,image/jpeg,image/webp" {...attributes} />
        </div>
      )}
    </FieldFrame>
  );
}
