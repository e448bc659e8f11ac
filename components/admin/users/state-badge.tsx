import { Badge } from '#components/ui/badge';
import { adminTexts } from '#lib/i18n/admin/texts';

type StateBadgeProps = { readonly enabled: boolean; readonly isAttacked?: boolean };

/** Whether a user is enabled, disabled or under attack. The usual state is plain text. */
export function StateBadge({ enabled, isAttacked = false }: StateBadgeProps) {
  const texts = adminTexts.users.states;
  if (!enabled) return <Badge>{texts.disabled}</Badge>;
  return isAttacked ? <Badge tone="warning">{texts.attacked}</Badge> : texts.enabled;
}
