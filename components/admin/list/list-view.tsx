import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button';
import type { Named } from '#lib/admin/bulk/bulk';
import type { ListPage } from '#lib/admin/list/list-page';
import type { ListSort } from '#lib/admin/list/list-query';
import type { ListAddress } from '#lib/admin/query';
import { formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { EmptyState } from '../../ui/panel';
import { type Bulk, BulkBar, ChooseLine } from './bulk-bar';
import { ListPaging } from './list-paging';
import { ListTable, type ListTableProps } from './list-table';
import { isAsked, type ListFilter, type ListSearch, ListToolbar, withoutConditions } from './list-toolbar';

/** The texts of a list. */
type ListTexts = {
  readonly caption: string;
  /** For a list without any lines. */
  readonly empty: string;
  readonly emptyText: string;
  /** For a list without matches; `q` is the searched text. */
  readonly none: (q: string | null) => string;
};

export type ListViewProps<Line> = Omit<ListTableProps<Line>, 'caption' | 'lines' | 'sort'> & {
  readonly address: ListAddress;
  readonly texts: ListTexts;
  readonly page: ListPage<Line>;
  readonly sort?: ListSort;
  /** The actions on several lines, for a person who can use them. */
  readonly bulk?: Bulk & { readonly named: (line: Line) => Named };
  readonly search?: ListSearch;
  readonly filters?: readonly ListFilter[];
  /** The action to offer for a list without any lines. */
  readonly first?: ReactNode;
  /** An additional text for a list without matches. */
  readonly noneText?: string;
  /** What else to do about a list without matches. */
  readonly noneLinks?: ReactNode;
  /** Replaces the message for a list without matches. */
  readonly noneTitle?: string | undefined;
};

/** A list: its search and filters, its lines and its paging. Its whole state is in the address. */
export function ListView<Line>(props: ListViewProps<Line>) {
  const {
    address,
    texts,
    page,
    sort,
    search,
    filters = [],
    bulk,
    first,
    noneText,
    noneLinks,
    noneTitle,
    ...table
  } = props;
  const asked = isAsked({ search, filters });
  if (page.total === 0 && !asked && filters.every(({ fallback }) => fallback === undefined)) {
    return (
      <EmptyState title={texts.empty} text={texts.emptyText}>
        {first}
      </EmptyState>
    );
  }
  return (
    <>
      {(search ?? filters.length > 0) && <ListToolbar address={address} search={search} filters={filters} />}
      {page.lines.length === 0 ? (
        <Nothing {...props} isAsked={asked} />
      ) : (
        <div className="group grid min-w-0 gap-3">
          {bulk && (
            <div className="sticky top-14 z-20 hidden group-has-[[data-choose]:checked]:block">
              <BulkBar bulk={bulk} address={address} page={page} />
            </div>
          )}
          <ListTable
            {...table}
            {...(bulk && { choice: (line: Line) => <ChooseLine {...bulk.named(line)} /> })}
            caption={texts.caption}
            lines={page.lines}
            {...(sort && { sort: { by: sort, address } })}
          />
          <ListPaging address={address} page={page} />
          {page.isCut && page.next === null && (
            <p className="text-muted-foreground text-sm">{adminTexts.shell.list.cut(formatNumber(page.total))}</p>
          )}
        </div>
      )}
    </>
  );
}

type NothingProps = Pick<
  ListViewProps<never>,
  'address' | 'texts' | 'search' | 'filters' | 'noneText' | 'noneLinks' | 'noneTitle'
>;

/** Shown if no line matches. */
function Nothing(props: NothingProps & { isAsked: boolean }) {
  const { address, texts, search, filters = [], noneText, noneLinks, noneTitle, isAsked } = props;
  const text = noneText ?? (isAsked ? undefined : texts.emptyText);
  const title = isAsked ? (noneTitle ?? texts.none(search?.value ?? null)) : texts.empty;
  return (
    <EmptyState title={title} {...(text && { text })}>
      {noneLinks}
      {isAsked && (
        <ButtonLink href={withoutConditions(address, filters)}>{adminTexts.shell.list.clearFilters}</ButtonLink>
      )}
    </EmptyState>
  );
}
