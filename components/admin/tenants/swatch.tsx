/** A color to look at. The policy of the pages allows no style of an element, but a drawing may be colored. */
export function Swatch({ color }: { readonly color: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="inline-block size-4 shrink-0 rounded border border-input">
      <rect width="16" height="16" fill={color} />
    </svg>
  );
}
