import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

const steps = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A past time in the largest unit that fits: "3 hours ago". */
export function timeAgo(locale: Locale, seconds: number): string {
  const step = steps.find(([, length]) => seconds >= length);
  if (step === undefined) return translate(locale, 'time.now');
  const [unit, length] = step;
  return new Intl.RelativeTimeFormat(locale).format(-Math.floor(seconds / length), unit);
}

/** A duration in the largest unit that divides it: "30 days". */
export function duration(locale: Locale, seconds: number): string {
  const step = steps.find(([, length]) => seconds >= length && seconds % length === 0) ?? (['second', 1] as const);
  const [unit, length] = step;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length);
}
