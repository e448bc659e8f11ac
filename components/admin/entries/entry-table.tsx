import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { Name } from '#components/ui/name';
import { Cell, Table } from '#components/ui/table';
import { adminTexts } from '#lib/i18n/admin/texts';

/** A column of a list of entries; the first one names the entry. */
export type Column<Line> = {
  readonly label: string;
  readonly className?: string;
  readonly cell: (line: Line) => ReactNode;
};

/** What a list tells of every entry. */
export type EntryLine = {
  readonly enabled: boolean;
  /** False when the row is broken; the entry is switched off then. */
  readonly isReadable: boolean;
};

type EntryTableProps<Line> = {
  readonly caption: string;
  readonly columns: readonly Column<Line>[];
  readonly lines: readonly Line[];
  readonly keyOf: (line: Line) => string;
};

/** Entries, one a row. */
export function EntryTable<Line extends EntryLine>({ caption, columns, lines, keyOf }: EntryTableProps<Line>) {
  return (
    <Table caption={caption} head={columns.map(({ label }) => label)}>
      {lines.map((line) => (
        <tr key={keyOf(line)} className={line.enabled ? '' : 'text-muted-foreground'}>
          {columns.map(({ label, className = '', cell }, index) => (
            <Cell key={label} heading={index === 0} className={className}>
              {cell(line)}
            </Cell>
          ))}
        </tr>
      ))}
    </Table>
  );
}

/** The column that says whether an entry is switched on. */
export const stateColumn: Column<EntryLine> = {
  label: adminTexts.shell.states.label,
  cell: ({ enabled, isReadable }) => {
    const { enabled: on, disabled: off, broken } = adminTexts.shell.states;
    if (!isReadable) return <Badge tone="bad">{broken}</Badge>;
    return <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? on : off}</Badge>;
  },
};

/** The name of an entry, which leads to it, and below it what identifies it. */
export function EntryName({ href, name, id }: { readonly href: string; readonly name: string; readonly id?: string }) {
  return (
    <>
      <a href={href} className="underline underline-offset-4">
        <Name>{name}</Name>
      </a>
      {id !== undefined && (
        <span className="block break-all pt-0.5 font-mono font-normal text-muted-foreground text-xs">{id}</span>
      )}
    </>
  );
}

/** The classes of a column with names. */
export const nameColumn = 'min-w-40 max-w-80 break-words';
