import { Badge } from '#components/ui/badge';
import { Panel } from '#components/ui/panel';
import { TabsNav } from '#components/ui/tabs-nav';
import { overviewRanges } from '#lib/admin/overview/buckets';
import type { FirstStep } from '#lib/admin/overview/first-steps';
import type { Overview } from '#lib/admin/overview/read-overview';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';
import { Attention } from './attention';
import { ColumnChart } from './column-chart';
import { FailedTile, Numbers, Shares } from './tiles';

type OverviewViewProps = { readonly overview: Overview; readonly steps: readonly FirstStep[] | null };

/** The first page: what needs attention, what happens, what comes first on a new installation. */
export function OverviewView({ overview, steps }: OverviewViewProps) {
  const texts = adminTexts.overview;
  const { range, reasons, topClients } = overview;
  const href = `/admin?range=${range}`;
  return (
    <>
      <PageHeader title={texts.title} />
      <Attention attention={overview.attention} href={href} />
      {steps && <Steps steps={steps} />}
      <TabsNav
        label={texts.range.label}
        tabs={overviewRanges.map((name) => ({
          label: texts.range[name],
          href: `/admin?range=${name}`,
          current: name === range,
        }))}
      />
      <Numbers overview={overview} href={href} />
      <Panel title={texts.series.title} description={texts.series.description}>
        <SignIns overview={overview} href={href} />
      </Panel>
      <Panel id="tokens" title={texts.tokens.title} description={texts.tokens.description}>
        <Tokens overview={overview} href={href} />
      </Panel>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Shares
          title={texts.reasons.title}
          shares={reasons}
          empty={texts.reasons.none}
          words={texts.reasons}
          href={href}
        />
        <Shares title={texts.topClients.title} shares={topClients} empty={texts.topClients.none} href={href} />
      </div>
    </>
  );
}

type SeriesProps = { readonly overview: Overview; readonly href: string };

function SignIns({ overview: { series }, href }: SeriesProps) {
  const texts = adminTexts.overview.series;
  if (series === null) return <FailedTile href={href} />;
  const total = (name: 'succeeded' | 'failed') => formatNumber(series.reduce((sum, point) => sum + point[name], 0));
  return (
    <ColumnChart
      title={texts.title}
      columns={series.map(({ from, succeeded, failed }) => ({ from, lower: succeeded, upper: failed }))}
      labels={{ lower: texts.succeeded, upper: texts.failed }}
      isUpperBad
      summary={texts.summary(total('succeeded'), total('failed'))}
    />
  );
}

function Tokens({ overview: { tokens }, href }: SeriesProps) {
  const texts = adminTexts.overview.tokens;
  if (tokens === null) return <FailedTile href={href} />;
  const total = (name: 'people' | 'clients') => formatNumber(tokens.reduce((sum, point) => sum + point[name], 0));
  return (
    <ColumnChart
      title={texts.title}
      columns={tokens.map(({ from, people, clients }) => ({ from, lower: people, upper: clients }))}
      labels={{ lower: texts.people, upper: texts.clients }}
      summary={texts.summary(total('people'), total('clients'))}
    />
  );
}

function Steps({ steps }: { readonly steps: readonly FirstStep[] }) {
  const texts = adminTexts.overview.steps;
  const done = steps.filter((step) => step.done).length;
  return (
    <Panel title={texts.title} description={texts.progress(done, steps.length)}>
      <ol className="grid gap-2 text-sm">
        {steps.map((step) => (
          <li key={step.step} className="flex flex-wrap items-center gap-2">
            <Badge tone={step.done ? 'good' : 'neutral'}>{step.done ? texts.done : texts.open}</Badge>
            <a href={step.href} className="underline underline-offset-4">
              {texts[step.step]}
            </a>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
