import { Author } from '#components/admin/author';
import { DebugHeader, debugAncestors } from '#components/admin/debug-header';
import { AdminForm } from '#components/admin/form/admin-form';
import { SubmitButton } from '#components/admin/form/form-end';
import { type Column, EntryName, nameColumn } from '#components/admin/list/list-table';
import { ListView } from '#components/admin/list/list-view';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { Picker } from '#components/admin/pick/picker';
import { TraceState } from '#components/admin/trace-panel';
import { Badge } from '#components/ui/badge';
import { Button, ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { EmptyState, Panel } from '#components/ui/panel';
import { Cell, Facts, Table } from '#components/ui/table';
import { formatNumber } from '#lib/i18n/admin/format';
import { maximumSteps } from '#lib/trace/step-detail';
import { canEdit } from '../access/permission';
import { texts as debugTexts } from '../debug/texts';
import { clientPath, tracePath, tracesPath } from '../entries/entry-path';
import { type ActorPaths, findActorPaths } from '../find-actor-paths';
import type { AreaPages } from '../kit/view';
import { listFewPicks, type PickAnswer, type Picked, readTyped, resolvePick } from '../pick/read';
import { traceActions } from './actions';
import {
  readSignIn,
  readTrace,
  readTraces,
  type SignInLine,
  type StepView,
  shownSignIns,
  type TraceLine,
} from './read';
import { texts } from './texts';
import { endpointName, outcomeName, StepItem } from './views/step';

export const tracePages: AreaPages = {
  section: 'debug',
  actions: traceActions,
  pages: [
    {
      path: 'debug/traces',
      permission: 'read',
      render: async ({ admin, query }) => {
        const typed = readTyped(query, 'client');
        const client = await resolvePick(admin, 'client', typed);
        const traces = await readTraces(admin, client !== null && 'picked' in client ? client.picked.id : null);
        const actors = await findActorPaths(
          admin,
          traces.map(({ actor }) => actor),
        );
        const fewClients = await listFewPicks(admin, 'client');
        const shown = { traces, actors, typed, client, fewClients, mayStart: canEdit(admin) };
        return { title: debugTexts.tools.traces.title, body: <TracesView {...shown} /> };
      },
    },
    {
      path: 'debug/traces/[trace]',
      permission: 'read',
      render: async ({ admin, names: { trace: id = '' } }) => {
        const { trace, signIns } = await readTrace(admin, id);
        const shown = { trace, signIns, actors: await findActorPaths(admin, [trace.actor]), mayStop: canEdit(admin) };
        return { title: texts.of(trace.clientName ?? trace.clientId), body: <TraceView {...shown} /> };
      },
    },
    {
      path: 'debug/traces/[trace]/[step]',
      permission: 'read',
      render: async ({ admin, names: { trace: id = '', step = '' } }) => {
        const { trace, steps } = await readSignIn(admin, id, step);
        const title = `${texts.signIn}: ${texts.of(trace.clientName ?? trace.clientId)}`;
        return { title, body: <SignInView trace={trace} steps={steps} /> };
      },
    },
  ],
};

type TracesViewProps = {
  readonly traces: readonly TraceLine[];
  /** The pages of the people who started them. */
  readonly actors: ActorPaths;
  /** The text in the filter for a client, and its meaning. */
  readonly typed: string | null;
  readonly client: PickAnswer | null;
  readonly fewClients: readonly Picked[];
  readonly mayStart: boolean;
};

/** The traces of the last 24 hours, and a form that starts one. */
export function TracesView({ traces, actors, typed, client, fewClients, mayStart }: TracesViewProps) {
  return (
    <>
      <DebugHeader tool="traces" />
      {mayStart && (
        <Panel title={texts.start} description={texts.startText}>
          <AdminForm action={`${tracesPath}/submit`} label={texts.start} proof="none" className="grid gap-4">
            <Picker
              required
              kind="client"
              name="client"
              label={texts.client}
              value={typed}
              answer={client}
              few={fewClients}
            />
            <div>
              <SubmitButton>{texts.startButton}</SubmitButton>
            </div>
          </AdminForm>
        </Panel>
      )}
      <ListView
        address={{ path: tracesPath, query: {} }}
        texts={texts}
        page={{ lines: traces, first: 1, total: traces.length, previous: null, next: null }}
        columns={columnsOf(actors)}
        keyOf={({ id }) => id}
      />
    </>
  );
}

const { client, started, by, state, steps } = texts.columns;

function columnsOf(actors: ActorPaths): readonly Column<TraceLine>[] {
  return [
    {
      label: client,
      phone: 'name',
      className: nameColumn,
      cell: (trace) => <EntryName href={tracePath(trace.id)} name={trace.clientName ?? trace.clientId} />,
    },
    { label: started, phone: 'fact', cell: (trace) => <Moment at={trace.startedAt} /> },
    {
      label: by,
      phone: 'fact',
      className: '[overflow-wrap:anywhere]',
      cell: ({ actor }) => <Author actor={actor} paths={actors} />,
    },
    { label: state, phone: 'state', cell: (trace) => <TraceState trace={trace} /> },
    { label: steps, isNumber: true, cell: (trace) => formatNumber(trace.seen) },
  ];
}

type TraceViewProps = {
  readonly trace: TraceLine;
  /** The page of the person who started it. */
  readonly actors: ActorPaths;
  readonly signIns: readonly SignInLine[];
  readonly mayStop: boolean;
};

/** A trace with the sign-ins of its client, while it runs and afterwards. */
export function TraceView({ trace, actors, signIns, mayStop }: TraceViewProps) {
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
              {mayStop && (
                <AdminForm action={`${href}/submit`} label={texts.stop} proof="none">
                  <SubmitButton variant="danger">{texts.stop}</SubmitButton>
                </AdminForm>
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
  const { waiting, waitingText, nothing, nothingText } = texts;
  return running ? (
    <EmptyState title={waiting} text={waitingText} />
  ) : (
    <EmptyState title={nothing} text={nothingText} />
  );
}

function SignIns({ trace, signIns }: Pick<TraceViewProps, 'trace' | 'signIns'>) {
  const { time, way, result, steps } = texts.signInColumns;
  return (
    <>
      <Table
        caption={texts.signIns}
        head={[time, way, { label: result, className: wide }, { label: steps, className: `text-end ${wide}` }]}
      >
        {signIns.map((signIn) => (
          <SignInRow key={signIn.id} traceId={trace.id} signIn={signIn} />
        ))}
      </Table>
      {signIns.length >= shownSignIns && <p className="text-muted-foreground text-sm">{texts.cut(shownSignIns)}</p>}
    </>
  );
}

/** For columns that a phone does not show. It has the result below the steps. */
const wide = 'max-sm:hidden';

const tones = { good: 'good', fixed: 'good', recovered: 'neutral', refused: 'bad' } as const;

function SignInRow({ traceId, signIn }: { readonly traceId: string; readonly signIn: SignInLine }) {
  const { id, steps, result } = signIn;
  const first = steps[0];
  const last = steps.at(-1);
  const told = (
    <span className="flex flex-wrap items-center gap-2">
      {last && outcomeName(last.outcome)}
      <Badge tone={tones[result]}>{texts.results[result]}</Badge>
    </span>
  );
  return (
    <tr>
      <Cell heading>
        <a href={tracePath(traceId, id)} className="underline underline-offset-4">
          {first && <Moment at={first.at} />}
        </a>
      </Cell>
      <Cell className="sm:min-w-56">
        {wayOf(signIn)}
        <span className="mt-1 block sm:hidden">{told}</span>
      </Cell>
      <Cell className={wide}>{told}</Cell>
      <Cell className={`text-end tabular-nums ${wide}`}>{steps.length}</Cell>
    </tr>
  );
}

/** The steps of a sign-in in their order. Pages that were only shown are left out; the page of the sign-in has them. */
function wayOf({ steps }: SignInLine): string {
  const done = steps.filter(({ outcome }) => outcome !== 'shown');
  return (done.length === 0 ? steps : done).map(({ endpoint }) => endpointName(endpoint)).join(' → ');
}

type SignInViewProps = { readonly trace: TraceLine; readonly steps: readonly StepView[] };

/** One sign-in, step by step. */
function SignInView({ trace, steps }: SignInViewProps) {
  const [first] = steps;
  return (
    <>
      <PageHeader
        title={texts.signIn}
        description={texts.markHelp}
        ancestors={[
          ...debugAncestors('traces'),
          { label: texts.of(trace.clientName ?? trace.clientId), href: tracePath(trace.id) },
        ]}
        badges={<TraceState trace={trace} />}
        actions={
          trace.running &&
          first && (
            <>
              <AutoRefresh />
              <ButtonLink href={tracePath(trace.id, first.id)}>{texts.again}</ButtonLink>
            </>
          )
        }
      />
      <ol aria-label={texts.timeline} className="grid gap-4">
        {steps.map((step) => (
          <StepItem key={step.id} step={step} startedAt={first?.at ?? step.at} />
        ))}
      </ol>
    </>
  );
}

/**
 * Pauses browser/look-again.ts, which keeps the page up to date. Without scripts it is hidden, and a link reloads the
 * page.
 */
function AutoRefresh() {
  const { pause, resume } = texts;
  return (
    <Button type="button" variant="quiet" hidden data-look-again={resume}>
      {pause}
    </Button>
  );
}
