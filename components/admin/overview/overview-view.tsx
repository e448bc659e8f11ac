import type { ReactNode } from 'react';
import { Notice } from '#components/ui/notice';
import { reasonText } from '#lib/admin/audit/read';
import type { OverviewMetric, OverviewNumbers } from '#lib/admin/overview/overview-numbers';
import type { Overview } from '#lib/admin/overview/read-overview';
import { listOfClient, listOfReason } from '#lib/admin/overview/tile-links';
import { type OverviewRange, overviewRanges } from '#lib/admin/overview/windows';
import { addressWith } from '#lib/admin/query';
import { formatColumn } from '#lib/i18n/admin/format-column';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';
import { Attention } from './attention';
import { FailedPart } from './failed-part';
import { GetStarted } from './get-started';
import { MetricPanel } from './metric-panel';
import { MetricTiles } from './metric-tiles';
import { RecentChanges } from './recent-changes';
import { Shares } from './shares';

type OverviewViewProps = {
  readonly overview: Overview;
  readonly metric: OverviewMetric;
  readonly isTableOpen: boolean;
  /** The actions for the card of the first steps. */
  readonly startedActions: ReactNode;
};

/** The first page: the first steps, the findings, the metrics and the recent changes. */
export function OverviewView({ overview, metric, isTableOpen, startedActions }: OverviewViewProps) {
  const { range, numbers, users } = overview;
  const texts = adminTexts.overview;
  const href = addressWith('/admin', {}, { range, metric });
  return (
    <>
      <PageHeader title={texts.title} />
      <GetStarted started={overview.started} actions={startedActions} />
      <Attention attention={overview.attention} href={href} />
      <Ranges range={range} metric={metric} numbers={numbers} />
      {numbers === null ? (
        <FailedPart href={href} />
      ) : (
        <>
          {numbers.isCounting && (
            <Notice title={texts.counting.title} role="status">
              <p>{texts.counting.text}</p>
            </Notice>
          )}
          <MetricTiles numbers={numbers} current={metric} users={users} />
          <MetricPanel numbers={numbers} metric={metric} isTableOpen={isTableOpen} />
          <Tops numbers={numbers} names={overview.clientNames} />
        </>
      )}
      <RecentChanges revisions={overview.revisions} href={href} />
    </>
  );
}

type RangesProps = {
  readonly range: OverviewRange;
  readonly metric: OverviewMetric;
  readonly numbers: OverviewNumbers | null;
};

function Ranges({ range, metric, numbers }: RangesProps) {
  const texts = adminTexts.overview.range;
  const since = numbers && formatColumn(numbers.from, { zone: numbers.zone, isHour: range === '24h' });
  return (
    <nav aria-label={texts.label} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <ul className="flex overflow-hidden rounded-lg border border-border bg-card">
        {overviewRanges.map((name) => (
          <li key={name} className="border-border not-first:border-s">
            <a
              href={addressWith('/admin', {}, { range: name, metric })}
              aria-current={name === range ? 'page' : undefined}
              aria-label={texts[name]}
              className="block px-3 py-1.5 tabular-nums outline-offset-[-2px] hover:bg-muted aria-[current]:bg-primary aria-[current]:text-primary-foreground"
            >
              {texts.short[name]}
            </a>
          </li>
        ))}
      </ul>
      {since && (
        <p className="text-muted-foreground">
          {since} – {texts.now}
        </p>
      )}
    </nav>
  );
}

function Tops({ numbers, names }: { readonly numbers: OverviewNumbers; readonly names: Overview['clientNames'] }) {
  const { reasons, topClients } = adminTexts.overview;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Shares
        title={reasons.title}
        empty={reasons.none}
        shares={numbers.reasons.map((share) => ({
          ...share,
          label: reasonText(share.name),
          href: listOfReason(share.name, numbers),
        }))}
      />
      <Shares
        title={topClients.title}
        empty={topClients.none}
        shares={numbers.clients.map((share) => ({
          ...share,
          label: names.get(share.name) ?? share.name,
          href: listOfClient(share.name, numbers),
        }))}
      />
    </div>
  );
}
