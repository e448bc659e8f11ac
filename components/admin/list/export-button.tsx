import { Button } from '#components/ui/button';
import type { Query } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';

type ExportButtonProps = { readonly path: string; readonly query: Query; readonly csrf: string };

/** Everything that a list is asked for, as a file. A form, because taking it along is recorded. */
export function ExportButton({ path, query, csrf }: ExportButtonProps) {
  const filter = Object.entries(query).filter(([name]) => !['after', 'before', 'size', 'csrf'].includes(name));
  return (
    <form method="post" action={path}>
      <input type="hidden" name="csrf" value={csrf} />
      {filter.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button>{adminTexts.shell.list.export}</Button>
    </form>
  );
}
