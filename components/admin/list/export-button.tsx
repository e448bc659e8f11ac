import { Button } from '#components/ui/button';
import type { Query } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { pageForms } from '../page-facts';
import { HiddenQuery } from './hidden-query';

type ExportButtonProps = { readonly path: string; readonly query: Query };

/** Downloads all lines of a list with its current filters. It is a form because exports are recorded. */
export function ExportButton({ path, query }: ExportButtonProps) {
  return (
    <form method="post" action={path}>
      <input type="hidden" name="csrf" value={pageForms().csrf} />
      <HiddenQuery query={query} />
      <Button>{adminTexts.shell.list.export}</Button>
    </form>
  );
}
