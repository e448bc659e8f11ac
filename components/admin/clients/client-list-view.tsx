import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Icon, type IconName } from '#components/ui/icon';
import { Name } from '#components/ui/name';
import { checkboxName } from '#lib/admin/bulk/bulk';
import { type ApplicationKind, applicationKinds } from '#lib/admin/clients/application-kind';
import type { ClientQuery } from '#lib/admin/clients/client-query';
import type { ClientPage, ListedClient } from '#lib/admin/clients/list-clients';
import { redirectHost } from '#lib/admin/clients/redirect-host';
import { importExportPath } from '#lib/admin/configuration/import-export-path';
import { clientPath, tenantPath } from '#lib/admin/entries/entry-path';
import { addressWith, type ListAddress } from '#lib/admin/query';
import { unusedDays } from '#lib/clients/usage/unused-since';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ExportButton } from '../list/export-button';
import { Absent, type Column, EntryName, isDisabled, nameColumn, stateColumn } from '../list/list-table';
import type { ListFilter } from '../list/list-toolbar';
import { ListTotal } from '../list/list-total';
import { ListView } from '../list/list-view';
import { type RowItem, RowMenu } from '../list/row-menu';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { KindCards } from './kind-cards';

/** A client with how many of its settings the checks want to be looked at. */
export type CheckedClient = ListedClient & { readonly issues: number };

type ClientListViewProps = {
  readonly address: ListAddress;
  readonly asked: ClientQuery;
  readonly page: Omit<ClientPage, 'lines'> & { readonly lines: readonly CheckedClient[] };
  /** The names of the tenants there are. */
  readonly tenants: readonly string[];
  readonly canEdit: boolean;
  readonly csrf: string;
};

/** The clients with what to find them by. */
export function ClientListView({ address, asked, page, tenants, canEdit, csrf }: ClientListViewProps) {
  const { title, description, json, create } = adminTexts.clients;
  return (
    <>
      <PageHeader
        title={title}
        badges={<ListTotal {...page} />}
        description={description}
        actions={
          <>
            <ExportButton path={bulk.exportPath} query={address.query} csrf={csrf} />
            {canEdit && (
              <>
                <ButtonLink href={importExportPath}>{adminTexts.settings.tabs.importExport}</ButtonLink>
                <ButtonLink href="/admin/clients/import">{json.import}</ButtonLink>
                <ButtonLink href="/admin/clients/new" variant="primary">
                  {create}
                </ButtonLink>
              </>
            )}
          </>
        }
      />
      <ListView
        address={address}
        texts={texts}
        page={page}
        sort={asked.sort}
        search={{ label: texts.search, value: asked.q, maxLength: 400 }}
        filters={filtersOf(asked, tenants)}
        columns={columns}
        keyOf={({ clientId }) => clientId}
        isMuted={isDisabled}
        menu={(client) => <RowMenu id={client.clientId} name={client.name} items={itemsOf(client, canEdit)} />}
        {...(canEdit && { bulk: { ...bulk, csrf } })}
        first={canEdit && <KindCards />}
        {...(!page.isUseKnown && { noneText: texts.useUnknown })}
      />
    </>
  );
}

function itemsOf({ clientId, enabled }: CheckedClient, canEdit: boolean): readonly RowItem[] {
  const { open, copyId, duplicate, enable, disable, delete: remove } = adminTexts.shell.list;
  const change = (action: string) => addressWith(bulk.path, {}, { action, [checkboxName(clientId)]: '1' });
  const own = [
    { label: open, href: clientPath(clientId) },
    { label: copyId, copy: clientId },
  ];
  if (!canEdit) return own;
  return [
    ...own,
    { label: duplicate, href: addressWith('/admin/clients/import', {}, { from: clientId }) },
    enabled ? { label: disable, href: change('disable') } : { label: enable, href: change('enable') },
    { label: remove, href: clientPath(clientId, 'delete') },
  ];
}

function filtersOf(asked: ClientQuery, tenants: readonly string[]): readonly ListFilter[] {
  const { enabled, disabled } = adminTexts.shell.states;
  const { filters } = texts;
  return [
    {
      name: 'kind',
      label: filters.kind,
      value: asked.kind,
      options: applicationKinds.map((kind) => [kind, kinds[kind]]),
    },
    {
      name: 'state',
      label: filters.state,
      value: asked.state,
      options: [
        ['enabled', enabled],
        ['disabled', disabled],
      ],
    },
    {
      name: 'origin',
      label: filters.origin,
      value: asked.origin,
      options: [
        ['made', filters.made],
        ['self', filters.self],
      ],
    },
    { name: 'use', label: filters.use, value: asked.use, options: [['unused', filters.unused(unusedDays)]] },
    {
      name: 'secrets',
      label: filters.secrets,
      value: asked.secrets,
      options: [
        ['expiring', filters.expiring],
        ['expired', filters.expired],
        ['none', filters.noSecrets],
      ],
    },
    ...(tenants.length > 0
      ? [
          {
            name: 'tenant',
            label: filters.tenant,
            value: asked.tenant,
            options: tenants.map((name) => [name, name] as const),
          },
        ]
      : []),
    { name: 'scope', label: filters.scope, value: asked.scope, placeholder: 'openid' },
  ];
}

