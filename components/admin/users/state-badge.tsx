import { Badge } from '#components/ui/badge';
import { adminTexts } from '#lib/i18n/admin/texts';

/** Whether somebody may sign in; plain where they may, as usual. */
export function StateBadge({ enabled }: { readonly enabled: boolean }) {
  const texts = adminTexts.users.states;
  return enabled ? texts.enabled : <Badge>{texts.disabled}</Badge>;
}
