import type { AdminAction } from '#lib/admin/action-state';
import type { ProviderPage, ProviderQuery } from '#lib/admin/providers/list-providers';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';
import { SearchForm } from '../search-form';
import { ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Notice } from '../ui/notice';
import { PresetCards } from './preset-cards';
import { ProviderLines } from './provider-lines';

type ProviderListViewProps = {
  readonly asked: ProviderQuery;
  readonly page: ProviderPage;
  /** Addresses of other pages of the list; null where there is none. */
  readonly next: string | null;
  readonly start: string | null;
  readonly deleted: boolean;
  readonly canEdit: boolean;
  readonly move: AdminAction;
  readonly csrf: string;
};

/** The providers with their search; the gallery while there is none. */
export function ProviderListView({ asked, page, next, start, deleted, canEdit, move, csrf }: ProviderListViewProps) {
  const texts = adminTexts.providers;
  const { list } = texts;
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          canEdit && (
            <ButtonLink href="/admin/providers/new" variant="primary">
              {texts.create}
            </ButtonLink>
          )
        }
      />
      {deleted && <Notice tone="good" role="status" title={texts.deleted} />}
      {page.isEmpty ? (
        <EmptyState title={list.empty} text={list.emptyText}>
          {canEdit && <PresetCards />}
        </EmptyState>
      ) : (
        <>
          <SearchForm action="/admin/providers" label={list.search} q={asked.q} />
          {page.lines.length === 0 ? (
            <EmptyState title={list.none} text={list.noneText}>
              <ButtonLink href="/admin/providers">{adminTexts.shell.search.clear}</ButtonLink>
            </EmptyState>
          ) : (
            <>
              <ProviderLines lines={page.lines} canMove={canEdit && asked.q === null} move={move} csrf={csrf} />
              {page.isSample && (
                <p className="text-muted-foreground text-sm">{texts.usage.dayLabel + texts.usage.sample}</p>
              )}
            </>
          )}
        </>
      )}
      {(next ?? start) && (
        <nav className="flex gap-2" aria-label={list.caption}>
          {start && <ButtonLink href={start}>{list.start}</ButtonLink>}
          {next && <ButtonLink href={next}>{list.next}</ButtonLink>}
        </nav>
      )}
    </>
  );
}
