import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import type { OverviewMetric, OverviewNumbers } from '#lib/admin/overview/overview-numbers';
import { listOf } from '#lib/admin/overview/tile-links';
import { formatChange, formatColumn } from '#lib/i18n/admin/format-column';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from '../moment';
import { MetricChart } from './metric-chart';

type MetricPanelProps = {
  readonly numbers: OverviewNumbers;
  readonly metric: OverviewMetric;
  readonly isTableOpen: boolean;
};

/** The chosen metric over time, as a chart, a sentence and a table. */
export function MetricPanel({ numbers, metric, isTableOpen }: MetricPanelProps) {
  const { chart: texts, metrics } = adminTexts.overview;
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
      actions={metric !== 'tokens' && <ButtonLink href={listOf(metric, numbers)}>{texts.inList}</ButtonLink>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-6">
        <MetricChart numbers={numbers} metric={metric} />
        <Legend />
        <p className="text-sm">
          {texts.summary(name, since, formatNumber(total))}
          {change !== null && texts.compared(change)} {isByDay && texts.utcDays}
        </p>
        <p className="text-muted-foreground text-xs">
          {texts.updated} <Moment at={countedAt} />
        </p>
        <ValueTable numbers={numbers} metric={metric} isOpen={isTableOpen} />
      </div>
    </Panel>
  );
}

function Legend() {
  const texts = adminTexts.overview.chart;
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1 text-muted-foreground text-xs" aria-hidden="true">
      <span className="inline-flex items-center gap-2">
        <svg viewBox="0 0 24 4" aria-hidden="true" className="h-1 w-6">
          <line x1="0" x2="24" y1="2" y2="2" strokeDasharray="4 3" className="stroke-muted-foreground" />
        </svg>
        {texts.previous}
      </span>
      <span className="inline-flex items-center gap-2">
        <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3">
          <rect width="12" height="12" fill="url(#chart-so-far)" />
        </svg>
        {texts.partial}
      </span>
    </div>
  );
}

type ValueTableProps = Pick<MetricPanelProps, 'numbers' | 'metric'> & { readonly isOpen: boolean };

function ValueTable({ numbers, metric, isOpen }: ValueTableProps) {
  const texts = adminTexts.overview.chart;
  const { columns, metrics, tokens, zone, range } = numbers;
  const name = adminTexts.overview.metrics.names[metric];
  const series = metrics[metric];
  const split = metric === 'tokens' ? [tokens.user, tokens.client] : [];
  const counted = [name, texts.previous, ...(metric === 'tokens' ? [texts.user, texts.client] : [])];
  const head = [texts.from, ...counted.map((label) => ({ label, className: 'text-end' }))];
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return (
    <details id="table" open={isOpen}>
      <summary className="w-fit text-sm underline underline-offset-4">{texts.table}</summary>
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
              <Cell heading>{texts.total}</Cell>
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
