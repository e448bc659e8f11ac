import { Panel } from '#components/ui/panel';
import { type Overview, refusedLimit, type Share, sampleSize } from '#lib/admin/overview/read-overview';
import { formatCount, formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';

/** What cannot be read says so and leaves the rest of the page alone. */
export function FailedTile({ href }: { readonly href: string }) {
  const { failedTile, again } = adminTexts.overview;
  return (
    <p className="text-muted-foreground text-sm">
      {failedTile}{' '}
      <a href={href} className="underline underline-offset-4">
        {again}
      </a>
    </p>
  );
}

/** The numbers of the installation. */
export function Numbers({ overview, href }: { readonly overview: Overview; readonly href: string }) {
  const texts = adminTexts.overview.numbers;
  const { numbers, series, before } = overview;
  const { active } = numbers;
  const issued = overview.tokens?.reduce((total, { people, clients }) => total + people + clients, 0) ?? null;
  const sum = (name: 'succeeded' | 'failed') => series?.reduce((total, point) => total + point[name], 0) ?? null;
  const since = (name: 'succeeded' | 'failed') =>
    before === null ? texts.inRange : texts.before(formatNumber(before[name]));
  const tiles: readonly (readonly [label: string, value: number | null, hint: string, href: string])[] = [
    [texts.signIns, sum('succeeded'), since('succeeded'), '/admin/audit?group=sign_in'],
    [texts.failed, sum('failed'), since('failed'), '/admin/audit?group=sign_in&outcome=failure'],
    [texts.tokens, issued, texts.inRange, '#tokens'],
    [texts.refused, numbers.refused, texts.inRange, '/admin/debug/requests'],
    [texts.active, active?.today ?? null, texts.activeHint(formatNumber(active?.yesterday ?? 0)), '/admin/users'],
    [texts.newUsers, numbers.newUsers, texts.inRange, '/admin/users'],
    [texts.users, numbers.users, texts.inAll, '/admin/users'],
    [texts.clients, numbers.clients, texts.inAll, '/admin/clients'],
  ];
  return (
    <ul aria-label={texts.label} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {tiles.map(([label, value, hint, link]) => (
        <li
          key={label}
          className="grid content-start gap-1 rounded-xl border border-border bg-card px-5 py-4 shadow-xs"
        >
          <a href={link} className="w-fit text-muted-foreground text-sm underline-offset-4 hover:underline">
            {label}
          </a>
          {value === null ? (
            <FailedTile href={href} />
          ) : (
            <>
              <p className="font-semibold text-2xl tabular-nums">
                {formatCount(value, label === texts.refused && value >= refusedLimit)}
              </p>
              <p className="text-muted-foreground text-xs">{hint}</p>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

type SharesProps = {
  readonly title: string;
  readonly shares: readonly Share[] | null;
  readonly empty: string;
  readonly words?: Readonly<Record<string, string>>;
  readonly href: string;
};

/** The most frequent of something, with bars that only repeat the numbers. */
export function Shares({ title, shares, empty, words = {}, href }: SharesProps) {
  const texts = adminTexts.overview;
  const highest = Math.max(1, ...(shares ?? []).map(({ count }) => count));
  const counted = (shares ?? []).reduce((sum, { count }) => sum + count, 0);
  return (
    <Panel title={title}>
      {shares === null && <FailedTile href={href} />}
      {shares?.length === 0 && <p className="text-muted-foreground text-sm">{empty}</p>}
      {shares !== null && shares.length > 0 && (
        <table className="w-full text-sm">
          <caption className="sr-only">{title}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{texts.share.name}</th>
              <th scope="col">{texts.share.count}</th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ name, count }) => (
              <tr key={name}>
                <th scope="row" className="w-full py-1.5 text-start font-normal">
                  <span className="break-words">{Object.hasOwn(words, name) ? words[name] : name}</span>
                  <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true" className="mt-1 h-1 w-full">
                    <rect width="100" height="2" className="fill-muted" />
                    <rect width={(count / highest) * 100} height="2" className="fill-foreground" />
                  </svg>
                </th>
                <td className="ps-4 text-end align-top tabular-nums">{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {counted >= sampleSize && <p className="mt-2 text-muted-foreground text-xs">{texts.sampled(sampleSize)}</p>}
    </Panel>
  );
}
