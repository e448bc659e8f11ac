import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import type { ActorPaths } from '#lib/admin/find-actor-paths';
import type { PickAnswer, Picked } from '#lib/admin/pick/find-picks';
import type { TraceLine } from '#lib/admin/traces/read-traces';
import { tracePath, tracesPath } from '#lib/admin/traces/trace-path';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Author } from '../author';
import { DebugHeader } from '../debug/debug-tabs';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';
import { type Column, EntryName, nameColumn } from '../list/list-table';
import { ListView } from '../list/list-view';
import { Moment } from '../moment';
import { Picker } from '../pick/picker';
import { TraceState } from './trace-state';

type TracesViewProps = {
  readonly traces: readonly TraceLine[];
  /** The pages of the people who started them. */
  readonly actors: ActorPaths;
  /** The text in the filter for a client, and its meaning. */
  readonly typed: string | null;
  readonly client: PickAnswer | null;
  readonly fewClients: readonly Picked[];
  /** Null for a person who can only view. */
  readonly start: AdminAction | null;
  readonly csrf: string;
};

/** The traces of the last 24 hours, and a form that starts one. */
export function TracesView({ traces, actors, typed, client, fewClients, start, csrf }: TracesViewProps) {
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

const { client, started, by, state, steps } = adminTexts.traces.columns;

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
