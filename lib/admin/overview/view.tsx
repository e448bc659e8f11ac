import type { ReactNode } from 'react';
import { authorOf, sourceOf } from '#components/admin/author';
import { SeverityBadge } from '#components/admin/entries/detail-header';
import { AdminForm } from '#components/admin/form/admin-form';
import { SubmitButton } from '#components/admin/form/form-end';
import { Moment } from '#components/admin/moment';
import { timeView } from '#components/admin/page-facts';
import { PageHeader } from '#components/admin/page-header';
import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Name } from '#components/ui/text';
import { formatColumn, formatNumber } from '#lib/i18n/admin/format';
import { isPermitted } from '../access/permission';
import { reasonText } from '../audit/read';
import type { CheckGroup } from '../checks/read';
import { texts as checksTexts } from '../checks/texts';
import { historyPath, revisionPath } from '../history/feature';
import type { RevisionLine } from '../history/read';
import type { AreaRequest } from '../kit/view';
import { addressWith, wordOf } from '../query';
import {
  type OverviewMetric,
  type OverviewNumbers,
  type OverviewRange,
  overviewMetrics,
  overviewRanges,
} from './numbers';
import { type Overview, readOverview, type GetStarted as Started } from './read';
import { texts } from './texts';
import { listOfClient, listOfReason } from './tile-links';
import { FailedPart, MetricPanel, MetricTiles } from './views/metrics';

/** The first page of the administration. */
export async function overviewPage({ admin, query }: Pick<AreaRequest, 'admin' | 'query'>) {
  const { role } = admin.principal;
  const overview = await readOverview(admin, wordOf(query, 'range', overviewRanges, '7d'), timeView().zone);
  const mayRemoveDemo = overview.started?.hasDemo === true && isPermitted(role, 'own');
  const body = (
    <OverviewView
      overview={overview}
      metric={wordOf(query, 'metric', overviewMetrics, 'sign_ins')}
      isTableOpen={query.table === '1'}
      startedActions={isPermitted(role, 'edit') ? <StartedActions mayRemoveDemo={mayRemoveDemo} /> : null}
    />
  );
  return { title: texts.title, body };
}

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
  const since = numbers && formatColumn(numbers.from, { zone: numbers.zone, isHour: range === '24h' });
  return (
    <nav aria-label={texts.range.label} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <ul className="flex overflow-hidden rounded-lg border border-border bg-card">
        {overviewRanges.map((name) => (
          <li key={name} className="border-border not-first:border-s">
            <a
              href={addressWith('/admin', {}, { range: name, metric })}
              aria-current={name === range ? 'page' : undefined}
              title={texts.range[name]}
              className="block px-3 py-1.5 tabular-nums outline-offset-[-2px] hover:bg-muted aria-[current]:bg-primary aria-[current]:text-primary-foreground"
            >
              {texts.range.short[name]}
            </a>
          </li>
        ))}
      </ul>
      {since && (
        <p className="text-muted-foreground">
          {since} – {texts.range.now}
        </p>
      )}
    </nav>
  );
}

