import { Button } from '#components/ui/button';
import { Facts } from '#components/ui/facts';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { providerPath } from '#lib/admin/entries/entry-path';
import type { ProviderDetail } from '#lib/admin/providers/read-provider';
import type { TrialReport } from '#lib/federation/trial/report';
import { adminTexts } from '#lib/i18n/admin/texts';
import { CodeBlock } from '../code-block';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { Addresses } from './addresses';

type TestViewProps = {
  readonly provider: ProviderDetail;
  readonly last: { readonly report: TrialReport; readonly at: Date } | null;
  readonly csrf: string;
};

/** Starts a trial at the provider, which changes nothing, and shows the result of the last one. */
export function TestView({ provider, last, csrf }: TestViewProps) {
  const texts = adminTexts.providers.test;
  const path = providerPath(provider.name);
  return (
    <>
      <PageHeader
        title={texts.title(provider.displayName)}
        description={texts.text}
        ancestors={[
          { label: adminTexts.providers.title, href: '/admin/providers' },
          { label: provider.displayName, href: path },
        ]}
      />
      {last && <Report report={last.report} at={last.at} provider={provider} />}
      <form method="post" action={`${path}/test/start`}>
        <input type="hidden" name="csrf" value={csrf} />
        <input type="hidden" name="name" value={provider.name} />
        <Button variant="primary">{last ? texts.again : texts.go}</Button>
      </form>
    </>
  );
}

type ReportProps = { readonly report: TrialReport; readonly at: Date; readonly provider: ProviderDetail };

function Report({ report, at, provider }: ReportProps) {
  const texts = adminTexts.providers.test;
  if (report.outcome === 'failed') {
    return (
      <>
        <Notice tone="bad" role="alert" title={texts.failed}>
          <p>{texts.problems[report.problem]}</p>
          <p className="pt-1 text-xs">
            {texts.reason}: <code className="break-words">{report.reason}</code>
          </p>
        </Notice>
        <Panel>
          <Addresses addresses={provider.addresses} type={provider.type} provider={provider.displayName} />
        </Panel>
      </>
    );
  }
  const { issuer, subject, decision, username, mapped, left_out: leftOut, claims } = report;
  return (
    <>
      <Notice tone="good" role="status" title={texts.passed} />
      <Panel>
        <Facts
          facts={[
            [texts.at, <Moment key="at" at={at} />],
            [adminTexts.providers.discovery.facts.issuer, <code key="i">{issuer}</code>],
            [texts.subject, <code key="s">{subject}</code>],
            [texts.decision, texts.decisions[decision](username ?? '')],
          ]}
        />
      </Panel>
      {leftOut.length > 0 && <Notice tone="warning" title={texts.leftOut(leftOut)} />}
      <Panel title={texts.mapped}>
        {Object.keys(mapped).length === 0 ? (
          <p className="text-muted-foreground text-sm">{texts.mappedNone}</p>
        ) : (
          <Facts facts={Object.entries(mapped).map(([name, value]) => [name, textOf(value)] as const)} />
        )}
      </Panel>
      <CodeBlock name={texts.received} code={JSON.stringify(claims, null, 2)} />
    </>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
