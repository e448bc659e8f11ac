import type { ReactNode } from 'react';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ChoiceList, type ChoiceOption } from './choice-list';
import { FieldProblems } from './field-problems';
import { chosenIn, fieldState } from './field-state';
import { ShownField, ShownText } from './shown-field';
import { Theirs } from './theirs';

type CheckFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly help?: ReactNode;
  readonly asText?: boolean;
  readonly initial: boolean;
};

const { yes, no } = adminTexts.shell.form.shown;

/** A checkbox. It is sent as `on` or not at all. */
export function CheckField({ name, label, help, asText = false, initial }: CheckFieldProps) {
  const chosen = chosenIn(name, initial ? ['on'] : []);
  const { problems, theirs } = fieldState(name, '', chosen.includes('on') ? 'yes' : 'no');
  const id = `field-${name}`;
  if (asText) {
    return (
      <ShownField name={name} label={label} help={help} showKey>
        {initial ? yes : no}
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
        className="mt-1 size-4 accent-primary"
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

type ChoicesProps = {
  readonly name: string;
  readonly label: string;
  readonly help?: ReactNode;
  readonly asText?: boolean;
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
