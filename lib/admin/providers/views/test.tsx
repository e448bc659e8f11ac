import { CodeBlock } from '#components/admin/code-block';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
import { Name } from '#components/ui/text';
import type { TrialReport } from '#lib/federation/trial/report';
import { groupPath, providerPath } from '../../entries/entry-path';
import type { ProviderDetail } from '../read';
import { texts } from '../texts';
import { Addresses } from './connection';

type TestViewProps = {
  readonly provider: ProviderDetail;
  readonly last: { readonly report: TrialReport; readonly at: Date } | null;
  readonly csrf: string;
};

/** Starts a trial at the provider, which changes nothing, and shows the result of the last one. */
export function TestView({ provider, last, csrf }: TestViewProps) {
  const words = texts.test;
  const path = providerPath(provider.name);
  return (
    <>
      <PageHeader
        title={words.title(provider.displayName)}
        description={words.text}
        ancestors={[
          { label: texts.title, href: '/admin/providers' },
          { label: provider.displayName, href: path },
        ]}
      />
      {last && <Report report={last.report} at={last.at} provider={provider} />}
      <form method="post" action={`${path}/test/start`}>
        <input type="hidden" name="csrf" value={csrf} />
        <input type="hidden" name="name" value={provider.name} />
        <Button variant="primary">{last ? words.again : words.go}</Button>
      </form>
    </>
  );
}

type ReportProps = { readonly report: TrialReport; readonly at: Date; readonly provider: ProviderDetail };

function Report({ report, at, provider }: ReportProps) {
  const words = texts.test;
  if (report.outcome === 'failed') {
    return (
      <>
        <Notice tone="bad" role="alert" title={words.failed}>
          <p>{words.problems[report.problem]}</p>
          <p className="pt-1 text-xs">
            {words.reason}: <code className="break-words">{report.reason}</code>
          </p>
        </Notice>
        <Panel>
          <Addresses addresses={provider.addresses} type={provider.type} provider={provider.displayName} />
        </Panel>
      </>
    );
  }
  const { issuer, subject, decision, username, mapped, left_out: leftOut, groups, claims } = report;
  return (
    <>
      <Notice tone="good" role="status" title={words.passed} />
      <Panel>
        <Facts
          facts={[
            [words.at, <Moment key="at" at={at} />],
            [texts.discovery.facts.issuer, <code key="i">{issuer}</code>],
            [words.subject, <code key="s">{subject}</code>],
            [words.decision, words.decisions[decision](username ?? '')],
          ]}
        />
      </Panel>
      {leftOut.length > 0 && <Notice tone="warning" title={words.leftOut(leftOut)} />}
      <Panel title={words.mapped}>
        {Object.keys(mapped).length === 0 ? (
          <p className="text-muted-foreground text-sm">{words.mappedNone}</p>
        ) : (
          <Facts facts={Object.entries(mapped).map(([name, value]) => [name, textOf(value)] as const)} />
        )}
      </Panel>
      {groups && (
        <Panel title={words.groups}>
          <MappedGroups groups={groups} />
        </Panel>
      )}
      <CodeBlock name={words.received} code={JSON.stringify(claims, null, 2)} />
    </>
  );
}

type MappedGroupsProps = {
  readonly groups: NonNullable<Extract<TrialReport, { readonly outcome: 'passed' }>['groups']>;
};

/** The groups that the person would be in, each a link, or why nobody knows. */
function MappedGroups({ groups: { claim, names, is_missing: isMissing, problem } }: MappedGroupsProps) {
  const words = texts.test;
  if (problem !== null) return <Notice tone="warning" title={words.groupsProblems[problem]} />;
  if (isMissing) return <p className="text-muted-foreground text-sm">{words.groupsMissing(claim)}</p>;
  if (names.length === 0) return <p className="text-muted-foreground text-sm">{words.groupsNone}</p>;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {names.map((name) => (
        <li key={name}>
          <a href={groupPath(name)} className="underline underline-offset-4">
            <Name>{name}</Name>
          </a>
        </li>
      ))}
    </ul>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
