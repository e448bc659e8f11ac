import { useId } from 'react';
import { Cell, Table } from '#components/ui/table';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from '../moment';

const width = 720;
const height = 180;
const gap = 3;

/** A column of the chart: what it stands for, and its two parts, the lower one first. */
export type ChartColumn = { readonly from: Date; readonly lower: number; readonly upper: number };

type ColumnChartProps = {
  readonly title: string;
  readonly columns: readonly ChartColumn[];
  readonly labels: { readonly lower: string; readonly upper: string };
  /** Whether the upper part is something bad. */
  readonly isUpperBad?: boolean;
  /** What the chart says, in a sentence. */
  readonly summary: string;
};

/** Two numbers over time as stacked columns. The upper ones are hatched, so that the color says nothing alone. */
export function ColumnChart({ title, columns, labels, isUpperBad = false, summary }: ColumnChartProps) {
  const texts = adminTexts.overview;
  const isTrend = columns.filter(({ lower, upper }) => lower + upper > 0).length > 1;
  return (
    <div className="grid gap-3">
      {isTrend ? (
        <>
          <Columns columns={columns} isUpperBad={isUpperBad} />
          <Legend labels={labels} isUpperBad={isUpperBad} />
        </>
      ) : (
        <p className="rounded-lg border border-border border-dashed px-4 py-8 text-center text-muted-foreground text-sm">
          {texts.little}
        </p>
      )}
      <p className="text-muted-foreground text-sm">{summary}</p>
      <details>
        <summary className="w-fit text-sm underline underline-offset-4">{texts.series.table}</summary>
        <div className="mt-3">
          <Table caption={title} head={[texts.series.from, labels.lower, labels.upper]}>
            {columns.map(({ from, lower, upper }) => (
              <tr key={from.toISOString()}>
                <Cell heading>
                  <Moment absolute at={from} />
                </Cell>
                <Cell className="tabular-nums">{formatNumber(lower)}</Cell>
                <Cell className="tabular-nums">{formatNumber(upper)}</Cell>
              </tr>
            ))}
          </Table>
        </div>
      </details>
    </div>
  );
}

function Columns({ columns, isUpperBad }: { readonly columns: readonly ChartColumn[]; readonly isUpperBad: boolean }) {
  const pattern = useId();
  const highest = Math.max(1, ...columns.map(({ lower, upper }) => lower + upper));
  const column = width / columns.length;
  const scale = (count: number) => (count / highest) * height;
  return (
    <svg viewBox={`0 0 ${width} ${height + 2}`} className="h-auto w-full" aria-hidden="true">
      <defs>
        <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className={isUpperBad ? 'fill-destructive-soft' : 'fill-muted'} />
          <line
            x1="0"
            y1="0"
            x2="0"
            y2="6"
            className={isUpperBad ? 'stroke-destructive' : 'stroke-foreground'}
            strokeWidth="4"
          />
        </pattern>
      </defs>
      <line x1="0" y1={height + 1} x2={width} y2={height + 1} className="stroke-border" />
      {columns.map(({ from, lower, upper }, index) => (
        <g key={from.toISOString()} transform={`translate(${index * column + gap / 2} 0)`}>
          <rect y={height - scale(lower)} width={column - gap} height={scale(lower)} className="fill-success" />
          <rect
            y={height - scale(lower + upper)}
            width={column - gap}
            height={scale(upper)}
            fill={`url(#${pattern})`}
          />
        </g>
      ))}
    </svg>
  );
}

function Legend({ labels, isUpperBad }: Pick<ColumnChartProps, 'labels'> & { readonly isUpperBad: boolean }) {
  const upper = isUpperBad ? 'border-destructive bg-destructive-soft' : 'border-foreground bg-muted';
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      <p className="inline-flex items-center gap-2">
        <span aria-hidden="true" className="size-3 rounded-sm bg-success" /> {labels.lower}
      </p>
      <p className="inline-flex items-center gap-2">
        <span aria-hidden="true" className={`size-3 rounded-sm border-2 ${upper}`} /> {labels.upper}
      </p>
    </div>
  );
}
