import type { ReactNode } from 'react';
import { BrandTheme } from '#components/interaction/shell';
import { Icon } from '#components/ui/icon';
import { LogoMark } from '#components/ui/logo';
import type { SiteEntry, SiteGroup } from '#lib/docs/open-site';
import { searchLimits } from '#lib/docs/search';
import { plainBrand } from '#lib/theme/brand';

type DocsFrame = {
  /** The navigation entry of the current page. Null if it is in no entry. */
  readonly current: string | null;
  readonly title: string;
  readonly description: string;
  /** The path of the page, without a query. */
  readonly address: string;
  readonly groups: readonly SiteGroup[];
  /** The pages below the current entry of the navigation. */
  readonly below?: { readonly name: string; readonly entries: readonly SiteEntry[] };
  /** The search text. */
  readonly searched?: string;
};

type DocsShellProps = DocsFrame & { readonly children: ReactNode };

const navigationId = 'navigation';

/** The frame of every page of the documentation, with the search and the navigation. */
export function DocsShell({ children, ...frame }: DocsShellProps) {
  const { title, description, address, searched = '' } = frame;
  return (
    <div data-density="compact" className="flex grow flex-col">
      <title>{`${title} · Signet documentation`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <BrandTheme brand={plainBrand} nonce={undefined} />
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:start-3 focus:top-3 focus:z-30 focus:rounded-lg focus:bg-card focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-border border-b bg-card px-2 sm:px-4 print:hidden">
        <button
          type="button"
          popoverTarget={navigationId}
          aria-label="Menu"
          className="inline-flex size-9 shrink-0 items-center justify-center rounded-md hover:bg-muted lg:hidden"
        >
          <Icon name="menu" className="size-5" />
        </button>
        <a
          href="/docs"
          className="inline-flex min-h-8 shrink-0 items-center gap-2 rounded-md font-semibold tracking-display"
        >
          <LogoMark className="size-6" />
          <span className="max-sm:sr-only">Signet documentation</span>
        </a>
        <div className="ms-auto min-w-0 flex-1 sm:max-w-72">
          <SearchForm searched={searched} />
        </div>
      </header>
      <div className="flex grow items-start">
        <Navigation {...frame} />
        <main
          id="content"
          tabIndex={-1}
          data-page="docs"
          className="min-w-0 grow px-4 py-6 outline-none sm:px-8 sm:py-8"
        >
          {children}
        </main>
      </div>
    </div>
  );
}

/** In a wide window the navigation is at the side. In a narrow one it is a sheet that the top bar opens. */
function Navigation({ groups, current, below }: DocsFrame) {
  return (
    <nav id={navigationId} popover="auto" aria-label="Documentation" className={`${sheet} ${side}`}>
      <ul className="px-2 pb-6">
        {groups.map(({ title, entries }) => (
          <li key={title}>
            <p className="flex h-9 items-end px-2 pb-1.5 text-muted-foreground text-xs">{title}</p>
            <ul>
              {entries.map((entry) => (
                <li key={entry.name}>
                  <Entry {...entry} current={current} />
                  {below?.name === entry.name && (
                    <ul className="ms-3 border-border border-s ps-1">
                      {below.entries.map((one) => (
                        <li key={one.name}>
                          <Entry {...one} current={current} />
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Entry({ name, title, current }: SiteEntry & { readonly current: string | null }) {
  return (
    <a
      href={`/docs/${name}`}
      aria-current={name === current ? 'page' : undefined}
      className="nav-link h-auto min-h-8 py-1"
    >
      <span className="min-w-0">{title}</span>
    </a>
  );
}

const sheet =
  'fixed inset-y-0 start-0 z-10 h-dvh w-64 max-w-[85vw] overflow-y-auto overscroll-contain border-border border-e bg-card text-foreground shadow-card print:hidden';

const side = 'lg:sticky lg:top-12 lg:block lg:h-[calc(100dvh-3rem)] lg:w-62 lg:shrink-0 lg:shadow-none';

/** The search over all documents. */
function SearchForm({ searched }: { readonly searched: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser
    <form action="/docs" method="get" role="search" className="relative">
      <Icon
        name="search"
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-muted-foreground"
      />
      <input
        type="search"
        name="q"
        defaultValue={searched}
        maxLength={searchLimits.characters}
        aria-label="Search the documentation"
        placeholder="Search"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        data-search
        className="block h-8 w-full rounded-md border border-input bg-background ps-8 pe-2 text-sm max-sm:text-base"
      />
    </form>
  );
}
