import { formState } from '#lib/admin/form-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { FieldProblems, type FieldProps, ShownField, ShownText, Theirs } from './field-parts';
import { chosenIn, fieldState } from './field-state';

type CheckFieldProps = Labels & {
  readonly initial: boolean;
  /** It turns something on or off. */
  readonly isSwitch?: boolean;
};

type Labels = Pick<FieldProps, 'name' | 'label' | 'help' | 'asText'>;

const { yes, no, on, off } = adminTexts.shell.form.shown;

/** A checkbox. It is sent as `on` or not at all. */
export function CheckField({ name, label, help, asText = false, initial, isSwitch = false }: CheckFieldProps) {
  const chosen = chosenIn(name, initial ? ['on'] : []);
  const { problems, theirs } = fieldState(name, '', chosen.includes('on') ? 'yes' : 'no');
  const id = `field-${name}`;
  if (asText) {
    return (
      <ShownField name={name} label={label} help={help} showKey>
        {initial ? (isSwitch ? on : yes) : isSwitch ? off : no}
      </ShownField>
    );
  }
  return (
    <div data-field={label} className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
      <input
        id={id}
        key={String(chosen)}
        type="checkbox"
        name={name}
        value="on"
        defaultChecked={chosen.includes('on')}
        aria-describedby={problems.length > 0 ? `${id}-help ${id}-problem` : `${id}-help`}
        aria-invalid={problems.length > 0 ? true : undefined}
        role={isSwitch ? 'switch' : undefined}
        className={isSwitch ? switchClasses : 'mt-1 size-4 accent-primary'}
      />
      <label htmlFor={id} className="flex flex-wrap items-baseline gap-x-2 font-medium text-sm">
        {label}
        <code data-setting-name className="font-normal text-muted-foreground text-xs">
          {name}
        </code>
      </label>
      <p id={`${id}-help`} className="col-start-2 text-[0.8125rem] text-muted-foreground">
        {help}
      </p>
      <div className="col-start-2 grid gap-0.5">
        <FieldProblems id={`${id}-problem`} problems={problems} />
        <Theirs text={theirs} />
      </div>
    </div>
  );
}

const switchClasses =
  'mt-0.5 h-5 w-9 cursor-pointer appearance-none rounded-full border border-input bg-muted p-0.5 before:block before:size-3.5 before:rounded-full before:bg-muted-foreground before:transition-transform before:content-[""] checked:border-primary checked:bg-primary checked:before:translate-x-4 checked:before:bg-primary-foreground forced-colors:appearance-auto';

type ChoicesProps = Labels & {
  readonly initial: readonly string[];
  readonly options: readonly ChoiceOption[];
  /** See ChoiceList. */
  readonly areWords?: boolean;
};

/** Checkboxes for any number of options. */
export function ChoicesField(props: ChoicesProps) {
  const { name, label, help, asText = false, initial, options, areWords = false } = props;
  const sent = chosenIn(name, initial);
  const chosen = areWords ? sent.flatMap((text) => text.split(/\s+/)) : sent;
  const { problems, theirs } = fieldState(name, '', chosen.join('\n'));
  if (asText) {
    const shown = options.filter(({ value }) => initial.includes(value));
    return (
      <ShownField name={name} label={label} help={help} showKey>
        <ShownText lines={shown.map((option) => option.label)} />
      </ShownField>
    );
  }
  return (
    <fieldset
      id={`field-${name}`}
      data-field={label}
      className="grid gap-2"
      aria-describedby={problems.length > 0 ? `field-${name}-problem` : undefined}
    >
      <legend className="flex flex-wrap items-baseline gap-x-2 font-medium text-sm">
        {label}{' '}
        <code data-setting-name className="font-normal text-muted-foreground text-xs">
          {name}
        </code>
      </legend>
      {help && <p className="text-[0.8125rem] text-muted-foreground">{help}</p>}
      <ChoiceList name={name} label={label} chosen={chosen} options={options} areWords={areWords} />
      <FieldProblems id={`field-${name}-problem`} problems={problems} />
      <Theirs text={theirs} />
    </fieldset>
  );
}

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

