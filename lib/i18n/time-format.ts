/** By locale and options. There are a few for each of a few hundred zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A format for times. It is cached, because creating one takes much longer than using it. */
export function timeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
