import { Badge } from '#components/ui/badge';
import type { Severity } from '#lib/admin/checks/checked';
import { adminTexts } from '#lib/i18n/admin/texts';

const tones = { error: 'bad', warning: 'warning', advice: 'neutral' } as const;

/** The severity of a check in a word. */
export function SeverityBadge({ severity, count }: { readonly severity: Severity; readonly count?: number }) {
  const { severities, counted } = adminTexts.checks;
  return <Badge tone={tones[severity]}>{count === undefined ? severities[severity] : counted[severity](count)}</Badge>;
}