function Tops({ numbers, names }: { readonly numbers: OverviewNumbers; readonly names: Overview['clientNames'] }) {
  const { reasons, topClients } = texts;
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

type AttentionProps = { readonly attention: Overview['attention']; readonly href: string };

/** The most severe findings of the checks, each with a way to fix it. */
function Attention({ attention, href }: AttentionProps) {
  return (
    <Panel title={texts.attention.title} actions={<ButtonLink href="/admin/checks">{texts.attention.all}</ButtonLink>}>
      {attention === null && <FailedPart href={href} />}
      {attention?.groups.length === 0 && <p className="text-sm">{texts.attention.fine}</p>}
      {attention !== null && attention.groups.length > 0 && (
        <ul className="grid gap-2 text-sm">
          {attention.groups.map((group) => (
            <Finding key={group.rule} group={group} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Finding({ group: { rule, severity, checks } }: { readonly group: CheckGroup }) {
  const [title] = checksTexts.rules[rule];
  const list = addressWith('/admin/checks', {}, { rule });
  const [first, ...others] = checks;
  const fix = first !== undefined && others.length === 0 ? first.href : list;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <SeverityBadge severity={severity} />
      <a href={list} className="min-w-0 font-medium underline-offset-4 hover:underline">
        {title}
      </a>
      <span className="text-muted-foreground">{texts.attention.affected(formatNumber(checks.length))}</span>
      <ButtonLink href={fix} size="small" className="ms-auto" aria-label={texts.attention.fixLabel(title)}>
        {texts.attention.fix}
      </ButtonLink>
    </li>
  );
}

type GetStartedProps = {
  readonly started: Started | null;
  /**
   * The form that closes the card and the link that removes the demo. Null for an auditor, who cannot take the steps
   * either.
   */
  readonly actions: ReactNode;
};

/** The first steps that are still open. The card is shown until someone closes it. */
function GetStarted({ started, actions }: GetStartedProps) {
  const steps = started?.steps ?? null;
  if (steps === null) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <Panel title={texts.started.title} description={texts.started.progress(done, steps.length)} actions={actions}>
      <ol className="grid gap-2 text-sm sm:grid-cols-2">
        {steps.map(({ step, href, done: isDone }) => (
          <li key={step} className="flex flex-wrap items-center gap-2">
            <Badge tone={isDone ? 'good' : 'neutral'}>{isDone ? texts.started.done : texts.started.open}</Badge>
            {actions === null ? (
              texts.started.steps[step]
            ) : (
              <a href={href} className="underline underline-offset-4">
                {texts.started.steps[step]}
              </a>
            )}
            {step === 'provider' && <span className="text-muted-foreground">({texts.started.optional})</span>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

type StartedActionsProps = {
  /** Whether the person can remove the demo. */
  readonly mayRemoveDemo: boolean;
};

/** The actions for the card of the first steps. */
function StartedActions({ mayRemoveDemo }: StartedActionsProps) {
  return (
    <>
      {mayRemoveDemo && (
        <ButtonLink href="/admin/demo" size="small">
          {texts.started.removeDemo}
        </ButtonLink>
      )}
      <AdminForm action="/admin/submit" label={texts.started.dismissLabel} proof="none" className="grid gap-2">
        <SubmitButton variant="secondary" size="small">
          {texts.started.dismiss}
        </SubmitButton>
      </AdminForm>
    </>
  );
}

type RecentChangesProps = { readonly revisions: readonly RevisionLine[] | null; readonly href: string };

/** The newest revisions, in words. */
function RecentChanges({ revisions, href }: RecentChangesProps) {
  return (
    <Panel title={texts.changes.title} actions={<ButtonLink href={historyPath}>{texts.changes.all}</ButtonLink>}>
      {revisions === null && <FailedPart href={href} />}
      {revisions?.length === 0 && <p className="text-muted-foreground text-sm">{texts.changes.none}</p>}
      {revisions !== null && revisions.length > 0 && (
        <ol className="grid gap-2 text-sm">
          {revisions.map((revision) => (
            <li key={revision.number} className="flex flex-wrap gap-x-3">
              <a href={revisionPath(revision.number)} className="min-w-0 underline-offset-4 hover:underline">
                <Name>{revision.summary}</Name>
              </a>
              <span className="text-muted-foreground">
                <Name>{texts.changes.by(authorOf(revision) ?? sourceOf(revision.source))}</Name>
              </span>
              <span className="ms-auto text-muted-foreground">
                <Moment at={revision.at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** A line with its count, and the list of what it counts if there is one. */
type ShareLine = {
  readonly name: string;
  readonly label: string;
  readonly count: number;
  readonly href: string | null;
};

type SharesProps = { readonly title: string; readonly shares: readonly ShareLine[]; readonly empty: string };

/** The most frequent values, with bars that repeat the numbers. */
function Shares({ title, shares, empty }: SharesProps) {
  const highest = Math.max(1, ...shares.map(({ count }) => count));
  return (
    <Panel title={title}>
      {shares.length === 0 ? (
        <p className="text-muted-foreground text-sm">{empty}</p>
      ) : (
        <table className="w-full text-sm">
          <caption className="sr-only">{title}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{texts.share.name}</th>
              <th scope="col">{texts.share.count}</th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ name, label, count, href }) => (
              <tr key={name}>
                <th scope="row" className="w-full py-1.5 text-start font-normal">
                  <span className="break-words">
                    {href === null ? (
                      <Name>{label}</Name>
                    ) : (
                      <a href={href} className="underline-offset-4 hover:underline">
                        <Name>{label}</Name>
                      </a>
                    )}
                  </span>
                  <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true" className="mt-1 h-1 w-full">
                    <rect width="100" height="2" className="fill-muted" />
                    <rect width={(count / highest) * 100} height="2" className="fill-chart" />
                  </svg>
                </th>
                <td className="ps-4 text-end align-top tabular-nums">{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
