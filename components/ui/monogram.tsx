/**
 * The first letter of a name in a tile. It stands for an application's logo or a person's picture, which would have
 * to be loaded from a foreign server.
 */
export function Monogram({ name, shape }: { readonly name: string; readonly shape: 'application' | 'person' }) {
  const letter = Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '?';
  const corners = shape === 'person' ? 'rounded-full' : 'rounded-[9px]';
  return (
    <span
      aria-hidden="true"
      className={`inline-flex size-9 shrink-0 select-none items-center justify-center border border-border bg-muted font-semibold text-[0.9375rem] ${corners}`}
    >
      {letter}
    </span>
  );
}
