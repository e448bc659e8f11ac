import { chosenName, maximumTyped, type PickAnswer, type Picked, type PickKind } from '#lib/admin/pick/read';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/text';

type PickerProps = {
  readonly kind: PickKind;
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  /** The text in the field. */
  readonly value: string | null;
  /** What the text means. Null if nothing was typed. */
  readonly answer: PickAnswer | null;
  /** All options, if there are only a few. */
  readonly few?: readonly Picked[];
};

/**
 * A field for a name, ID or email address. The server finds the object that is meant, and asks if there are several. A
 * script lists matches while a person types.
 */
export function Picker({ kind, name, label, help, required = false, value, answer, few = [] }: PickerProps) {
  const id = `pick-${name}`;
  const problem = answer !== null && 'problem' in answer ? answer : null;
  const described = [help && `${id}-help`, problem?.problem === 'unknown' && `${id}-problem`].filter(Boolean).join(' ');
  const typed = answer !== null && 'picked' in answer ? answer.picked.value : value;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="w-fit font-medium text-sm">
        {label}
      </label>
      <div className="relative" data-picker={`/admin/pick/${kind}`}>
        <input
          id={id}
          name={name}
          defaultValue={typed ?? ''}
          required={required}
          maxLength={maximumTyped}
          list={few.length > 0 ? `${id}-few` : undefined}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          aria-invalid={problem?.problem === 'unknown' || undefined}
          aria-describedby={described || undefined}
          className={`min-h-9 w-full rounded-md border bg-card px-2.5 py-1 text-sm ${problem?.problem === 'unknown' ? 'border-destructive' : 'border-input'}`}
        />
        {few.length > 0 && (
          <datalist id={`${id}-few`}>
            {few.map((one) => (
              <option key={one.value} value={one.value}>
                {one.name}
              </option>
            ))}
          </datalist>
        )}
        <PickerList id={id} />
      </div>
      {problem?.problem === 'unknown' && (
        <p id={`${id}-problem`} className="text-destructive text-sm">
          {adminTexts.pick.unknown[kind](problem.typed)}
        </p>
      )}
      {problem?.problem === 'several' && <Choices kind={kind} name={name} {...problem} />}
      {help && (
        <p id={`${id}-help`} className="text-muted-foreground text-sm">
          {help}
        </p>
      )}
    </div>
  );
}

type PickerListProps = {
  readonly id: string;
  /** The list takes up room below the field. Use it where the surrounding box would cut off a floating list. */
  readonly isBelow?: boolean;
};

/** The list that the script fills. */
export function PickerList({ id, isBelow = false }: PickerListProps) {
  return (
    <>
      <div
        hidden
        id={`${id}-list`}
        role="listbox"
        aria-label={adminTexts.pick.suggestions}
        className={`mt-1 max-h-72 overflow-y-auto rounded-lg border border-border bg-card p-1 ${isBelow ? '' : 'absolute inset-x-0 top-full z-10 min-w-64 shadow-card'}`}
      />
      <span role="status" className="sr-only" />
    </>
  );
}

type ChoicesProps = Pick<PickerProps, 'kind' | 'name'> & Extract<PickAnswer, { readonly problem: 'several' }>;

/** Asks which of several matches is meant. */
function Choices({ kind, name, typed, picks, isCut }: ChoicesProps) {
  const texts = adminTexts.pick;
  return (
    <fieldset className="grid gap-1 rounded-md border border-border p-3 text-sm">
      <legend className="px-1 font-medium">{texts.several[kind](picks.length, isCut, typed)}</legend>
      {picks.map(({ id, value, name: called, detail }) => (
        <label key={id} className="flex min-h-8 min-w-0 items-center gap-2">
          <input type="radio" name={chosenName(name)} value={value} className="shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <Name>{called}</Name>
            {detail && <span className="text-muted-foreground"> · {detail}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
