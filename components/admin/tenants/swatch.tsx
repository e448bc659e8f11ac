type SwatchProps = {
  /** Null if none was chosen. */
  readonly color: string | null;
  readonly className?: string;
};

/** Shows a color. It is a drawing because the content security policy forbids style attributes. */
export function Swatch({ color, className = 'size-4' }: SwatchProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      preserveAspectRatio="none"
      className={`inline-block shrink-0 rounded border border-input text-muted-foreground/50 ${className}`}
    >
      <path d="m0 8 8-8M0 16 16 0M8 16l8-8" stroke="currentColor" strokeWidth="1.5" />
      <rect width="16" height="16" fill={color ?? 'none'} data-swatch />
    </svg>
  );
}
