import { ButtonLink } from '#components/ui/button';
import { ProviderMark } from '#components/ui/provider-mark';
import { providerPath } from '#lib/admin/entries/entry-path';
import type { ProviderLine, ProviderPage } from '#lib/admin/providers/list-providers';
import type { ListAddress } from '#lib/admin/query';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Absent, type Column, EntryName, isDisabled, nameColumn, stateColumn } from '../list/list-table';
import { ListTotal } from '../list/list-total';
import { ListView } from '../list/list-view';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { LastFailure } from './last-failure';
import { LeftOut } from './left-out';
import { DroppedOrder, Order } from './order';
import { PresetCards } from './preset-cards';

type ProviderListViewProps = {
  readonly address: ListAddress;
  readonly q: string | null;
  readonly page: ProviderPage;
  readonly canEdit: boolean;
};

/** The list of providers. Without any provider it shows the gallery instead. */
export function ProviderListView({ address, q, page, canEdit }: ProviderListViewProps) {
  const texts = adminTexts.providers;
  const isOrdered = canEdit && q === null;
  return (
    <>
      <PageHeader
        title={texts.title}
        badges={<ListTotal {...page} />}
        description={texts.description}
        actions={
          canEdit && (
            <ButtonLink href="/admin/providers/new" variant="primary">
              {texts.create}
            </ButtonLink>
          )
        }
      />
      <ListView
        address={address}
        texts={list}
        page={page}
        search={{ label: list.search, value: q }}
        columns={columns}
        keyOf={({ name }) => name}
        isMuted={isDisabled}
        {...(isOrdered && {
          menu: ({ name }: ProviderLine) => <Order name={name} page={page} />,
        })}
        first={canEdit && <PresetCards />}
      />
      {isOrdered && <DroppedOrder />}
      {page.isSample && <p className="text-muted-foreground text-sm">{usage.dayLabel + usage.sample}</p>}
    </>
  );
}

const { list, types, usage } = adminTexts.providers;
const domainsShown = 3;

const columns: readonly Column<ProviderLine>[] = [
  {
    label: list.columns.name,
    phone: 'name',
    className: nameColumn,
    cell: ({ name, displayName, brand, logo }) => (
      <span className="flex items-start gap-3">
        <ProviderMark name={displayName} brand={brand} logo={logo} />
        <span className="min-w-0">
          <EntryName href={providerPath(name)} name={displayName} id={name} />
        </span>
      </span>
    ),
  },
  { label: list.columns.type, isWide: true, className: 'whitespace-nowrap', cell: ({ type }) => types[type] },
  {
    label: list.columns.domains,
    isWide: true,
    cell: ({ domains }) => {
      if (domains.length === 0) return <Absent text={list.noDomain} />;
      const more = domains.length - domainsShown;
      return (
        <>
          {domains.slice(0, domainsShown).map((domain) => (
            <span key={domain} className="block break-all">
              {domain}
            </span>
          ))}
          {more > 0 && <span className="text-muted-foreground">{list.moreDomains(more)}</span>}
        </>
      );
    },
  },
  { label: list.columns.people, phone: 'fact', isNumber: true, cell: ({ people }) => formatNumber(people) },
  {
    label: list.columns.last,
    phone: 'fact',
    cell: ({ lastSignIn }) => (lastSignIn === null ? adminTexts.shell.never : <Moment at={lastSignIn} />),
  },
  {
    label: list.columns.day,
    className: 'min-w-48 tabular-nums',
    cell: ({ name, health: { succeeded, failed, lastFailure, leftOut } }) => (
      <>
        {usage.succeeded(succeeded)}, {usage.failed(failed)}
        {lastFailure && (
          <span className="block max-w-80 break-words text-muted-foreground text-xs">
            {usage.lastFailure} <LastFailure failure={lastFailure} />
          </span>
        )}
        {leftOut && (
          <span className="block max-w-80 break-words text-muted-foreground text-xs">
            <LeftOut name={name} leftOut={leftOut} />
          </span>
        )}
      </>
    ),
  },
  stateColumn,
];
