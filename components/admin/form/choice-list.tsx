import { adminTexts } from '#lib/i18n/admin/texts';

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
