import { formatCount } from '#lib/i18n/admin/format-number';

type ListTotalProps = {
  /** Null where nobody counted. */
  readonly total: number | null;
  /** Counting ended there. */
  readonly limit?: number;
};

/** How many entries a list has, beside its title. */
export function ListTotal({ total, limit = Number.POSITIVE_INFINITY }: ListTotalProps) {
  if (total === null) return null;
  return (
    <span data-total className="text-muted-foreground tabular-nums">
      {formatCount(total, total >= limit)}
    </span>
  );
}
