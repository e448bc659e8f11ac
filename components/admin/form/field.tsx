import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import type { PickKind } from '#lib/admin/pick/read';
import type { Sentence } from '#lib/i18n/admin/problems';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PickerList } from '../pick/picker';
import { FieldProblems, type FieldProps, ShownField, ShownText, Theirs } from './field-parts';
import { fieldState } from './field-state';

const box =
  'rounded-lg border border-input bg-card px-3 py-2 text-sm aria-invalid:border-destructive aria-invalid:border-2';

/** The classes of a text input, which other fields use too. */
export const inputClasses = `${box} w-full read-only:bg-muted`;
export const selectClasses = `${box} w-fit max-w-full`;

type FrameProps = Omit<FieldProps, 'empty'> & {
  /** The value as text. */
  readonly shown?: ReactNode;
  readonly problems?: readonly Sentence[];
  readonly theirs?: string | null;
  readonly children: (attributes: {
    id: string;
    'aria-invalid': boolean | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
};

/** Label, help and problem around an input. As text, label, help and value. */
export function FieldFrame({ shown, asText = false, problems = [], theirs = null, children, ...labels }: FrameProps) {
  const { name, label, help, showKey = false } = labels;
  if (asText && shown !== undefined) return <ShownField {...labels}>{shown}</ShownField>;
  const isWrong = problems.length > 0;
  const id = `field-${name}`;
  const described = [help ? `${id}-help` : null, isWrong ? `${id}-problem` : null].filter(Boolean).join(' ');
  return (
    <div data-field={label} className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="flex flex-wrap items-baseline gap-x-2 font-medium text-sm">
        {label}
        {showKey && (
          <code data-setting-name className="font-normal text-muted-foreground text-xs">
            {name}
          </code>
        )}
      </label>
      {children({ id, 'aria-invalid': isWrong ? true : undefined, 'aria-describedby': described || undefined })}
      {help && (
        <p id={`${id}-help`} className="text-[0.8125rem] text-muted-foreground">
          {help}
        </p>
      )}
      <FieldProblems id={`${id}-problem`} problems={problems} />
      <Theirs text={theirs} />
    </div>
  );
}

type Own<Props> = FieldProps &
  Omit<Props, 'name' | 'defaultValue'> & { readonly initial?: string; readonly className?: string };

/** The state and the labels of a field with a text, and what is left for its input. */
function textField<Props>(props: Own<Props>, lines: readonly string[], isCode = false) {
  const { name, label, help, showKey = false, empty, asText = false, initial = '', className = '', ...rest } = props;
  const { value, ...state } = fieldState(name, initial);
  const shown = <ShownText lines={lines} empty={empty} isCode={isCode} />;
  return { frame: { name, label, help, showKey, asText, shown, ...state }, value, className, rest };
}

type TextFieldProps = Own<InputHTMLAttributes<HTMLInputElement>> & {
  /** It takes the name of such an object, and a script lists the matches. */
  readonly pick?: PickKind;
};

/** A text input of one line. */
export function TextField({ pick, ...props }: TextFieldProps) {
  const { frame, value, className, rest } = textField(props, [props.initial ?? '']);
  return (
    <FieldFrame {...frame}>
      {(attributes) => {
        const input = (
          <input
            key={value}
            name={frame.name}
            defaultValue={value}
            dir="auto"
            autoComplete="off"
            spellCheck={false}
            className={`${inputClasses} ${className}`}
            {...attributes}
            {...rest}
          />
        );
        if (pick === undefined) return input;
        return (
          <div className="relative" data-picker={`/admin/pick/${pick}`}>
            {input}
            <PickerList id={attributes.id} />
          </div>
        );
      }}
    </FieldFrame>
  );
}

const mostRows = 20;

/** A text input of several lines. It has one empty row more than there are lines. */
export function TextArea({ rows, ...props }: Own<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const lines = (props.initial ?? '').split('\n');
  const { frame, value, className, rest } = textField(props, lines, props.className?.includes('font-mono'));
  return (
    <FieldFrame {...frame}>
      {(attributes) => (
        <textarea
          key={value}
          name={frame.name}
          defaultValue={value}
          rows={rows ?? Math.min(mostRows, value.split('\n').length + 1)}
          dir="auto"
          spellCheck={false}
          className={`${inputClasses} ${className}`}
          {...attributes}
          {...rest}
        />
      )}
    </FieldFrame>
  );
}

type SelectProps = Own<SelectHTMLAttributes<HTMLSelectElement>> & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

/** A select with a few options. */
export function SelectField({ options, ...props }: SelectProps) {
  const { initial = '' } = props;
  const chosen = options.find((option) => option.value === initial);
  const { frame, value, className, rest } = textField(props, [chosen?.label ?? initial]);
  return (
    <FieldFrame {...frame}>
      {(attributes) => (
        <select
          key={value}
          name={frame.name}
          defaultValue={value}
          className={`${selectClasses} ${className}`}
          {...attributes}
          {...rest}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

type LineListProps = FieldProps & {
  readonly initial: string;
  /** Roles are not picked: their API decides which there are. */
  readonly of: 'line' | 'uri' | 'tenant' | 'group' | 'role';
};

/** Several values, one per line. browser/line-rows.ts turns each line into a row, with a picker for names. */
export function LineList({ initial, of, ...given }: LineListProps) {
  const field = of === 'group' || of === 'role' ? { ...given, help: <NamesHelp help={given.help} /> } : given;
  const { add, remove, row } = adminTexts.shell.form.lines;
  const { problems } = fieldState(field.name, initial);
  const isPicked = of === 'tenant' || of === 'group';
  const wrong = problems.flatMap(({ place }) => /\d{1,9}$/.exec(place ?? '') ?? []);
  return (
    <TextArea
      {...field}
      initial={initial}
      className="font-mono"
      dir="ltr"
      data-line-rows={`${field.label}, ${row}`}
      data-pick={isPicked ? `/admin/pick/${of}` : undefined}
      data-suggestions={isPicked ? adminTexts.pick.suggestions : undefined}
      data-add={add[of]}
      data-remove={remove}
      data-wrong={wrong.join(' ')}
    />
  );
}

/** Without scripts, names are typed into lines. */
function NamesHelp({ help }: Pick<FieldProps, 'help'>) {
  return (
    <>
      {help} <noscript>{adminTexts.shell.form.lines.onePerLine}</noscript>
    </>
  );
}

type FileFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  /** The types of files that the browser offers. */
  readonly accept: string;
};

/** A file to send. */
export function FileField({ accept, ...labels }: FileFieldProps) {
  return (
    <FieldFrame {...labels}>
      {(attributes) => <FileInput name={labels.name} accept={accept} {...attributes} />}
    </FieldFrame>
  );
}

type FileInputProps = Pick<FileFieldProps, 'name' | 'accept'> & { readonly id: string };

export function FileInput(props: FileInputProps) {
  return (
    <input type="file" className="w-full min-w-0 rounded-lg border border-input bg-card px-3 py-2 text-sm" {...props} />
  );
}
