import { ButtonLink } from '#components/ui/button';
import { tenantPath } from '#lib/admin/entries/entry-path';
import type { ListPage } from '#lib/admin/list/list-page';
import type { ListAddress } from '#lib/admin/query';
import type { TenantLine } from '#lib/admin/tenants/list-tenants';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { type Column, EntryName, isDisabled, nameColumn, stateColumn } from '../list/list-table';
import { ListTotal } from '../list/list-total';
import { ListView } from '../list/list-view';
import { PageHeader } from '../page-header';
import { Swatch } from './swatch';

type TenantListViewProps = {
  readonly address: ListAddress;
  readonly q: string | null;
  readonly page: ListPage<TenantLine>;
  readonly canEdit: boolean;
};

export function TenantListView({ address, q, page, canEdit }: TenantListViewProps) {
  const texts = adminTexts.tenants;
  const create = canEdit && (
    <ButtonLink href="/admin/tenants/new" variant="primary">
      {texts.create}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        badges={<ListTotal {...page} />}
        description={texts.description}
        actions={create}
      />
      <ListView
        address={address}
        texts={list}
        page={page}
        search={{ label: list.search, value: q }}
        columns={columns}
        keyOf={({ name }) => name}
        isMuted={isDisabled}
        first={create}
      />
    </>
  );
}

const { list } = adminTexts.tenants;
const { columns: labels, portalLook, everyProvider, noProvider } = list;

const columns: readonly Column<TenantLine>[] = [
  {
    label: labels.name,
    phone: 'name',
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
    phone: 'fact',
    className: 'max-w-72 break-words',
    cell: ({ providers }) => {
      if (providers === null) return everyProvider;
      return providers.length === 0 ? noProvider : providers.join(', ');
    },
  },
  { label: labels.clients, phone: 'fact', isNumber: true, cell: ({ clients }) => formatNumber(clients) },
  stateColumn,
];
