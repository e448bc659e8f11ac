import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';

/** A page of a list, with the addresses of other pages; null where there is none. */
export type ListPage = {
  readonly isEmpty: boolean;
  readonly next: string | null;
  readonly start: string | null;
};

type EntryListProps = {
  /** The address of the list without a search. */
  readonly path: string;
  readonly texts: {
    readonly title: string;
    readonly description: string;
    readonly list: Readonly<Record<'caption' | 'empty' | 'emptyText' | 'none' | 'noneText', string>>;
  };
  readonly page: ListPage;
  readonly actions: ReactNode;
  /** Stands in the place of the list while there is no entry at all. */
  readonly first: ReactNode;
  readonly filters: ReactNode;
  /** The entries; null when none matches. */
  readonly children: ReactNode;
};

/** The page of a list of entries around its search and its table. */
export function EntryList({ path, texts, page, actions, first, filters, children }: EntryListProps) {
  const { list } = texts;
  const { search, paging } = adminTexts.shell;
  const { next, start } = page;
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} actions={actions} />
      {page.isEmpty ? (
        <EmptyState title={list.empty} text={list.emptyText}>
          {first}
        </EmptyState>
      ) : (
        <>
          {filters}
          {children ?? (
            <EmptyState title={list.none} text={list.noneText}>
              <ButtonLink href={path}>{search.clear}</ButtonLink>
            </EmptyState>
          )}
        </>
      )}
      {(next ?? start) && (
        <nav className="flex gap-2" aria-label={list.caption}>
          {start && <ButtonLink href={start}>{paging.first}</ButtonLink>}
          {next && <ButtonLink href={next}>{paging.nextPage}</ButtonLink>}
        </nav>
      )}
    </>
  );
}
