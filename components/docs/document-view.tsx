import type { DocHeading, DocPage } from '#lib/docs/doc-page';
import type { SiteEntry } from '#lib/docs/open-site';

type DocumentViewProps = {
  readonly page: DocPage;
  readonly previous: SiteEntry | null;
  readonly next: SiteEntry | null;
};

/** One document, with its table of contents next to it if there is room. */
export function DocumentView({ page, previous, next }: DocumentViewProps) {
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-x-10 xl:grid-cols-[minmax(0,1fr)_13rem]">
      <article className="document">
        <h1>{page.title}</h1>
        <TableOfContents headings={page.headings} className="mb-6 xl:hidden print:hidden" isFolded />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from our own files, with every text escaped */}
        <div dangerouslySetInnerHTML={{ __html: page.html }} />
        <Neighbors previous={previous} next={next} />
      </article>
      <TableOfContents
        headings={page.headings}
        className="sticky top-18 max-h-[calc(100dvh-6rem)] self-start overflow-y-auto max-xl:hidden print:hidden"
      />
    </div>
  );
}

type TableOfContentsProps = {
  readonly headings: readonly DocHeading[];
  readonly className: string;
  readonly isFolded?: boolean;
};

/** The headings of a page. Second-level headings are included only if there are few. */
export function TableOfContents({ headings, className, isFolded = false }: TableOfContentsProps) {
  const shown = headings.length > 30 ? headings.filter(({ level }) => level === 2) : headings;
  if (shown.length < 2) return null;
  const list = (
    <ul className="grid gap-0.5 text-sm">
      {shown.map(({ id, text, level }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={`block rounded-sm py-1 text-muted-foreground hover:text-foreground [overflow-wrap:anywhere] ${level === 3 ? 'ps-3' : ''}`}
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
  if (isFolded) {
    return (
      <details className={`contents-box rounded-lg border border-border bg-card px-4 py-2 ${className}`}>
        <summary className="py-1 font-medium text-sm">On this page</summary>
        {list}
      </details>
    );
  }
  return (
    <nav aria-label="On this page" className={className}>
      <p className="pb-1.5 font-medium text-sm">On this page</p>
      {list}
    </nav>
  );
}

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
