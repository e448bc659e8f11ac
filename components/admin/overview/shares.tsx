import { Panel } from '#components/ui/panel';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';

/** A line with its count, and the list of what it counts if there is one. */
type ShareLine = {
  readonly name: string;
  readonly label: string;
  readonly count: number;
  readonly href: string | null;
};

type SharesProps = { readonly title: string; readonly shares: readonly ShareLine[]; readonly empty: string };

/** The most frequent values, with bars that repeat the numbers. */
export function Shares({ title, shares, empty }: SharesProps) {
  const texts = adminTexts.overview.share;
  const highest = Math.max(1, ...shares.map(({ count }) => count));
  return (
    <Panel title={title}>
      {shares.length === 0 ? (
        <p className="text-muted-foreground text-sm">{empty}</p>
      ) : (
        <table className="w-full text-sm">
          <caption className="sr-only">{title}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{texts.name}</th>
              <th scope="col">{texts.count}</th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ name, label, count, href }) => (
              <tr key={name}>
                <th scope="row" className="w-full py-1.5 text-start font-normal">
                  <span className="break-words">
                    {href === null ? (
                      <Name>{label}</Name>
                    ) : (
                      <a href={href} className="underline-offset-4 hover:underline">
                        <Name>{label}</Name>
                      </a>
                    )}
                  </span>
                  <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true" className="mt-1 h-1 w-full">
                    <rect width="100" height="2" className="fill-muted" />
                    <rect width={(count / highest) * 100} height="2" className="fill-chart" />
                  </svg>
                </th>
                <td className="ps-4 text-end align-top tabular-nums">{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
