import { formatColumn, formatNumber } from '#lib/i18n/admin/format';
import type { OverviewMetric, OverviewNumbers } from '../numbers';
import { texts } from '../texts';
import { listOf } from '../tile-links';

const pattern = 'chart-so-far';

type MetricChartProps = { readonly numbers: OverviewNumbers; readonly metric: OverviewMetric };

type Column = {
  readonly from: Date;
  readonly label: string;
  readonly value: number;
  readonly before: number;
  /** The list of what the column counts. */
  readonly href: string;
  readonly isLast: boolean;
};

/**
 * A metric over time: columns, with the previous period as a dashed line. The server draws the chart. Pointing at a
 * column or focusing it shows its value without a script.
 */
export function MetricChart({ numbers, metric }: MetricChartProps) {
  const { zone, range, metrics, columns } = numbers;
  const series = metrics[metric];
  const isHour = range === '24h';
  const top = topTick(Math.max(...series.columns, ...series.before));
  const shown = columns.map(({ from, before: end }, index): Column => {
    const isLast = index === columns.length - 1;
    return {
      from,
      label: formatColumn(from, { zone, isHour }),
      value: series.columns[index] ?? 0,
      before: series.before[index] ?? 0,
      href: listOf(metric, { from, to: isLast ? numbers.to : end }),
      isLast,
    };
  });
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-muted-foreground text-xs tabular-nums">
      <Patterns isBad={isBad(metric)} />
      <div className="-my-2 flex h-48 flex-col justify-between text-end" aria-hidden="true">
        {[top, top / 2, 0].map((tick) => (
          <span key={tick}>{formatNumber(tick)}</span>
        ))}
      </div>
      <div className="relative h-44">
        <Grid before={series.before} top={top} />
        <ul className="relative flex h-full" data-chart={metric}>
          {shown.map((column) => (
            <ColumnItem
              key={column.label + column.from.toISOString()}
              column={column}
              top={top}
              isBad={isBad(metric)}
            />
          ))}
        </ul>
        {series.total === 0 && (
          <p className="absolute inset-0 grid place-items-center text-sm">{texts.chart.none[metric]}</p>
        )}
      </div>
      <span />
      <div className="flex pt-1" aria-hidden="true">
        {ticksOf(shown).map(({ from, label }) => (
          <span key={from.toISOString()} className="min-w-0 flex-1 whitespace-nowrap max-sm:even:invisible">
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Failures and refusals have another color. */
function isBad(metric: OverviewMetric): boolean {
  return metric === 'failed' || metric === 'refused';
}

/** The columns with a time below them: all, or as many as fit. */
function ticksOf(columns: readonly Column[]): readonly Column[] {
  const step = Math.max(1, Math.round(columns.length / 6));
  return columns.length <= 7 ? columns : columns.filter((_, index) => index % step === 0);
}

function Patterns({ isBad: bad }: { readonly isBad: boolean }) {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      <defs>
        <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="6" strokeWidth="5" className={bad ? 'stroke-chart-bad' : 'stroke-chart'} />
        </pattern>
      </defs>
    </svg>
  );
}

/** The lines of the axis, and the previous period. */
function Grid({ before, top }: { readonly before: readonly number[]; readonly top: number }) {
  const width = 100 / Math.max(1, before.length);
  const points = before.map(
    (value, index) => `${((index + 0.5) * width).toFixed(2)},${(100 - (value / top) * 100).toFixed(2)}`,
  );
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full overflow-visible"
    >
      {[0, 50, 100].map((y) => (
        <line key={y} x1="0" x2="100" y1={y} y2={y} className="stroke-grid" vectorEffect="non-scaling-stroke" />
      ))}
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-muted-foreground"
        strokeDasharray="4 3"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

type ColumnItemProps = { readonly column: Column; readonly top: number; readonly isBad: boolean };

function ColumnItem({ column, top, isBad: bad }: ColumnItemProps) {
  const { label, value, before, isLast, href } = column;
  const said = texts.chart.column(isLast ? texts.chart.soFar(label) : label, formatNumber(value), formatNumber(before));
  const height = (value / top) * 100;
  return (
    <li className="group relative h-full flex-1">
      <a href={href} data-column="" className="block h-full rounded-sm px-px outline-offset-2 hover:bg-muted/60">
        <span className="sr-only">{said}</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" className="block size-full">
          <title>{said}</title>
          {isLast ? (
            <rect
              width="100"
              height={height}
              y={100 - height}
              fill={`url(#${pattern})`}
              className={bad ? 'stroke-chart-bad' : 'stroke-chart'}
              vectorEffect="non-scaling-stroke"
            />
          ) : (
            <rect width="100" height={height} y={100 - height} className={bad ? 'fill-chart-bad' : 'fill-chart'} />
          )}
        </svg>
      </a>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute start-1/2 bottom-full z-10 hidden -translate-x-1/2 whitespace-nowrap rounded-md border border-border bg-card px-2 py-1 text-foreground shadow-xs group-focus-within:block group-hover:block group-first:start-0 group-first:translate-x-0 group-last:start-auto group-last:end-0 group-last:translate-x-0"
      >
        {said}
      </span>
    </li>
  );
}

/**
 * The top of a chart's axis: the smallest even number that is 1, 2, 4, 5 or 10 times a power of ten and not below the
 * highest value.
 */
function topTick(highest: number): number {
  if (highest <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(highest));
  const top = [1, 2, 4, 5, 10].map((factor) => factor * power).find((tick) => tick >= highest) ?? 10 * power;
  return top % 2 === 0 ? top : top * 2;
}
