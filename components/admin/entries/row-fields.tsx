import {
  countRows,
  keptPlaces,
  type Row,
  type RowKind,
  rowInput,
  rowLines,
  rowsOf,
  sentRows,
} from '#lib/admin/entries/row-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import { CheckField } from '../form/choice-fields';
import { FieldFrame, LineList, TextField } from '../form/field';
import { FieldProblems, type FieldProps, ShownText } from '../form/field-parts';
import { fieldState, problemsWithin, typedFields } from '../form/field-state';

type RowFieldsProps = FieldProps & { readonly kind: RowKind; readonly value: unknown };

const { everyone, ...texts } = adminTexts.shell.form.rows;

/**
 * A list with a row for each item, and some for new ones, each shown once the one before it is opened. A row opens to
 * show its fields, without scripts too.
 */
export function RowFields({ name, kind, value, ...labels }: RowFieldsProps) {
  const typed = typedFields(name);
  const stored = rowsOf(kind, value);
  const kept = typed && keptPlaces(kind, name, typed);
  const mine = typed === null ? stored : sentRows(kind, name, typed);
  const { problems, theirs } = fieldState(name, '', rowLines(kind, mine, everyone).join('\n'));
  const places = Array.from({ length: countRows(kind, name, typed ?? {}, value) }, (_, place) => place);
  return (
    <FieldFrame
      {...{ name, ...labels, theirs }}
      problems={problems.filter(({ place }) => place === null)}
      shown={<ShownText lines={rowLines(kind, stored, everyone)} />}
    >
      {(attributes) => (
        <fieldset {...attributes} aria-label={labels.label} className="grid min-w-0 gap-1.5">
          <input type="hidden" name={name} value="" />
          {places.map((place) => (
            <RowDetails
              key={place}
              {...{ name, kind, place }}
              row={stored[place] ?? null}
              isOpen={place === 0 && stored.length === 0}
              wrong={kept === null ? null : (kept[place] ?? null)}
            />
          ))}
        </fieldset>
      )}
    </FieldFrame>
  );
}

type RowProps = {
  readonly name: string;
  readonly kind: RowKind;
  readonly place: number;
  /** Null for a new one. */
  readonly row: Row | null;
  readonly isOpen: boolean;
  /** Its place in the list that has problems. */
  readonly wrong: number | null;
};

function RowDetails({ name, kind, place, row, isOpen, wrong }: RowProps) {
  const labels: Readonly<Record<string, string | readonly string[]>> = texts[kind];
  const { added, removed, ...fields } = labels;
  const [first = ''] = Object.keys(fields);
  const input = (column: string) => rowInput(name, place, column);
  const { value } = fieldState(input(first), row?.[first] ?? '');
  const problems = wrong === null ? [] : problemsWithin(name, wrong);
  const id = `field-${input('problems')}`;
  const [line = ''] = row === null ? [] : rowLines(kind, [row], everyone);
  return (
    <details
      open={isOpen || problems.length > 0}
      data-new-row={row === null && value === '' ? '' : undefined}
      className="min-w-0 rounded-lg border border-input"
    >
      <summary className="wrap-anywhere cursor-pointer px-3 py-1.5 text-sm">{line || value || String(added)}</summary>
      <div className="grid min-w-0 gap-3 px-3 pt-1 pb-3">
        <FieldProblems id={id} problems={problems} />
        {Object.entries(fields).map(([column, [label = '', help = '']]) => (
          <Column
            key={column}
            {...{ label, help, column }}
            name={input(column)}
            initial={row?.[column] ?? ''}
            isFirst={column === first}
            // The name of a role is its identity.
            isFixed={column === 'name' && row !== null && value === row.name}
          />
        ))}
        {row !== null && <CheckField name={input('remove')} label={String(removed)} initial={false} />}
      </div>
    </details>
  );
}

type ColumnProps = {
  readonly name: string;
  readonly column: string;
  readonly label: string;
  readonly help: string;
  readonly initial: string;
  readonly isFixed: boolean;
  readonly isFirst: boolean;
};

function Column({ column, isFixed, isFirst, initial, ...field }: ColumnProps) {
  // The style sheet can tell whether a field with a placeholder is empty.
  const placeholder = isFirst ? ' ' : undefined;
  if (isFixed) return <input type="hidden" name={field.name} value={initial} />;
  switch (column) {
    case 'default':
      return <CheckField {...field} initial={initial === 'on'} />;
    case 'groups':
    case 'roles':
      return <LineList {...field} of={column === 'groups' ? 'group' : 'role'} initial={initial} />;
    case 'api':
      return <TextField {...field} pick="api" initial={initial} maxLength={200} placeholder={placeholder} />;
    default:
      return (
        <TextField
          {...field}
          initial={initial}
          maxLength={column === 'description' ? 1000 : 400}
          placeholder={placeholder}
        />
      );
  }
}
