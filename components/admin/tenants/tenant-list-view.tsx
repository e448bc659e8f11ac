import { ButtonLink } from '#components/ui/button';
import { tenantPath } from '#lib/admin/entries/entry-path';
import type { TenantLine } from '#lib/admin/tenants/list-tenants';
import { adminTexts } from '#lib/i18n/admin/texts';
import { EntryList, type ListPage } from '../entries/entry-list';
import { type Column, EntryName, EntryTable, nameColumn, stateColumn } from '../entries/entry-table';
import { SearchForm } from '../search-form';
import { Swatch } from './swatch';

type TenantListViewProps = {
  readonly q: string | null;
  readonly lines: readonly TenantLine[];
  readonly page: ListPage;
  readonly canEdit: boolean;
};

/** The tenants with their search. */
export function TenantListView({ q, lines, page, canEdit }: TenantListViewProps) {
  const texts = adminTexts.tenants;
  const create = canEdit && (
    <ButtonLink href="/admin/tenants/new" variant="primary">
      {texts.create}
    </ButtonLink>
  );
  return (
    <EntryList
      path="/admin/tenants"
      texts={texts}
      page={page}
      actions={!page.isEmpty && create}
      first={create}
      filters={<SearchForm action="/admin/tenants" label={texts.list.search} q={q} />}
    >
      {lines.length === 0 ? null : (
        <EntryTable caption={texts.list.caption} columns={columns} lines={lines} keyOf={({ name }) => name} />
      )}
    </EntryList>
  );
}

const { columns: labels, portalLook, everyProvider, noProvider } = adminTexts.tenants.list;

const columns: readonly Column<TenantLine>[] = [
  {
    label: labels.name,
    className: nameColumn,
    cell: ({ name, displayName }) => <EntryName href={tenantPath(name)} name={displayName} id={name} />,
  },
  {
    label: labels.look,
    cell: ({ primary, primaryDark }) => {
      const colors = [primary, primaryDark].filter((color) => color !== null);
      if (colors.length === 0) return <span className="text-muted-foreground">{portalLook}</span>;
      return colors.map((color) => (
        <span key={color} className="flex items-center gap-2 whitespace-nowrap font-mono text-xs">
          <Swatch color={color} /> {color}
        </span>
      ));
    },
  },
  {
    label: labels.providers,
    className: 'max-w-72 break-words',
    cell: ({ providers }) => {
      if (providers === null) return everyProvider;
      return providers.length === 0 ? noProvider : providers.join(', ');
    },
  },
  { label: labels.clients, className: 'tabular-nums', cell: ({ clients }) => clients },
  stateColumn,
];