/** An option with a checkbox. The options of a group follow each other. */
export type ChoiceOption = {
  readonly value: string;
  readonly label: string;
  readonly help?: string;
  /** A group with a warning is collapsed until a person opens it. */
  readonly group?: { readonly label: string; readonly warning?: string };
};

type ChoiceListProps = {
  readonly name: string;
  readonly label: string;
  readonly chosen: readonly string[];
  readonly options: readonly ChoiceOption[];
  /** The values are words. A group of very many is a field to type them into. */
  readonly areWords?: boolean;
};

/** From this length on, a script adds a field that filters the options. */
const longList = 12;

/** More checkboxes are too heavy for a page. */
const mostBoxes = 50;

/** Checkboxes, by group. */
export function ChoiceList({ name, label, chosen, options, areWords = false }: ChoiceListProps) {
  const labels = [...new Set(options.map(({ group }) => group?.label))];
  return (
    <div className="grid gap-3" data-choices>
      {options.length >= longList && (
        <input
          hidden
          type="search"
          data-filter-choices
          aria-label={adminTexts.pick.filter(label)}
          placeholder={adminTexts.pick.filter(label)}
          autoComplete="off"
          spellCheck={false}
          className="min-h-8 max-w-72 rounded-md border border-input bg-card px-2.5 py-1 text-sm"
        />
      )}
      {labels.map((group) => (
        <Group
          key={group ?? ''}
          name={name}
          label={label}
          chosen={chosen}
          areWords={areWords}
          options={options.filter((option) => option.group?.label === group)}
        />
      ))}
    </div>
  );
}

function Group({ name, label, chosen, options, areWords = false }: ChoiceListProps) {
  const isTyped = areWords && options.length > mostBoxes;
  const boxes = isTyped ? (
    <Words name={name} label={options[0]?.group?.label ?? label} chosen={chosen} options={options} />
  ) : (
    options.map((option) => (
      <Box key={option.value} name={name} option={option} isChosen={chosen.includes(option.value)} />
    ))
  );
  const group = options[0]?.group;
  if (group === undefined) return boxes;
  if (group.warning === undefined) {
    return (
      <fieldset className="grid gap-2" data-choice-group>
        <legend className="mb-1 text-muted-foreground text-xs">{group.label}</legend>
        {boxes}
      </fieldset>
    );
  }
  return (
    <details
      data-choice-group
      open={options.some(({ value }) => chosen.includes(value))}
      className="rounded-md border border-border px-3 py-2"
    >
      <summary className="text-muted-foreground text-xs">{group.label}</summary>
      <div className="mt-2 grid gap-2">
        <p className="text-warning text-sm">{group.warning}</p>
        {boxes}
      </div>
    </details>
  );
}

function Words({ name, label, chosen, options }: Omit<ChoiceListProps, 'areWords'>) {
  const values = options.flatMap(({ value }) => (chosen.includes(value) ? value : []));
  return (
    <label className="grid gap-1 text-sm">
      <span className="text-muted-foreground">{adminTexts.pick.words(label)}</span>
      <textarea
        key={values.join(' ')}
        name={name}
        defaultValue={values.join('\n')}
        rows={10}
        dir="ltr"
        spellCheck={false}
        className="rounded-md border border-input bg-card px-2.5 py-1.5 font-mono text-sm"
      />
    </label>
  );
}

type BoxProps = { readonly name: string; readonly option: ChoiceOption; readonly isChosen: boolean };

function Box({ name, option: { value, label, help }, isChosen }: BoxProps) {
  return (
    <label data-choice className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isChosen}
        className="mt-0.5 size-4 accent-primary"
      />
      <span className="wrap-anywhere">{label}</span>
      {help && <span className="col-start-2 wrap-anywhere text-muted-foreground">{help}</span>}
    </label>
  );
}
