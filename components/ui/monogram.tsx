/**
 * The first letter of a name in a tile. It replaces an application's logo or a person's picture that would have to be
 * loaded from another server.
 */
export function Monogram({
  name,
  shape,
}: {
  readonly name: string;
  readonly shape: 'application' | 'provider' | 'person' | 'small-person';
}) {
  const letter = Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '?';
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 select-none items-center justify-center border font-semibold ${looks[shape]}`}
    >
      {letter}
    </span>
  );
}

const looks = {
  application: 'size-12 rounded-box border-border bg-muted text-lg shadow-xs',
  // True inside a button, which must not become taller than the others.
  provider: 'size-6 rounded-md border-border bg-muted text-xs',
  person: 'size-10 rounded-full border-transparent bg-foreground/8 text-[0.9375rem]',
  'small-person': 'size-8 rounded-full border-transparent bg-foreground/8 text-xs',
} as const;

/** The application's logo from this server, or the first letter of its name. */
export function AppLogo({ name, logo }: { readonly name: string; readonly logo: string | null }) {
  if (logo === null) return <Monogram name={name} shape="application" />;
  return (
    // biome-ignore lint/performance/noImgElement: a picture of our own origin in its own size
    <img
      src={logo}
      alt=""
      width={48}
      height={48}
      className="size-12 shrink-0 rounded-box border border-border bg-plate object-contain p-1"
    />
  );
}
