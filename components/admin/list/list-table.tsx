import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { Icon, type IconName, IconShapes } from '#components/ui/icon';
import { type ListSort, writeSort } from '#lib/admin/list/list-query';
import { addressWith, type ListAddress } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/text';

/** A column of a list. */
export type Column<Line> = {
  readonly label: string;
  /**
   * Its place on a phone, where a line is a card: the name, the state beside it, or a fact below. If absent, it is not
   * shown there.
   */
  readonly phone?: 'name' | 'state' | 'fact';
  /** On a phone the fact has no label, because it needs none. */
  readonly isPlain?: boolean;
  /** The name by which the list is sorted with this column. */
  readonly sort?: string;
  /** Sorting by it puts the newest first. */
  readonly isTime?: boolean;
  /** Shown in wide windows only. */
  readonly isWide?: boolean;
  readonly isNumber?: boolean;
  readonly className?: string;
  readonly cell: (line: Line) => ReactNode;
};

export type ListTableProps<Line> = {
  readonly caption: string;
  readonly columns: readonly Column<Line>[];
  readonly lines: readonly Line[];
  readonly keyOf: (line: Line) => string | number;
  /** The current order, and the address that keeps it. */
  readonly sort?: { readonly by: ListSort; readonly address: ListAddress };
  /** The checkbox and the menu of a line. */
  readonly choice?: (line: Line) => ReactNode;
  readonly menu?: (line: Line) => ReactNode;
  /** The icons that the lines share. */
  readonly icons?: readonly IconName[];
  /** Whether a line is disabled. */
  readonly isMuted?: (line: Line) => boolean;
};

/**
 * Lines as a table, and as cards on a phone. Neither is ever cut off. The header stays in view. The roles are explicit
 * because browsers forget those of a table whose layout is changed.
 */
export function ListTable<Line>(props: ListTableProps<Line>) {
  const { caption, columns, lines, keyOf, sort, choice, menu, icons = [], isMuted } = props;
  const shapes = [...icons, ...(menu ? (['more'] as const) : [])];
  return (
    <div className="edge-fade min-w-0 overflow-x-auto rounded-lg border border-border bg-card max-sm:overflow-visible lg:overflow-clip">
      {shapes.length > 0 && <IconShapes names={shapes} />}
      <table {...role('table')} className="w-full border-collapse text-[0.8125rem] leading-5 max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <thead {...role('rowgroup')} className="max-sm:sr-only">
          <tr {...role('row')} className="border-border border-b">
            {choice && <HeadCell label={adminTexts.shell.list.choose} isHidden />}
            {columns.map((column) => (
              <HeadCell key={column.label} {...column} order={sort} />
            ))}
            {menu && <HeadCell label={adminTexts.shell.list.actions} isHidden />}
          </tr>
        </thead>
        <tbody {...role('rowgroup')} className="divide-y divide-border max-sm:block">
          {lines.map((line) => (
            <tr
              key={keyOf(line)}
              {...role('row')}
              className={classes('list-line', isMuted?.(line) && 'text-muted-foreground')}
            >
              {choice && (
                <td {...role('cell')} className="cell-choice">
                  {choice(line)}
                </td>
              )}
              {columns.map((column) => (
                <LineCell key={column.label} column={column} line={line} />
              ))}
              {menu && (
                <td {...role('cell')} className="cell-actions">
                  {menu(line)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const role = (name: string) => ({ role: name });

/** The class for the place of a cell on a phone: see app/components.css. */
const cells = { name: 'cell-name', state: 'cell-state', fact: 'cell-fact', none: 'cell-more' } as const;

const wide = 'sm:max-xl:hidden';

function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

function LineCell<Line>({ column, line }: { readonly column: Column<Line>; readonly line: Line }) {
  const { label, phone, isPlain, isWide, isNumber, className, cell } = column;
  const look = classes(cells[phone ?? 'none'], isNumber && 'tabular-nums sm:text-end', isWide && wide, className);
  if (phone === 'name') {
    return (
      <th {...role('rowheader')} scope="row" className={look}>
        {cell(line)}
      </th>
    );
  }
  return (
    <td {...role('cell')} className={look} data-label={phone === 'fact' && !isPlain ? label : undefined}>
      {cell(line)}
    </td>
  );
}

type HeadCellProps = Pick<Column<never>, 'label' | 'sort' | 'isTime' | 'isWide' | 'isNumber'> & {
  /** Only screen readers get the label. */
  readonly isHidden?: boolean;
  readonly order?: ListTableProps<never>['sort'];
};

function HeadCell({
  label,
  sort,
  isTime = false,
  isWide = false,
  isNumber = false,
  isHidden = false,
  order,
}: HeadCellProps) {
  const isSorted = order !== undefined && sort !== undefined && order.by.by === sort;
  const direction = order?.by.isDescending ? 'descending' : 'ascending';
  return (
    <th
      {...role('columnheader')}
      scope="col"
      aria-sort={isSorted ? direction : undefined}
      className={classes('cell-head', isNumber && 'text-end', isWide && wide)}
    >
      {order && sort ? (
        <SortLink {...order} field={sort} isTime={isTime} label={label} />
      ) : (
        <span className={isHidden ? 'sr-only' : ''}>{label}</span>
      )}
    </th>
  );
}

type SortLinkProps = NonNullable<ListTableProps<never>['sort']> & {
  readonly field: string;
  readonly isTime: boolean;
  readonly label: string;
};

function SortLink({ by, address, field, isTime, label }: SortLinkProps) {
  const isSorted = by.by === field;
  const isDescending = isSorted ? !by.isDescending : isTime;
  const sort = writeSort({ by: field, isDescending });
  const href = addressWith(address.path, address.query, { sort, after: null, before: null });
  return (
    <a href={href} className="inline-flex items-center gap-1 rounded-sm underline-offset-4 hover:underline">
      {label}
      {isSorted && <Icon name="chevron" className={`size-3.5 ${by.isDescending ? '' : 'rotate-180'}`} />}
    </a>
  );
}

/** What a list knows about every entry of the configuration. */
type EntryLine = {
  readonly enabled: boolean;
  /** False if the stored row is broken. The entry is disabled then. */
  readonly isReadable: boolean;
};

/** The column that says whether an entry is enabled. */
export const stateColumn: Column<EntryLine> = {
  label: adminTexts.shell.states.label,
  phone: 'state',
  className: 'whitespace-nowrap',
  cell: ({ enabled, isReadable }) => {
    const { enabled: on, disabled: off, broken } = adminTexts.shell.states;
    if (!isReadable) return <Badge tone="bad">{broken}</Badge>;
    return enabled ? on : <Badge>{off}</Badge>;
  },
};

export const isDisabled = ({ enabled }: Pick<EntryLine, 'enabled'>): boolean => !enabled;

type EntryNameProps = {
  /** Null for something that no longer exists. */
  readonly href: string | null;
  readonly name: string;
  readonly id?: string | null;
};

/** The name of an entry as a link to it, with its ID below, if that is another text. */
export function EntryName({ href, name, id = null }: EntryNameProps) {
  return (
    <>
      {href === null ? (
        <Name>{name}</Name>
      ) : (
        <a href={href} className="underline underline-offset-4">
          <Name>{name}</Name>
        </a>
      )}
      {id !== null && id !== name && <span className="below-name">{id}</span>}
    </>
  );
}

/** A gray sign for a missing value, with words for screen readers. */
export function Absent({ text }: { readonly text: string }) {
  return (
    <span className="absent" title={text}>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** The classes of a column with names. */
export const nameColumn = 'min-w-40 max-w-80 wrap-anywhere';
