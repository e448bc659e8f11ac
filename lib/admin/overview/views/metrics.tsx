import { Moment } from '#components/admin/moment';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import { formatChange, formatColumn, formatNumber } from '#lib/i18n/admin/format';
import { addressWith } from '../../query';
import { type MetricSeries, type OverviewMetric, type OverviewNumbers, overviewMetrics } from '../numbers';
import { texts } from '../texts';
import { listOf } from '../tile-links';
import { MetricChart } from './metric-chart';

type MetricTilesProps = {
  readonly numbers: OverviewNumbers;
  readonly current: OverviewMetric;
  /** The number of users. Null if it is unknown. */
  readonly users: number | null;
};

/** The tiles of the period. The label chooses the chart, and the number leads to the list of what it counts. */
export function MetricTiles({ numbers, current, users }: MetricTilesProps) {
  return (
    <ul
      aria-label={texts.metrics.label}
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
        title={texts.metrics.help[metric]}
        className="block text-muted-foreground text-sm underline-offset-4 hover:underline aria-[current]:text-foreground"
      >
        {texts.metrics.names[metric]}
      </a>
      <a
        href={list}
        aria-label={`${formatNumber(series.total)}: ${texts.metrics.list[metric]}`}
        className="ms-auto font-semibold text-2xl tabular-nums underline-offset-4 hover:underline sm:ms-0"
      >
        {formatNumber(series.total)}
      </a>
      <p className="min-w-14 text-end text-muted-foreground text-xs tabular-nums sm:min-h-4 sm:text-start">
        {metric === 'active_users' ? users !== null && texts.metrics.ofUsers(users) : <Change series={series} />}
      </p>
      <Sparkline series={series} />
    </li>
  );
}

function Change({ series: { total, previous } }: { readonly series: MetricSeries }) {
  const change = formatChange(total, previous);
  return change === null ? (
    <span title={texts.metrics.noChange}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{texts.metrics.noChange}</span>
    </span>
  ) : (
    <span title={texts.metrics.change(change)}>{change}</span>
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

type MetricPanelProps = {
  readonly numbers: OverviewNumbers;
  readonly metric: OverviewMetric;
  readonly isTableOpen: boolean;
};

/** The chosen metric over time, as a chart, a sentence and a table. */
export function MetricPanel({ numbers, metric, isTableOpen }: MetricPanelProps) {
  const { chart, metrics } = texts;
  const { zone, range, from, to } = numbers;
  const { total, previous } = numbers.metrics[metric];
  const name = metrics.names[metric];
  const change = formatChange(total, previous);
  const since = formatColumn(from, { zone, isHour: range === '24h' });
  const isByDay = metric === 'active_users' && range !== '24h';
  const countedAt = new Date(to.getTime() - 1);
  return (
    <Panel
      title={name}
      description={metrics.help[metric]}
      actions={metric !== 'tokens' && <ButtonLink href={listOf(metric, numbers)}>{chart.inList}</ButtonLink>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-6">
        <MetricChart numbers={numbers} metric={metric} />
        <Legend />
        <p className="text-sm">
          {chart.summary(name, since, formatNumber(total))}
          {change !== null && chart.compared(change)} {isByDay && chart.utcDays}
        </p>
        <p className="text-muted-foreground text-xs">
          {chart.updated} <Moment at={countedAt} />
        </p>
        <ValueTable numbers={numbers} metric={metric} isOpen={isTableOpen} />
      </div>
    </Panel>
  );
}

function Legend() {
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1 text-muted-foreground text-xs" aria-hidden="true">
      <span className="inline-flex items-center gap-2">
        <svg viewBox="0 0 24 4" aria-hidden="true" className="h-1 w-6">
          <line x1="0" x2="24" y1="2" y2="2" strokeDasharray="4 3" className="stroke-muted-foreground" />
        </svg>
        {texts.chart.previous}
      </span>
      <span className="inline-flex items-center gap-2">
        <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3">
          <rect width="12" height="12" fill="url(#chart-so-far)" />
        </svg>
        {texts.chart.partial}
      </span>
    </div>
  );
}

type ValueTableProps = Pick<MetricPanelProps, 'numbers' | 'metric'> & { readonly isOpen: boolean };

function ValueTable({ numbers, metric, isOpen }: ValueTableProps) {
  const { columns, metrics, tokens, zone, range } = numbers;
  const name = texts.metrics.names[metric];
  const series = metrics[metric];
  const split = metric === 'tokens' ? [tokens.user, tokens.client] : [];
  const counted = [name, texts.chart.previous, ...(metric === 'tokens' ? [texts.chart.user, texts.chart.client] : [])];
  const head = [texts.chart.from, ...counted.map((label) => ({ label, className: 'text-end' }))];
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return (
    <details id="table" open={isOpen}>
      <summary className="w-fit text-sm underline underline-offset-4">{texts.chart.table}</summary>
      <div className="mt-3">
        <Table caption={name} head={head}>
          {columns.map(({ from }, index) => (
            <tr key={from.toISOString()}>
              <Cell heading>
                <time dateTime={from.toISOString()}>{formatColumn(from, { zone, isHour: range === '24h' })}</time>
              </Cell>
              {[series.columns, series.before, ...split].map((counts, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table have a fixed order
                <Cell key={place} className="text-end tabular-nums">
                  {formatNumber(counts[index] ?? 0)}
                </Cell>
              ))}
            </tr>
          ))}
          {metric !== 'active_users' && (
            <tr className="font-semibold">
              <Cell heading>{texts.chart.total}</Cell>
              {[series.columns, series.before, ...split].map((counts, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table have a fixed order
                <Cell key={place} className="text-end tabular-nums">
                  {formatNumber(sum(counts))}
                </Cell>
              ))}
            </tr>
          )}
        </Table>
      </div>
    </details>
  );
}

/** Replaces a part of the page that could not be read. The rest of the page is still shown. */
export function FailedPart({ href }: { readonly href: string }) {
  const { failedPart, again } = texts;
  return (
    <p className="text-muted-foreground text-sm">
      {failedPart}{' '}
      <a href={href} className="underline underline-offset-4">
        {again}
      </a>
    </p>
  );
}
