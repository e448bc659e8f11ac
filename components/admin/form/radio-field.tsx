import { formState } from '#lib/admin/form-state';

type RadioFieldProps = {
  readonly name: string;
  readonly legend: string;
  readonly initial: string;
  readonly options: readonly (readonly [value: string, label: string, help: string])[];
};

/** A choice of one of a few options, each with what it means. */
export function RadioField({ name, legend, initial, options }: RadioFieldProps) {
  const chosen = formState()?.values[name]?.[0] ?? initial;
  return (
    <fieldset className="peer grid gap-3">
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      {options.map(([value, label, help]) => (
        <label key={value} className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === chosen}
            required
            className="mt-0.5 size-4 accent-primary"
          />
          <span className="font-medium">{label}</span>
          <span className="col-start-2 text-muted-foreground">{help}</span>
        </label>
      ))}
    </fieldset>
  );
}
