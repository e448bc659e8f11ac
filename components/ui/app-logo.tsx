import { Monogram } from './monogram';

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
