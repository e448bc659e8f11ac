import { Badge } from '#components/ui/badge';
import type { TraceLine } from '#lib/admin/traces/read-traces';
import { adminTexts } from '#lib/i18n/admin/texts';

/** Whether a trace is running, and then for how long; otherwise who ended it. */
export function TraceState({ trace }: { readonly trace: Pick<TraceLine, 'running' | 'secondsLeft' | 'stoppedBy'> }) {
  const texts = adminTexts.traces;
  const { running, secondsLeft, stoppedBy } = trace;
  if (!running) return <Badge>{stoppedBy === null ? texts.ended : texts.endedBy(stoppedBy)}</Badge>;
  return <Badge tone="good">{`${texts.running}, ${texts.left(Math.ceil(secondsLeft / 60))}`}</Badge>;
}
