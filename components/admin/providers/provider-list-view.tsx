import { Button, ButtonLink } from '#components/ui/button';
import type { AdminAction } from '#lib/admin/action-state';
import { providerPath } from '#lib/admin/entries/entry-path';
import type { ProviderLine } from '#lib/admin/providers/list-providers';
import { adminTexts } from '#lib/i18n/admin/texts';
import { EntryList, type ListPage } from '../entries/entry-list';
import { type Column, EntryName, EntryTable, nameColumn, stateColumn } from '../entries/entry-table';
import { ActionForm } from '../form/action-form';
import { Moment } from '../moment';
import { SearchForm } from '../search-form';
import { LastFailure } from './last-failure';
import { PresetCards } from './preset-cards';

type ProviderListViewProps = {
  readonly q: string | null;
  readonly lines: readonly ProviderLine[];
  readonly page: ListPage;
  /** There were more sign-ins in the last day than are counted. */
  readonly isSample: boolean;
  readonly canEdit: boolean;
  readonly move: AdminAction;
  readonly csrf: string;
};

/** The providers with their search; the gallery while there is none. */
export function ProviderListView({ q, lines, page, isSample, canEdit, move, csrf }: ProviderListViewProps) {
  const texts = adminTexts.providers;
  const order = canEdit && q === null ? [orderColumn(lines, move, csrf)] : [];
  return (
    <EntryList
      path="/admin/providers"
      texts={texts}
      page={page}
      actions={
        canEdit && (
          <ButtonLink href="/admin/providers/new" variant="primary">
            {texts.create}
          </ButtonLink>
        )
      }
      first={canEdit && <PresetCards />}
      filters={<SearchForm action="/admin/providers" label={texts.list.search} q={q} />}
    >
      {lines.length === 0 ? null : (
        <>
          <EntryTable
            caption={texts.list.caption}
            columns={[...columns, ...order]}
            lines={lines}
            keyOf={({ name }) => name}
          />
          {isSample && <p className="text-muted-foreground text-sm">{texts.usage.dayLabel + texts.usage.sample}</p>}
        </>
      )}
    </EntryList>
  );
}

const { list, types, usage } = adminTexts.providers;
const domainsShown = 3;

const columns: readonly Column<ProviderLine>[] = [
  {
    label: list.columns.name,
    className: nameColumn,
    cell: ({ name, displayName }) => <EntryName href={providerPath(name)} name={displayName} id={name} />,
  },
  { label: list.columns.type, className: 'whitespace-nowrap', cell: ({ type }) => types[type] },
  {
    label: list.columns.domains,
    className: 'min-w-40',
    cell: ({ domains }) => {
      if (domains.length === 0) return <span className="text-muted-foreground">{list.noDomain}</span>;
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
  { label: list.columns.people, className: 'tabular-nums', cell: ({ people }) => people },
  {
    label: list.columns.last,
    cell: ({ lastSignIn }) => (lastSignIn === null ? adminTexts.shell.never : <Moment at={lastSignIn} />),
  },
  {
    label: list.columns.day,
    className: 'min-w-64 tabular-nums',
    cell: ({ health: { succeeded, failed, lastFailure } }) => (
      <>
        {usage.day(succeeded, failed)}
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

/** Moves a provider among its neighbours. */
function orderColumn(lines: readonly ProviderLine[], move: AdminAction, csrf: string): Column<ProviderLine> {
  return {
    label: list.columns.order,
    cell: (line) => (
      <div className="flex">
        {line !== lines[0] && <Move line={line} direction="up" action={move} csrf={csrf} />}
        {line !== lines.at(-1) && <Move line={line} direction="down" action={move} csrf={csrf} />}
      </div>
    ),
  };
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
