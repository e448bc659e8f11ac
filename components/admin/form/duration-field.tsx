import { durationUnits, formatDuration, readDuration, splitDuration } from '#lib/admin/duration';
import { adminTexts } from '#lib/i18n/admin/texts';
import { FieldFrame, inputClasses, selectClasses } from './field';
import { type FieldProps, ShownText } from './field-parts';
import { fieldState } from './field-state';

type DurationFieldProps = FieldProps & {
  /** As formatDuration() writes it; `auto` if the server chooses; empty for none. */
  readonly initial: string;
  /** The server can choose. */
  readonly hasAuto?: boolean;
};

/** A duration: a number and its unit. */
export function DurationField({
  name,
  label,
  help,
  showKey = false,
  empty,
  asText = false,
  initial,
  hasAuto = false,
}: DurationFieldProps) {
  const texts = adminTexts.shell.form.units;
  const first =
    hasAuto && initial === 'auto' ? { count: '', unit: 'auto' } : splitDuration(readDuration(initial) ?? null);
  const { value: unit } = fieldState(`${name}_unit`, first.unit);
  const { value: count } = fieldState(name, first.count);
  const seconds = /^\d+$/.test(count) ? readDuration(`${count} ${unit}`) : readDuration(count);
  const { problems, theirs } = fieldState(
    name,
    first.count,
    unit === 'auto' ? 'auto' : formatDuration(seconds ?? null),
  );
  const units = hasAuto ? ['auto' as const, ...durationUnits] : durationUnits;
  const labels = { name, label, help, showKey, asText };
  const shown = <ShownText lines={[first.unit === 'auto' ? texts.auto : initial]} empty={empty} />;
  return (
    <FieldFrame {...labels} shown={shown} problems={problems} theirs={theirs}>
      {(attributes) => (
        <div className="flex gap-2">
          <input
            key={count}
            name={name}
            defaultValue={count}
            inputMode="numeric"
            autoComplete="off"
            maxLength={100}
            className={`${inputClasses} max-w-28 tabular-nums`}
            {...attributes}
          />
          <select
            key={`unit ${unit}`}
            name={`${name}_unit`}
            defaultValue={unit}
            aria-label={texts.label(label)}
            className={selectClasses}
          >
            {units.map((one) => (
              <option key={one} value={one}>
                {texts[one]}
              </option>
            ))}
          </select>
        </div>
      )}
    </FieldFrame>
  );
}
