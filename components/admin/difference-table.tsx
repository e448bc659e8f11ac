import { Cell, Table } from '#components/ui/table';
import type { Difference } from '#lib/admin/audit/differences';
import { adminTexts } from '#lib/i18n/admin/texts';
import { visibleJson } from '#lib/i18n/display-text';
import { Name } from '../ui/name';

/** What an entry became, key by key. */
export function DifferenceTable({
  caption,
  differences,
}: {
  readonly caption: string;
  readonly differences: readonly Difference[];
}) {
  const texts = adminTexts.audit.event;
  return (
    <Table caption={caption} head={[texts.key, texts.before, texts.after]}>
      {differences.map(({ key, before, after }) => (
        <tr key={key}>
          <Cell heading>
            <code className="text-xs">{key}</code>
          </Cell>
          <Cell>
            <Value value={before} />
          </Cell>
          <Cell>
            <Value value={after} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function Value({ value }: { readonly value: unknown }) {
  if (value === undefined) return <span className="text-muted-foreground">–</span>;
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) {
    return (
      <ul className="grid gap-0.5">
        {value.map((item) => (
          <li key={item} className="break-all">
            <Name>{item}</Name>
          </li>
        ))}
      </ul>
    );
  }
  return <code className="whitespace-pre-wrap break-all text-xs">{visibleJson(value)}</code>;
}
