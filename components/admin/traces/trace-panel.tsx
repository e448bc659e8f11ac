import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import type { TraceLine } from '#lib/admin/traces/read-traces';
import { tracePath, tracesPath } from '#lib/admin/traces/trace-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';
import { TraceState } from './trace-state';

type TracePanelProps = {
  readonly clientId: string;
  /** The traces of this client, the newest first. */
  readonly traces: readonly TraceLine[];
  /** Null for a person who can only view. */
  readonly start: AdminAction | null;
  readonly csrf: string;
};

/** On a client's page: the running trace, or the button that starts one. */
export function TracePanel({ clientId, traces, start, csrf }: TracePanelProps) {
  const texts = adminTexts.traces;
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
        <StartForm clientId={clientId} start={start} csrf={csrf} />
      )}
    </Panel>
  );
}

function StartForm({ clientId, start, csrf }: Omit<TracePanelProps, 'traces'>) {
  const texts = adminTexts.traces;
  if (start === null) return <p className="text-muted-foreground text-sm">{texts.onClient.mayNot}</p>;
  return (
    <ActionForm action={start} csrf={csrf} hidden={{ client: clientId }} label={texts.onClient.title}>
      <div>
        <SubmitButton>{texts.startButton}</SubmitButton>
      </div>
    </ActionForm>
  );
}
