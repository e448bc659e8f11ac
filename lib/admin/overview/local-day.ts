const minuteMs = 60_000;

/** The moment at which the day that it is in a zone began there; where it began at no midnight, its first moment. */
export function startOfLocalDay(at: Date, zone: string): Date {
  const midnight = new Date(at.getTime() - minutesOf(at, zone) * minuteMs - (at.getTime() % minuteMs));
  // The offset may have changed since: then this is another time of the day, or of the day before.
  const minutes = minutesOf(midnight, zone);
  if (minutes === 0) return midnight;
  const rest = minutes > 12 * 60 ? 24 * 60 - minutes : -minutes;
  return new Date(midnight.getTime() + rest * minuteMs);
}

/** How many minutes of the day a clock in the zone shows. */
function minutesOf(at: Date, zone: string): number {
  const parts = formatOf(zone).formatToParts(at);
  const part = (wanted: 'hour' | 'minute') => Number(parts.find(({ type }) => type === wanted)?.value ?? 0);
  return part('hour') * 60 + part('minute');
}

/** By name, of which there are a few hundred. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  formats.set(timeZone, format);
  return format;
}
