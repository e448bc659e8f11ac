import type { SeriesPoint } from '#lib/admin/overview/read-overview';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from '../moment';
import { Cell, Table } from '../ui/table';

const width = 720;
const height = 180;
const gap = 3;

/** Succeeded and failed sign-ins as stacked columns; failed ones are hatched, so that the colour says nothing alone. */
export function SignInChart({ series }: { readonly series: readonly SeriesPoint[] }) {
  const texts = adminTexts.overview.series;
  const total = (name: 'succeeded' | 'failed') => series.reduce((sum, point) => sum + point[name], 0);
  const highest = Math.max(1, ...series.map(({ succeeded, failed }) => succeeded + failed));
  const column = width / series.length;
  const scale = (count: number) => (count / highest) * height;
  return (
    <div className="grid gap-3">
      <svg viewBox={`0 0 ${width} ${height + 2}`} className="h-auto w-full" aria-hidden="true">
        <defs>
          <pattern id="failed" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="6" height="6" className="fill-destructive-soft" />
            <line x1="0" y1="0" x2="0" y2="6" className="stroke-destructive" strokeWidth="4" />
          </pattern>
        </defs>
        <line x1="0" y1={height + 1} x2={width} y2={height + 1} className="stroke-border" />
        {series.map(({ from, succeeded, failed }, index) => (
          <g key={from.toISOString()} transform={`translate(${index * column + gap / 2} 0)`}>
            <rect
              y={height - scale(succeeded)}
              width={column - gap}
              height={scale(succeeded)}
              className="fill-success"
            />
            <rect
              y={height - scale(succeeded + failed)}
              width={column - gap}
              height={scale(failed)}
              fill="url(#failed)"
            />
          </g>
        ))}
      </svg>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
        <p className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="size-3 rounded-sm bg-success" /> {texts.succeeded}
        </p>
        <p className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="size-3 rounded-sm border-2 border-destructive bg-destructive-soft" />{' '}
          {texts.failed}
        </p>
        <p className="text-muted-foreground">{texts.summary(total('succeeded'), total('failed'))}</p>
      </div>
      <details>
        <summary className="w-fit text-sm underline underline-offset-4">{texts.table}</summary>
        <div className="mt-3">
          <Table caption={texts.title} head={[texts.from, texts.succeeded, texts.failed]}>
            {series.map(({ from, succeeded, failed }) => (
              <tr key={from.toISOString()}>
                <Cell heading>
                  <Moment at={from} />
                </Cell>
                <Cell className="tabular-nums">{succeeded}</Cell>
                <Cell className="tabular-nums">{failed}</Cell>
              </tr>
            ))}
          </Table>
        </div>
      </details>
    </div>
  );
}
