import {
  type MetricSeries,
  type OverviewMetric,
  type OverviewNumbers,
  overviewMetrics,
} from '#lib/admin/overview/overview-numbers';
import { listOf } from '#lib/admin/overview/tile-links';
import { addressWith } from '#lib/admin/query';
import { formatChange } from '#lib/i18n/admin/format-column';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';

type MetricTilesProps = {
  readonly numbers: OverviewNumbers;
  readonly current: OverviewMetric;
  /** The number of users. Null if it is unknown. */
  readonly users: number | null;
};

/** The tiles of the period. The label chooses the chart, and the number leads to the list of what it counts. */
export function MetricTiles({ numbers, current, users }: MetricTilesProps) {
  const texts = adminTexts.overview.metrics;
  return (
    <ul
      aria-label={texts.label}
      className="grid divide-y divide-border overflow-hidden rounded-xl border border-border bg-card shadow-xs sm:grid-cols-3 sm:gap-px sm:divide-y-0 sm:bg-border xl:grid-cols-6"
    >
      {overviewMetrics.map((metric) => (
        <Tile key={metric} metric={metric} numbers={numbers} isCurrent={metric === current} users={users} />
      ))}
    </ul>
  );
}

type TileProps = {
  readonly metric: OverviewMetric;
  readonly numbers: OverviewNumbers;
  readonly isCurrent: boolean;
  readonly users: number | null;
};

function Tile({ metric, numbers, isCurrent, users }: TileProps) {
  const texts = adminTexts.overview.metrics;
  const { range } = numbers;
  const series = numbers.metrics[metric];
  const chart = addressWith('/admin', {}, { range, metric });
  const list =
    metric === 'tokens' ? `${addressWith('/admin', {}, { range, metric, table: '1' })}#table` : listOf(metric, numbers);
  return (
    <li
      className={`flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-s-3 bg-card px-4 py-3 sm:block sm:border-s-0 sm:border-t-3 ${isCurrent ? 'border-s-accent sm:border-t-accent' : 'border-s-transparent sm:border-t-transparent'}`}
      data-metric={metric}
    >
      <a
        href={chart}
        aria-current={isCurrent ? 'true' : undefined}
        title={texts.help[metric]}
        className="block text-muted-foreground text-sm underline-offset-4 hover:underline aria-[current]:text-foreground"
      >
        {texts.names[metric]}
      </a>
      <a
        href={list}
        aria-label={`${formatNumber(series.total)}: ${texts.list[metric]}`}
        className="ms-auto font-semibold text-2xl tabular-nums underline-offset-4 hover:underline sm:ms-0"
      >
        {formatNumber(series.total)}
      </a>
      <p className="min-w-14 text-end text-muted-foreground text-xs tabular-nums sm:min-h-4 sm:text-start">
        {metric === 'active_users' ? users !== null && texts.ofUsers(users) : <Change series={series} />}
      </p>
      <Sparkline series={series} />
    </li>
  );
}

function Change({ series: { total, previous } }: { readonly series: MetricSeries }) {
  const texts = adminTexts.overview.metrics;
  const change = formatChange(total, previous);
  return change === null ? (
    <span title={texts.noChange}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{texts.noChange}</span>
    </span>
  ) : (
    <span title={texts.change(change)}>{change}</span>
  );
}

/** The shape of the period as a small line. It repeats the numbers and is hidden from screen readers. */
function Sparkline({ series: { columns } }: { readonly series: MetricSeries }) {
  const highest = Math.max(1, ...columns);
  const step = 100 / Math.max(1, columns.length - 1);
  const points = columns.map(
    (value, index) => `${(index * step).toFixed(1)},${(22 - (value / highest) * 20).toFixed(1)}`,
  );
  return (
    <svg viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true" className="mt-1 hidden h-6 w-full sm:block">
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-chart"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
