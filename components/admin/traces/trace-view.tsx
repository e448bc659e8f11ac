import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Facts } from '#components/ui/facts';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import type { AdminAction } from '#lib/admin/action-state';
import { clientPath } from '#lib/admin/entries/entry-path';
import type { ActorPaths } from '#lib/admin/find-actor-paths';
import { type SignInLine, shownSignIns, type TraceLine } from '#lib/admin/traces/read-traces';
import { tracePath } from '#lib/admin/traces/trace-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { maximumSteps } from '#lib/trace/step-detail';
import { Author } from '../author';
import { debugAncestors } from '../debug/debug-tabs';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';
import { EntryName } from '../list/list-table';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { AutoRefresh } from './auto-refresh';
import { endpointName, outcomeName } from './step-names';
import { TraceState } from './trace-state';

type TraceViewProps = {
  readonly trace: TraceLine;
  /** The page of the person who started it. */
  readonly actors: ActorPaths;
  readonly signIns: readonly SignInLine[];
  /** Null for a person who can only view. */
  readonly stop: AdminAction | null;
  readonly csrf: string;
};

/** A trace with the sign-ins of its client, while it runs and afterwards. */
export function TraceView({ trace, actors, signIns, stop, csrf }: TraceViewProps) {
  const texts = adminTexts.traces;
  const href = tracePath(trace.id);
  return (
    <>
      <PageHeader
        title={texts.of(trace.clientName ?? trace.clientId)}
        ancestors={debugAncestors('traces')}
        badges={<TraceState trace={trace} />}
        actions={
          trace.running && (
            <>
              <AutoRefresh />
              <ButtonLink href={href}>{texts.again}</ButtonLink>
              {stop && (
                <ActionForm action={stop} csrf={csrf} hidden={{ trace: trace.id }} label={texts.stop}>
                  <SubmitButton variant="danger">{texts.stop}</SubmitButton>
                </ActionForm>
              )}
            </>
          )
        }
      />
      <Panel>
        <Facts
          facts={[
            [
              texts.columns.client,
              <EntryName
                key="client"
                href={clientPath(trace.clientId)}
                name={trace.clientName ?? trace.clientId}
                id={trace.clientName && trace.clientId}
              />,
            ],
            [texts.startedBy, <Author key="actor" actor={trace.actor} paths={actors} />],
            [texts.columns.started, <Moment key="started" full at={trace.startedAt} />],
          ]}
        />
      </Panel>
      {trace.full && <Notice tone="warning" title={texts.full(maximumSteps)} />}
      {signIns.length === 0 ? <Nothing running={trace.running} /> : <SignIns trace={trace} signIns={signIns} />}
    </>
  );
}

function Nothing({ running }: { readonly running: boolean }) {
  const { waiting, waitingText, nothing, nothingText } = adminTexts.traces;
  return running ? (
    <EmptyState title={waiting} text={waitingText} />
  ) : (
    <EmptyState title={nothing} text={nothingText} />
  );
}

function SignIns({ trace, signIns }: Pick<TraceViewProps, 'trace' | 'signIns'>) {
  const texts = adminTexts.traces;
  const { time, way, result, steps } = texts.signInColumns;
  return (
    <>
      <Table caption={texts.signIns} head={[time, way, result, { label: steps, className: 'text-end' }]}>
        {signIns.map((signIn) => (
          <SignInRow key={signIn.id} traceId={trace.id} signIn={signIn} />
        ))}
      </Table>
      {signIns.length >= shownSignIns && <p className="text-muted-foreground text-sm">{texts.cut(shownSignIns)}</p>}
    </>
  );
}

function SignInRow({ traceId, signIn }: { readonly traceId: string; readonly signIn: SignInLine }) {
  const texts = adminTexts.traces;
  const { id, steps, failed } = signIn;
  const first = steps[0];
  const last = steps.at(-1);
  return (
    <tr>
      <Cell heading>
        <a href={tracePath(traceId, id)} className="underline underline-offset-4">
          {first && <Moment at={first.at} />}
        </a>
      </Cell>
      <Cell className="min-w-56">{wayOf(signIn)}</Cell>
      <Cell>
        <span className="flex flex-wrap items-center gap-2">
          {last && outcomeName(last.outcome)}
          <Badge tone={failed ? 'bad' : 'good'}>{failed ? texts.bad : texts.good}</Badge>
        </span>
      </Cell>
      <Cell className="text-end tabular-nums">{steps.length}</Cell>
    </tr>
  );
}

/** The steps of a sign-in in their order. Pages that were only shown are left out; the page of the sign-in has them. */
function wayOf({ steps }: SignInLine): string {
  const done = steps.filter(({ outcome }) => outcome !== 'shown');
  return (done.length === 0 ? steps : done).map(({ endpoint }) => endpointName(endpoint)).join(' → ');
}
