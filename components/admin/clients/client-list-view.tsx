import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { Button, ButtonLink } from '#components/ui/button';
import { Name } from '#components/ui/name';
import { applicationKinds } from '#lib/admin/clients/application-kind';
import type { ClientQuery, UsedClientPage } from '#lib/admin/clients/list-clients';
import { clientPath } from '#lib/admin/entries/entry-path';
import { unusedDays } from '#lib/clients/usage/unused-since';
import { adminTexts } from '#lib/i18n/admin/texts';
import { EntryList, type ListPage } from '../entries/entry-list';
import { type Column, EntryName, EntryTable, nameColumn, stateColumn } from '../entries/entry-table';
import { Moment } from '../moment';
import { KindCards } from './kind-cards';

type ClientListViewProps = {
  readonly asked: ClientQuery;
  readonly found: UsedClientPage;
  readonly page: ListPage;
  readonly canEdit: boolean;
};

/** The clients with their search. */
export function ClientListView({ asked, found, page, canEdit }: ClientListViewProps) {
  const texts = adminTexts.clients;
  const { list } = texts;
  const { lines, first, total, isUseKnown } = found;
  return (
    <EntryList
      path="/admin/clients"
      texts={{ ...texts, list: { ...list, noneText: isUseKnown ? list.noneText : list.useUnknown } }}
      page={page}
      actions={
        canEdit && (
          <>
            <ButtonLink href="/admin/clients/import">{texts.json.import}</ButtonLink>
            <ButtonLink href="/admin/clients/new" variant="primary">
              {texts.create}
            </ButtonLink>
          </>
        )
      }
      first={canEdit && <KindCards />}
      filters={<Filters asked={asked} />}
    >
      {lines.length === 0 ? null : (
        <div className="grid gap-2">
          <EntryTable caption={list.caption} columns={columns} lines={lines} keyOf={({ clientId }) => clientId} />
          <p className="text-muted-foreground text-sm">{list.range(first, first + lines.length - 1, total)}</p>
        </div>
      )}
    </EntryList>
  );
}

const box = 'min-h-9 rounded-lg border border-input bg-card px-2.5 py-1 text-foreground text-sm';

function Filters({ asked }: { readonly asked: ClientQuery }) {
  const { list, kinds } = adminTexts.clients;
  const { enabled, disabled } = adminTexts.shell.states;
  return (
    <form method="get" action="/admin/clients" className="flex flex-wrap items-end gap-3">
      <label className="grid min-w-0 flex-1 basis-64 gap-1 text-muted-foreground text-xs">
        {list.search}
        <input
          type="search"
          name="q"
          defaultValue={asked.q ?? ''}
          maxLength={400}
          autoComplete="off"
          spellCheck={false}
          className={box}
        />
      </label>
      <Filter
        name="kind"
        label={list.kind}
        chosen={asked.kind}
        options={[['', list.anyKind], ...applicationKinds.map((kind) => [kind, kinds[kind]] as const)]}
      />
      <Filter
        name="state"
        label={list.state}
        chosen={asked.state}
        options={[
          ['', list.anyState],
          ['enabled', enabled],
          ['disabled', disabled],
        ]}
      />
      <Filter
        name="origin"
        label={list.origin}
        chosen={asked.origin}
        options={[
          ['', list.anyOrigin],
          ['made', list.made],
          ['self', list.self],
        ]}
      />
      <Filter
        name="use"
        label={list.use}
        chosen={asked.use}
        options={[
          ['', list.anyUse],
          ['unused', list.unused(unusedDays)],
        ]}
      />
      <Button>{list.apply}</Button>
      {(asked.q ?? asked.kind ?? asked.state ?? asked.origin ?? asked.use) && (
        <ButtonLink href="/admin/clients" variant="quiet">
          {list.clear}
        </ButtonLink>
      )}
    </form>
  );
}

type FilterProps = {
  readonly name: keyof ClientQuery;
  readonly label: string;
  readonly chosen: string | null;
  /** The values with their texts. */
  readonly options: readonly (readonly [value: string, text: string])[];
};

function Filter({ name, label, chosen, options }: FilterProps) {
  return (
    <label className="grid gap-1 text-muted-foreground text-xs">
      {label}
      <select name={name} defaultValue={chosen ?? ''} className={box}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

type Line = UsedClientPage['lines'][number];

const { list: texts, kinds } = adminTexts.clients;
const tones = { none: 'neutral', valid: 'neutral', expiring: 'warning', expired: 'bad' } as const;
const muted = (text: string): ReactNode => <span className="text-muted-foreground">{text}</span>;

const columns: readonly Column<Line>[] = [
  {
    label: texts.columns.name,
    className: nameColumn,
    cell: ({ clientId, name, enabled, start, foundUri }) => (
      <>
        <EntryName href={clientPath(clientId)} name={name} />
        {start && enabled && (
          <a
            href={start.uri}
            target="_blank"
            rel="noreferrer"
            className="ms-2 whitespace-nowrap font-normal text-muted-foreground text-xs underline underline-offset-4"
          >
            {texts.open(start.isVouched ? null : start.host)}{' '}
            <span className="sr-only">
              <Name>{name}</Name>
            </span>
          </a>
        )}
        {foundUri && (
          <span className="block break-all pt-0.5 font-normal text-muted-foreground text-xs">
            {texts.found(foundUri)}
          </span>
        )}
      </>
    ),
  },
  {
    label: texts.columns.id,
    className: 'max-w-72 break-all font-mono text-xs',
    cell: ({ clientId }) => clientId,
  },
  {
    label: texts.columns.kind,
    className: 'whitespace-nowrap',
    cell: ({ kind, selfRegistered }) => (
      <>
        {kinds[kind]} {selfRegistered && <Badge tone="warning">{texts.self}</Badge>}
      </>
    ),
  },
  {
    label: texts.columns.lastUsed,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? muted(texts.notUsed) : <Moment at={lastUsedAt} />),
  },
  {
    label: texts.columns.secrets,
    cell: ({ secrets }) =>
      secrets === 'none' ? muted(texts.secrets.none) : <Badge tone={tones[secrets]}>{texts.secrets[secrets]}</Badge>,
  },
  stateColumn,
];
