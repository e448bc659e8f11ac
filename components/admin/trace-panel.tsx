import { tracePath, tracesPath } from '#lib/admin/entries/entry-path';
import type { TraceLine } from '#lib/admin/traces/read';
import { texts } from '#lib/admin/traces/texts';
import { Badge } from '../ui/badge';
import { ButtonLink } from '../ui/button';
import { Panel } from '../ui/panel';
import { AdminForm } from './form/admin-form';
import { SubmitButton } from './form/form-end';

type TracePanelProps = {
  readonly clientId: string;
  /** The traces of this client, the newest first. */
  readonly traces: readonly TraceLine[];
  readonly mayStart: boolean;
};

/** On a client's page: the running trace, or the button that starts one. */
export function TracePanel({ clientId, traces, mayStart }: TracePanelProps) {
  const running = traces.find((trace) => trace.running);
  const earlier = traces.length > 0 && (
    <ButtonLink href={`${tracesPath}?client=${encodeURIComponent(clientId)}`} variant="quiet">
      {texts.older}
    </ButtonLink>
  );
  return (
    <Panel title={texts.onClient.title} description={texts.onClient.text} actions={earlier}>
      {running ? (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <span>{texts.onClient.running(running.actorName)}</span>
          <TraceState trace={running} />
          <ButtonLink href={tracePath(running.id)} variant="primary">
            {texts.open}
          </ButtonLink>
        </div>
      ) : (
        <StartForm clientId={clientId} mayStart={mayStart} />
      )}
    </Panel>
  );
}

function StartForm({ clientId, mayStart }: Omit<TracePanelProps, 'traces'>) {
  if (!mayStart) return <p className="text-muted-foreground text-sm">{texts.onClient.mayNot}</p>;
  return (
    <AdminForm action={`${tracesPath}/submit`} label={texts.onClient.title} proof="none">
      <input type="hidden" name="client" value={clientId} />
      <div>
        <SubmitButton>{texts.startButton}</SubmitButton>
      </div>
    </AdminForm>
  );
}

/** Whether a trace is running, and then for how long; otherwise who ended it. */
export function TraceState({ trace }: { readonly trace: Pick<TraceLine, 'running' | 'secondsLeft' | 'stoppedBy'> }) {
  const { running, secondsLeft, stoppedBy } = trace;
  if (!running) return <Badge>{stoppedBy === null ? texts.ended : texts.endedBy(stoppedBy)}</Badge>;
  return <Badge tone="good">{`${texts.running}, ${texts.left(Math.ceil(secondsLeft / 60))}`}</Badge>;
}
