import type { ListPage } from '#lib/admin/list/list-page';
import { formatCount } from '#lib/i18n/admin/format-number';

/** The number of lines in a list, beside its title. */
export function ListTotal({ total, isCut = false }: Pick<ListPage<unknown>, 'total' | 'isCut'>) {
  return (
    <span data-total className="text-muted-foreground tabular-nums">
      {formatCount(total, isCut)}
    </span>
  );
}
