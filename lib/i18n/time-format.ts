/** By locale and options, of which there are a few for each of a few hundred zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A format of times; it is kept, because making one takes much longer than using it. */
export function timeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
