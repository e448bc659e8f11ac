import { adminTexts } from '#lib/i18n/admin/texts';
import { parseColor } from '#lib/theme/color';
import { FieldFrame } from '../form/field';
import { ShownText } from '../form/field-parts';
import { fieldState } from '../form/field-state';
import { Swatch } from './swatch';

type ColorFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly initial: string;
  readonly asText: boolean;
};

/** A color as text. The swatch beside it opens the browser's color picker, which writes into the text. */
export function ColorField({ name, label, help, initial, asText }: ColorFieldProps) {
  const { value, problems, theirs } = fieldState(name, initial);
  const labels = { name, label, help, showKey: true, asText };
  const shown = (
    <span className="flex items-center gap-2">
      <Swatch color={parseColor(initial) === null ? null : initial} />
      <ShownText lines={[initial]} empty={adminTexts.tenants.noColor} isCode />
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
            placeholder={adminTexts.tenants.noColor}
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
              aria-label={adminTexts.tenants.pick(label)}
              data-picks-for={attributes.id}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
          </span>
        </div>
      )}
    </FieldFrame>
  );
}
