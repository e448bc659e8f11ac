/** A colour to look at. The policy of the pages allows no style of an element, but a drawing may be coloured. */
export function Swatch({ colour }: { readonly colour: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="inline-block size-4 shrink-0 rounded border border-input">
      <rect width="16" height="16" fill={colour} />
    </svg>
  );
}
