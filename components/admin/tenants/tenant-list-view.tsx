import type { TenantLine, TenantPage, TenantQuery } from '#lib/admin/tenants/list-tenants';
import { tenantPath } from '#lib/admin/tenants/tenant-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';
import { SearchForm } from '../search-form';
import { Badge } from '../ui/badge';
import { ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Notice } from '../ui/notice';
import { Cell, Table } from '../ui/table';
import { Swatch } from './swatch';

type TenantListViewProps = {
  readonly asked: TenantQuery;
  readonly page: TenantPage;
  /** Addresses of other pages of the list; null where there is none. */
  readonly next: string | null;
  readonly start: string | null;
  readonly deleted: boolean;
  readonly canEdit: boolean;
};

/** The tenants with their search. */
export function TenantListView({ asked, page, next, start, deleted, canEdit }: TenantListViewProps) {
  const texts = adminTexts.tenants;
  const { list } = texts;
  const create = canEdit && (
    <ButtonLink href="/admin/tenants/new" variant="primary">
      {texts.create}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} actions={!page.isEmpty && create} />
      {deleted && <Notice tone="good" role="status" title={texts.deleted} />}
      {page.isEmpty ? (
        <EmptyState title={list.empty} text={list.emptyText}>
          {create}
        </EmptyState>
      ) : (
        <>
          <SearchForm action="/admin/tenants" label={list.search} q={asked.q} />
          <Lines lines={page.lines} />
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

function Lines({ lines }: { readonly lines: readonly TenantLine[] }) {
  const { list } = adminTexts.tenants;
  const { name, look, providers, clients, state } = list.columns;
  if (lines.length === 0) {
    return (
      <EmptyState title={list.none} text={list.noneText}>
        <ButtonLink href="/admin/tenants">{adminTexts.shell.search.clear}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <Table caption={list.caption} head={[name, look, providers, clients, state]}>
      {lines.map((line) => (
        <Line key={line.name} line={line} />
      ))}
    </Table>
  );
}

function Line({ line }: { readonly line: TenantLine }) {
  const texts = adminTexts.tenants;
  const colours = [line.primary, line.primaryDark].filter((colour) => colour !== null);
  return (
    <tr className={line.enabled ? '' : 'text-muted-foreground'}>
      <Cell heading className="min-w-40 max-w-80 break-words">
        <a href={tenantPath(line.name)} className="underline underline-offset-4">
          {line.displayName}
        </a>
        <span className="block break-all pt-0.5 font-mono font-normal text-muted-foreground text-xs">{line.name}</span>
      </Cell>
      <Cell>
        {colours.length === 0 && <span className="text-muted-foreground">{texts.list.portalLook}</span>}
        {colours.map((colour) => (
          <span key={colour} className="flex items-center gap-2 whitespace-nowrap font-mono text-xs">
            <Swatch colour={colour} /> {colour}
          </span>
        ))}
      </Cell>
      <Cell className="max-w-72 break-words">{providersText(line.providers)}</Cell>
      <Cell className="tabular-nums">{line.clients}</Cell>
      <Cell>
        <Badge tone={line.enabled ? 'good' : 'neutral'}>{line.enabled ? texts.enabled : texts.disabled}</Badge>
      </Cell>
    </tr>
  );
}

function providersText(providers: readonly string[] | null): string {
  const { everyProvider, noProvider } = adminTexts.tenants.list;
  if (providers === null) return everyProvider;
  return providers.length === 0 ? noProvider : providers.join(', ');
}
