import { EmptyState } from '#components/ui/empty-state';
import { Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import type { AdminAction } from '#lib/admin/action-state';
import type { PickAnswer, Picked } from '#lib/admin/pick/find-picks';
import type { TraceLine } from '#lib/admin/traces/read-traces';
import { tracePath } from '#lib/admin/traces/trace-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { DebugHeader } from '../debug/debug-tabs';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';
import { Moment } from '../moment';
import { Picker } from '../pick/picker';
import { TraceState } from './trace-state';

type TracesViewProps = {
  readonly traces: readonly TraceLine[];
  /** What was typed as the client whose traces are listed, and what it means. */
  readonly typed: string | null;
  readonly client: PickAnswer | null;
  readonly fewClients: readonly Picked[];
  /** Null for somebody who may only look. */
  readonly start: AdminAction | null;
  readonly csrf: string;
};

/** The traces of the last day, and the way to start one. */
export function TracesView({ traces, typed, client, fewClients, start, csrf }: TracesViewProps) {
  const texts = adminTexts.traces;
  return (
    <>
      <DebugHeader tool="traces" />
      {start && (
        <Panel title={texts.start} description={texts.startText}>
          <ActionForm action={start} csrf={csrf} label={texts.start} className="grid gap-4">
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
          </ActionForm>
        </Panel>
      )}
      {traces.length === 0 ? <EmptyState title={texts.none} text={texts.noneText} /> : <Rows traces={traces} />}
    </>
  );
}

function Rows({ traces }: Pick<TracesViewProps, 'traces'>) {
  const texts = adminTexts.traces;
  const { client, started, by, state, steps } = texts.columns;
  return (
    <Table caption={texts.caption} head={[client, started, by, state, { label: steps, className: 'text-end' }]}>
      {traces.map((trace) => (
        <tr key={trace.id}>
          <Cell heading>
            <a href={tracePath(trace.id)} className="break-words underline underline-offset-4">
              <Name>{trace.clientName ?? trace.clientId}</Name>
            </a>
          </Cell>
          <Cell>
            <Moment at={trace.startedAt} />
          </Cell>
          <Cell className="break-words">
            <Name>{trace.actorName}</Name>
          </Cell>
          <Cell>
            <TraceState trace={trace} />
          </Cell>
          <Cell className="text-end tabular-nums">{trace.seen}</Cell>
        </tr>
      ))}
    </Table>
  );
}
