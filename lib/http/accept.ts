/**
 * How much a client prefers a media type, from 0 (not at all) to 1 (RFC 9110 §12.5.1). The most specific matching range
 * decides. Without the header, every type is equally good.
 * @param accept the value of the header
 * @param mediaType in lower case, without parameters
 */
export function qualityOf(accept: string | undefined, mediaType: string): number {
  if (accept === undefined) return 1;
  const [type] = mediaType.split('/');
  const ranges = readRanges(accept);
  return ranges.get(mediaType) ?? ranges.get(`${type}/*`) ?? ranges.get('*/*') ?? 0;
}

/** Whether a client names exactly this media type. A range that includes it does not count. */
export function names(accept: string | undefined, mediaType: string): boolean {
  return accept !== undefined && readRanges(accept).has(mediaType);
}

function readRanges(accept: string): ReadonlyMap<string, number> {
  return new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      return [type, readQuality(parameters.find((parameter) => parameter.startsWith('q=')))];
    }),
  );
}

/** A malformed quality counts as 0, because an unclear request must not select a type. */
function readQuality(parameter: string | undefined): number {
  if (parameter === undefined) return 1;
  const value = parameter.slice(2);
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(value) ? Number(value) : 0;
}
