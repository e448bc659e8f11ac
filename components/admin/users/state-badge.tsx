import { Badge } from '#components/ui/badge';
import { adminTexts } from '#lib/i18n/admin/texts';

type StateBadgeProps = { readonly enabled: boolean; readonly isAttacked?: boolean };

/** Whether somebody may sign in, and whether others try to in their place; plain as usual. */
export function StateBadge({ enabled, isAttacked = false }: StateBadgeProps) {
  const texts = adminTexts.users.states;
  if (!enabled) return <Badge>{texts.disabled}</Badge>;
  return isAttacked ? <Badge tone="warning">{texts.attacked}</Badge> : texts.enabled;
}
