import { Button, ButtonLink } from '#components/ui/button';
import { ProviderMark } from '#components/ui/provider-mark';
import type { AdminAction } from '#lib/admin/action-state';
import { providerPath } from '#lib/admin/entries/entry-path';
import type { ProviderLine, ProviderPage } from '#lib/admin/providers/list-providers';
import type { ListAddress } from '#lib/admin/query';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { Absent, type Column, EntryName, isDisabled, nameColumn, stateColumn } from '../list/list-table';
import { ListTotal } from '../list/list-total';
import { ListView } from '../list/list-view';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { LastFailure } from './last-failure';
import { PresetCards } from './preset-cards';

type ProviderListViewProps = {
  readonly address: ListAddress;
  readonly q: string | null;
  readonly page: ProviderPage;
  readonly canEdit: boolean;
  readonly move: AdminAction;
  readonly csrf: string;
};

/** The providers with their search; the gallery while there is none. */
export function ProviderListView({ address, q, page, canEdit, move, csrf }: ProviderListViewProps) {
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
        {...(isOrdered && { menu: (line: ProviderLine) => <Order {...{ line, page, move, csrf }} /> })}
        first={canEdit && <PresetCards />}
      />
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
    cell: ({ name, displayName, brand }) => (
      <span className="flex items-start gap-3">
        <ProviderMark name={displayName} brand={brand} />
        <EntryName href={providerPath(name)} name={displayName} id={name} />
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
    cell: ({ health: { succeeded, failed, lastFailure } }) => (
      <>
        {usage.succeeded(succeeded)}, {usage.failed(failed)}
        {lastFailure && (
          <span className="block max-w-80 break-words text-muted-foreground text-xs">
            {usage.lastFailure} <LastFailure failure={lastFailure} />
          </span>
        )}
      </>
    ),
  },
  stateColumn,
];

type OrderProps = Pick<ProviderListViewProps, 'page' | 'move' | 'csrf'> & { readonly line: ProviderLine };

/** Moves a provider among its neighbors. */
function Order({ line, page: { lines }, move, csrf }: OrderProps) {
  return (
    <div className="flex justify-end">
      {line !== lines[0] && <Move line={line} direction="up" action={move} csrf={csrf} />}
      {line !== lines.at(-1) && <Move line={line} direction="down" action={move} csrf={csrf} />}
    </div>
  );
}

type MoveProps = {
  readonly line: ProviderLine;
  readonly direction: 'up' | 'down';
  readonly action: AdminAction;
  readonly csrf: string;
};

function Move({ line, direction, action, csrf }: MoveProps) {
  const label = list[direction](line.displayName);
  return (
    <ActionForm action={action} csrf={csrf} hidden={{ name: line.name, direction }} label={label} className="grid">
      <Button variant="quiet" size="small" aria-label={label} title={label}>
        <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 fill-none stroke-current">
          <path d={direction === 'up' ? 'M8 13V3M4 7l4-4 4 4' : 'M8 3v10M4 9l4 4 4-4'} strokeWidth="1.5" />
        </svg>
      </Button>
    </ActionForm>
  );
}
