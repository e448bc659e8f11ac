import type { DocHit } from '#lib/docs/search';
import { EmptyState } from '../ui/panel';
import { Heading, TextLink } from '../ui/text';

type SearchViewProps = {
  readonly searched: string;
  readonly isTooLong: boolean;
  readonly hits: readonly DocHit[];
  readonly titles: ReadonlyMap<string, string>;
  /** Suggested spellings of the search words. */
  readonly suggestions: readonly string[];
};

/** The results of a search, best first. */
export function DocSearchView({ searched, isTooLong, hits, titles, suggestions }: SearchViewProps) {
  const text = isTooLong ? 'Enter at most 100 characters.' : resultsText(hits.length, searched);
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <Heading text={text}>Search the documentation</Heading>
      {!isTooLong && hits.length === 0 && <Nothing suggestions={suggestions} />}
      <ol className="grid gap-5">
        {hits.map(({ page, id, heading, excerpt }) => (
          <li key={`${page}#${id}`}>
            <TextLink href={`/docs/${page}${id === null ? '' : `#${id}`}`} className="-my-2.5 font-semibold">
              {heading}
            </TextLink>
            <p className="text-muted-foreground text-xs">{titles.get(page)}</p>
            <p className="mt-1 text-sm [overflow-wrap:anywhere]">
              {excerpt.map((run, index) =>
                run.isFound ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one text never change places
                  <mark key={index} className="rounded-xs bg-selected text-foreground">
                    {run.text}
                  </mark>
                ) : (
                  run.text
                ),
              )}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function resultsText(count: number, searched: string): string {
  if (count === 0) return `No results for “${searched}”`;
  return count === 1 ? `1 result for “${searched}”` : `${count} results for “${searched}”`;
}

function Nothing({ suggestions }: { readonly suggestions: readonly string[] }) {
  const words =
    suggestions.length > 0 ? suggestions : ['passkey', 'redirect_uri', 'refresh token', 'device', 'PostgreSQL'];
  return (
    <EmptyState
      title={suggestions.length > 0 ? 'Did you mean' : 'Try one of these'}
      text="All words must be in one section. Try fewer words."
    >
      {words.map((word) => (
        <TextLink key={word} href={`/docs?q=${encodeURIComponent(word)}`} className="px-1">
          {word}
        </TextLink>
      ))}
    </EmptyState>
  );
}
