import { Icon } from '#components/ui/icon';
import { searchLimits } from '#lib/docs/search';

/** The search over all documents. */
export function SearchForm({ searched }: { readonly searched: string }) {
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
