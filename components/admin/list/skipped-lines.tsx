import { Name } from '#components/ui/name';
import { reasonText, type Skipped } from '#lib/admin/bulk/bulk';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { type Column, ListTable } from './list-table';

type SkippedLinesProps = {
  readonly skipped: readonly Skipped[];
  /** How many more were skipped besides these. */
  readonly more?: number;
  /** The page of a line. */
  readonly hrefOf: (id: string) => string;
};

/** The lines that an action skipped, with the reason. */
export function SkippedLines({ skipped, more = 0, hrefOf }: SkippedLinesProps) {
  if (skipped.length + more === 0) return null;
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="font-semibold">{texts.skipped}</h2>
      {skipped.length > 0 && (
        <ListTable caption={texts.skipped} columns={columnsWith(hrefOf)} lines={skipped} keyOf={({ id }) => id} />
      )}
      {more > 0 && <p className="text-muted-foreground text-sm">{texts.more(formatNumber(more))}</p>}
    </section>
  );
}

const texts = adminTexts.shell.bulk;

function columnsWith(hrefOf: SkippedLinesProps['hrefOf']): readonly Column<Skipped>[] {
  return [
    {
      label: texts.columns.name,
      phone: 'name',
      className: '[overflow-wrap:anywhere]',
      cell: ({ id, name, reason }) =>
        reason === 'gone' ? (
          <Name>{name}</Name>
        ) : (
          <a href={hrefOf(id)} className="underline underline-offset-4">
            <Name>{name}</Name>
          </a>
        ),
    },
    {
      label: texts.columns.reason,
      phone: 'fact',
      isPlain: true,
      cell: ({ reason }) => reasonText(reason),
    },
  ];
}
