import type { SiteEntry } from '#lib/docs/open-site';

type NeighborsProps = { readonly previous: SiteEntry | null; readonly next: SiteEntry | null };

/** The pages before and after in the order of the navigation. */
export function Neighbors({ previous, next }: NeighborsProps) {
  return (
    <nav
      aria-label="Previous and next page"
      className="mt-12 flex flex-wrap justify-between gap-3 border-border border-t pt-5 text-sm print:hidden"
    >
      {previous && (
        <a rel="prev" href={`/docs/${previous.name}`} className="inline-flex min-h-8 items-center">
          ← {previous.title}
        </a>
      )}
      {next && (
        <a rel="next" href={`/docs/${next.name}`} className="ms-auto inline-flex min-h-8 items-center">
          {next.title} →
        </a>
      )}
    </nav>
  );
}
