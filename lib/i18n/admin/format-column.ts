import { timeFormat } from '../time-format';

/** The label of a column of a chart: "14:00" for an hour, "Nov 16" for a day. */
export function formatColumn(
  from: Date,
  { zone, isHour }: { readonly zone: string; readonly isHour: boolean },
): string {
  const parts = isHour ? hourParts : dayParts;
  return timeFormat('en-US', { timeZone: zone, ...parts }).format(from);
}

const hourParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const dayParts = { month: 'short', day: 'numeric' } as const;

type Span = { readonly from: string | null; readonly to: string | null };

/** A period between two times in ISO 8601: "Nov 16, 00:00 – Nov 23, 11:06". Null means open. */
export function formatPeriod({ from, to }: Span, zone: string): string {
  const tell = (at: string | null) => {
    if (at === null) return '';
    const date = new Date(at);
    return `${formatColumn(date, { zone, isHour: false })}, ${formatColumn(date, { zone, isHour: true })}`;
  };
  return `${tell(from)} – ${tell(to)}`.trim();
}

/** A change in percent: "+12%", "-1%". Null if there was nothing before. */
export function formatChange(now: number, before: number | null): string | null {
  if (before === null || before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? '+' : ''}${percent.toLocaleString('en-US')}%`;
}
