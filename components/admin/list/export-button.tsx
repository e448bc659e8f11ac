import { Button } from '#components/ui/button';
import type { Query } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { HiddenQuery } from './hidden-query';

type ExportButtonProps = { readonly path: string; readonly query: Query; readonly csrf: string };

/** Everything that a list is asked for, as a file. A form, because taking it along is recorded. */
export function ExportButton({ path, query, csrf }: ExportButtonProps) {
  return (
    <form method="post" action={path}>
      <input type="hidden" name="csrf" value={csrf} />
      <HiddenQuery query={query} />
      <Button>{adminTexts.shell.list.export}</Button>
    </form>
  );
}