const { list: texts, kinds } = adminTexts.clients;

const bulk = {
  path: '/admin/clients/bulk',
  exportPath: '/admin/clients/export/submit',
  actions: ['enable', 'disable', 'delete'],
  named: ({ clientId: id, name }: CheckedClient) => ({ id, name }),
} as const;

const icons: Readonly<Record<ApplicationKind, IconName>> = {
  web: 'globe',
  spa: 'window',
  native: 'phone',
  device: 'tv',
  machine: 'server',
};

const columns: readonly Column<CheckedClient>[] = [
  {
    label: texts.columns.name,
    phone: 'name',
    sort: 'name',
    className: nameColumn,
    cell: ({ clientId, name, kind, selfRegistered, foundUri }) => (
      <div className="relative min-w-0 ps-6.5">
        <span title={kinds[kind]} className="absolute start-0 top-0.5 text-muted-foreground">
          <Icon name={icons[kind]} />
          <span className="sr-only">{kinds[kind]}</span>
        </span>
        <EntryName href={clientPath(clientId)} name={name} id={clientId} />
        {selfRegistered && <Badge tone="warning">{texts.self}</Badge>}
        {foundUri && (
          <span className="block break-all pt-0.5 font-normal text-muted-foreground text-xs">
            {texts.found(foundUri)}
          </span>
        )}
      </div>
    ),
  },
  {
    label: texts.columns.lastUsed,
    phone: 'fact',
    sort: 'last_used',
    isTime: true,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? muted(adminTexts.shell.never) : <Moment at={lastUsedAt} />),
  },
  {
    label: texts.columns.redirectHost,
    className: 'max-w-56 [overflow-wrap:anywhere]',
    cell: ({ redirectUris, start, enabled, name }) => {
      const found = redirectHost(redirectUris);
      if (found === null) return <Absent text={texts.noRedirect} />;
      const { host, others } = found;
      return (
        <>
          {host}
          {others > 0 && <span className="text-muted-foreground"> {texts.more(formatNumber(others))}</span>}
          {start && enabled && (
            <a
              href={start.uri}
              target="_blank"
              rel="noreferrer"
              className="ms-2 whitespace-nowrap text-muted-foreground text-xs underline underline-offset-4"
            >
              {texts.open(start.isVouched ? null : start.host)}{' '}
              <span className="sr-only">
                <Name>{name}</Name>
              </span>
            </a>
          )}
        </>
      );
    },
  },
  {
    label: texts.columns.secrets,
    phone: 'fact',
    className: 'whitespace-nowrap',
    cell: (client) => <Secrets {...client} />,
  },
  {
    label: texts.columns.tenant,
    isWide: true,
    className: 'max-w-40 [overflow-wrap:anywhere]',
    cell: ({ tenant }) =>
      tenant === null ? (
        <Absent text={texts.noTenant} />
      ) : (
        <a href={tenantPath(tenant)} className="underline underline-offset-4">
          {tenant}
        </a>
      ),
  },
  {
    label: texts.columns.issues,
    isWide: true,
    isNumber: true,
    cell: ({ issues }) => (issues === 0 ? <Absent text={texts.noIssues} /> : formatNumber(issues)),
  },
  stateColumn,
];

function Secrets({ secrets, secretsEnd }: Pick<ListedClient, 'secrets' | 'secretsEnd'>) {
  switch (secrets) {
    case 'none':
      return <Absent text={texts.secrets.none} />;
    case 'valid':
      return texts.secrets.valid;
    case 'expired':
      return <Badge tone="bad">{texts.secrets.expired}</Badge>;
    case 'expiring':
      return (
        <Badge tone="warning">
          {texts.secrets.expiring} {secretsEnd && <Moment at={secretsEnd} absolute />}
        </Badge>
      );
    default:
      return secrets satisfies never;
  }
}

function muted(text: string): ReactNode {
  return <span className="text-muted-foreground">{text}</span>;
}
