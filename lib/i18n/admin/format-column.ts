/** By zone and kind, of which there are a few hundred. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** What a column of a chart stands for: "14:00" for an hour, "Nov 16" for a day. */
export function formatColumn(
  from: Date,
  { zone, isHour }: { readonly zone: string; readonly isHour: boolean },
): string {
  const key = `${zone} ${isHour}`;
  const known = formats.get(key) ?? createFormat(zone, isHour);
  formats.set(key, known);
  return known.format(from);
}

function createFormat(timeZone: string, isHour: boolean): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    ...(isHour ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { month: 'short', day: 'numeric' }),
  });
}

type Span = { readonly from: string | null; readonly to: string | null };

/** From a time to another, in ISO 8601: "Nov 16, 00:00 – Nov 23, 11:06". Null is open. */
export function formatPeriod({ from, to }: Span, zone: string): string {
  const tell = (at: string | null) => {
    if (at === null) return '';
    const date = new Date(at);
    return `${formatColumn(date, { zone, isHour: false })}, ${formatColumn(date, { zone, isHour: true })}`;
  };
  return `${tell(from)} – ${tell(to)}`.trim();
}

/** A change in percent: "+12%", "-1%"; null where there was nothing before. */
export function formatChange(now: number, before: number | null): string | null {
  if (before === null || before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? '+' : ''}${percent.toLocaleString('en-US')}%`;
}
