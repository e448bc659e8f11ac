import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Name } from '#components/ui/name';
import { texts as clientTexts } from '#lib/admin/clients/texts';
import { scopePath } from '#lib/admin/entries/entry-path';
import type { ListPage } from '#lib/admin/list/list-page';
import type { ListAddress } from '#lib/admin/query';
import { type ScopeLine, type ScopeQuery, scopeTypes } from '#lib/admin/scopes/list-scopes';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Absent, type Column, EntryName, isDisabled, nameColumn, stateColumn } from '../list/list-table';
import { ListTotal } from '../list/list-total';
import { ListView } from '../list/list-view';
import { PageHeader } from '../page-header';

type ScopeListViewProps = {
  readonly address: ListAddress;
  readonly asked: ScopeQuery;
  readonly page: ListPage<ScopeLine>;
  readonly canEdit: boolean;
};

export function ScopeListView({ address, asked, page, canEdit }: ScopeListViewProps) {
  const texts = adminTexts.scopes;
  return (
    <>
      <PageHeader
        title={texts.title}
        badges={<ListTotal {...page} />}
        description={texts.description}
        actions={
          <>
            <ButtonLink href="/admin/debug/simulator">{texts.try}</ButtonLink>
            {canEdit && (
              <ButtonLink href="/admin/scopes/new" variant="primary">
                {texts.create}
              </ButtonLink>
            )}
          </>
        }
      />
      <ListView
        address={address}
        texts={list}
        page={page}
        search={{ label: list.search, value: asked.q }}
        filters={[
          {
            name: 'type',
            label: columns.type,
            value: asked.type,
            options: scopeTypes.map((type) => [type, types[type]]),
          },
        ]}
        columns={shown}
        keyOf={({ name }) => name}
        isMuted={isDisabled}
      />
    </>
  );
}

const { list } = adminTexts.scopes;
const { columns, types, noText, builtIn } = list;

const shown: readonly Column<ScopeLine>[] = [
  {
    label: columns.name,
    phone: 'name',
    className: nameColumn,
    cell: ({ name }) => <EntryName href={scopePath(name)} name={name} />,
  },
  {
    label: columns.text,
    phone: 'fact',
    isPlain: true,
    className: 'min-w-40 [overflow-wrap:anywhere]',
    cell: ({ displayName, lacksTexts }) => {
      if (displayName !== null) return <Name>{displayName}</Name>;
      return lacksTexts ? <Badge tone="warning">{noText}</Badge> : builtIn;
    },
  },
  { label: columns.type, className: 'whitespace-nowrap', cell: ({ type }) => types[type] },
  { label: columns.claims, isNumber: true, cell: ({ claims }) => formatNumber(claims) },
  {
    label: columns.secrets,
    isWide: true,
    cell: ({ secrets }) => {
      const told = clientTexts.list.secrets;
      return secrets === 'none' ? <Absent text={told.none} /> : told[secrets];
    },
  },
  { label: columns.clients, phone: 'fact', isNumber: true, cell: ({ clients }) => formatNumber(clients) },
  stateColumn,
];
