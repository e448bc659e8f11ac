import { Button } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';

/**
 * Pauses browser/look-again.ts, which keeps the page up to date. Without scripts it is hidden, and a link reloads the
 * page.
 */
export function AutoRefresh() {
  const { pause, resume } = adminTexts.traces;
  return (
    <Button type="button" variant="quiet" hidden data-look-again={resume}>
      {pause}
    </Button>
  );
}
