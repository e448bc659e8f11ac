/** A time for people: in UTC, to the second, so that everybody reads the same. */
export function Moment({ at }: { readonly at: Date }) {
  const iso = at.toISOString();
  return (
    <time dateTime={iso} className="whitespace-nowrap tabular-nums">
      {`${iso.slice(0, 10)} ${iso.slice(11, 19)}`}
    </time>
  );
}
