import type { Severity } from '#lib/admin/checks/checked';
import { texts } from '#lib/admin/checks/texts';
import { Badge } from '../ui/badge';

const tones = { error: 'bad', warning: 'warning', advice: 'neutral' } as const;

/** The severity of a check in a word. */
export function SeverityBadge({ severity, count }: { readonly severity: Severity; readonly count?: number }) {
  const { severities, counted } = texts;
  return <Badge tone={tones[severity]}>{count === undefined ? severities[severity] : counted[severity](count)}</Badge>;
}
