import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { Icon } from '#components/ui/icon';
import { Name } from '#components/ui/name';
import { type ListSort, writeSort } from '#lib/admin/list/list-query';
import { addressWith, type ListAddress } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';

/** A column of a list. */
export type Column<Line> = {
  readonly label: string;
  /** Where it is on a phone, on which a line is a card: the one name, the state beside it, or a fact below. Else nowhere. */
  readonly phone?: 'name' | 'state' | 'fact';
  /** On a phone a fact that says by itself what it is has no label. */
  readonly isPlain?: boolean;
  /** By what the list can be sorted with it. */
  readonly sort?: string;
  /** Sorted by it, the newest comes first. */
  readonly isTime?: boolean;
  /** It is shown on wide pages only. */
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
  /** How it is sorted, and the address that says so. */
  readonly sort?: { readonly by: ListSort; readonly address: ListAddress };
  /** What a line lets choose it and do with it. */
  readonly choice?: (line: Line) => ReactNode;
  readonly menu?: (line: Line) => ReactNode;
  /** Lines that are switched off. */
  readonly isMuted?: (line: Line) => boolean;
};

/**
 * Lines as a table, and as cards on a phone: neither is ever cut. Its header stays in view. Roles are named because
 * browsers forget those of a table that is laid out in another way.
 */
export function ListTable<Line>(props: ListTableProps<Line>) {
  const { caption, columns, lines, keyOf, sort, choice, menu, isMuted } = props;
  return (
    <div className="edge-fade min-w-0 overflow-x-auto rounded-lg border border-border bg-card max-sm:overflow-visible lg:overflow-clip">
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
              className={`has-[[data-choose]:checked]:bg-selected has-[[data-dragging]]:bg-selected max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto_auto] max-sm:items-baseline max-sm:gap-y-0.5 max-sm:px-4 max-sm:py-3 ${isMuted?.(line) ? 'text-muted-foreground' : ''}`}
            >
              {choice && (
                <td
                  {...role('cell')}
                  className="w-0 py-(--row-padding) ps-4 align-baseline max-sm:w-auto max-sm:p-0 max-sm:pe-3"
                >
                  {choice(line)}
                </td>
              )}
              {columns.map((column) => (
                <LineCell key={column.label} column={column} line={line} />
              ))}
              {menu && (
                <td
                  {...role('cell')}
                  className="w-0 pe-2 text-end align-middle max-sm:col-start-4 max-sm:w-auto max-sm:row-start-1 max-sm:p-0 max-sm:ps-2"
                >
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

const places = {
  name: 'max-sm:col-start-2 max-sm:row-start-1',
  state: 'max-sm:col-start-3 max-sm:row-start-1 max-sm:ps-2',
  fact: 'max-sm:col-span-3 max-sm:col-start-2 max-sm:text-muted-foreground',
} as const;

const wide = 'sm:max-xl:hidden';

function LineCell<Line>({ column, line }: { readonly column: Column<Line>; readonly line: Line }) {
  const { label, phone, isPlain, isWide, isNumber, className = '', cell } = column;
  const place = phone === undefined ? 'max-sm:hidden' : `max-sm:block max-sm:min-w-0 max-sm:p-0 ${places[phone]}`;
  const look = `px-4 py-(--row-padding) align-baseline ${isNumber ? 'tabular-nums sm:text-end' : ''}`;
  const classes = `${look} ${isWide ? wide : ''} ${place} ${className}`;
  if (phone === 'name') {
    return (
      <th {...role('rowheader')} scope="row" className={`text-start font-medium ${classes}`}>
        {cell(line)}
      </th>
    );
  }
  const told = phone === 'fact' && !isPlain;
  return (
    <td
      {...role('cell')}
      className={`${classes} ${told ? 'max-sm:before:me-1.5 max-sm:before:content-[attr(data-label)]' : ''}`}
      data-label={told ? label : undefined}
    >
      {cell(line)}
    </td>
  );
}

type HeadCellProps = Pick<Column<never>, 'label' | 'sort' | 'isTime' | 'isWide' | 'isNumber'> & {
  /** It is for those who do not see the column. */
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
      className={`h-8 whitespace-nowrap bg-muted px-4 font-medium text-muted-foreground text-xs lg:sticky lg:top-12 lg:z-10 ${isNumber ? 'text-end' : 'text-start'} ${isWide ? wide : ''}`}
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

/** What a list tells of every entry of the configuration. */
export type EntryLine = {
  readonly enabled: boolean;
  /** False when the row is broken; the entry is switched off then. */
  readonly isReadable: boolean;
};

/** The column that says whether an entry is switched on. */
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
  /** Null for what is gone. */
  readonly href: string | null;
  readonly name: string;
  readonly id?: string | null;
};

/** The name of an entry, which leads to it, and below it what identifies it. */
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
      {id !== null && (
        <span className="block break-all pt-0.5 font-mono font-normal text-muted-foreground text-xs">{id}</span>
      )}
    </>
  );
}

/** Nothing to tell: gray, and for screen readers in words. */
export function Absent({ text }: { readonly text: string }) {
  return (
    <span className="text-muted-foreground" title={text}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** The classes of a column with names. */
export const nameColumn = 'min-w-40 max-w-80 [overflow-wrap:anywhere]';
