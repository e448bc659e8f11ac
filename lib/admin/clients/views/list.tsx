import type { ReactNode } from 'react';
import { ExportButton } from '#components/admin/list/export-button';
import { ListTotal } from '#components/admin/list/list-paging';
import { Absent, type Column, EntryName, isDisabled, nameColumn, stateColumn } from '#components/admin/list/list-table';
import type { ListFilter } from '#components/admin/list/list-toolbar';
import { ListView } from '#components/admin/list/list-view';
import { type RowItem, RowMenu } from '#components/admin/list/row-menu';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Icon, type IconName } from '#components/ui/icon';
import { Name } from '#components/ui/text';
import { checkboxName } from '#lib/admin/bulk/bulk';
import { type ApplicationKind, applicationKinds } from '#lib/admin/clients/application-kind';
import { clientPath, tenantPath } from '#lib/admin/entries/entry-path';
import { addressWith, type ListAddress } from '#lib/admin/query';
import { unusedDays } from '#lib/clients/usage/unused-since';
import { formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Tenant } from '#lib/tenants/schema';
import { importExportPath } from '../../entries/entry-path';
import { texts as settingsTexts } from '../../settings/texts';
import { clientBulk } from '../actions';
import type { ClientPage, ClientQuery, ListedClient } from '../read-list';
import { texts as clientTexts } from '../texts';
import { KindCards } from './forms';

const { list: texts, kinds } = clientTexts;

type ClientListViewProps = {
  readonly address: ListAddress;
  readonly asked: ClientQuery;
  readonly page: Omit<ClientPage, 'lines'> & { readonly lines: readonly CheckedClient[] };
  /** All tenants. */
  readonly tenants: readonly Pick<Tenant, 'name' | 'displayName'>[];
  readonly canEdit: boolean;
};

/** The list of clients with its search and filters. */
export function ClientListView({ address, asked, page, tenants, canEdit }: ClientListViewProps) {
  const { title, description, json, create } = clientTexts;
  return (
    <>
      <PageHeader
        title={title}
        badges={<ListTotal {...page} />}
        description={description}
        actions={
          <>
            <ExportButton path={bulk.exportPath} query={address.query} />
            {canEdit && (
              <>
                <ButtonLink href={importExportPath}>{settingsTexts.tabs.importExport}</ButtonLink>
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
        columns={clientColumns}
        icons={clientIcons}
        keyOf={({ clientId }) => clientId}
        isMuted={isDisabled}
        menu={(client) => <RowMenu id={client.clientId} name={client.name} items={itemsOf(client, canEdit)} />}
        {...(canEdit && { bulk })}
        first={canEdit && <KindCards />}
        {...(!page.isUseKnown && { noneText: texts.useUnknown })}
      />
    </>
  );
}

function itemsOf({ clientId, enabled, takesSecret }: CheckedClient, canEdit: boolean): readonly RowItem[] {
  const { open, copyId, duplicate, enable, disable, delete: remove } = adminTexts.shell.list;
  const change = (action: string) => addressWith(bulk.path, {}, { action, [checkboxName(clientId)]: '1' });
  const own = [
    { label: open, href: clientPath(clientId) },
    { label: copyId, copy: clientId },
  ];
  if (!canEdit) return own;
  return [
    ...own,
    ...(takesSecret ? [{ label: clientTexts.secret.title, href: clientPath(clientId, 'secret') }] : []),
    { label: duplicate, href: addressWith('/admin/clients/import', {}, { from: clientId }) },
    enabled ? { label: disable, href: change('disable') } : { label: enable, href: change('enable') },
    { label: remove, href: clientPath(clientId, 'delete') },
  ];
}

function filtersOf(asked: ClientQuery, tenants: ClientListViewProps['tenants']): readonly ListFilter[] {
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
            options: tenants.map(({ name, displayName }) => [name, displayName] as const),
          },
        ]
      : []),
    { name: 'scope', label: filters.scope, value: asked.scope, placeholder: 'openid' },
  ];
}

const bulk = {
  ...clientBulk,
  exportPath: '/admin/clients/export/submit',
  named: ({ clientId: id, name }: CheckedClient) => ({ id, name }),
} as const;

/** A client with the display name of its tenant and the number of its findings. */
export type CheckedClient = ListedClient & { readonly tenantName: string | null; readonly issues: number };

/** The icon of each kind. */
export const kindIcons: Readonly<Record<ApplicationKind, IconName>> = {
  web: 'globe',
  spa: 'window',
  native: 'phone',
  device: 'tv',
  machine: 'server',
};

/** The icons of the rows. */
const clientIcons: readonly IconName[] = Object.values(kindIcons);

/** The columns of the list of clients. */
const clientColumns: readonly Column<CheckedClient>[] = [
  {
    label: texts.columns.name,
    phone: 'name',
    sort: 'name',
    className: nameColumn,
    cell: ({ clientId, name, kind, selfRegistered, foundUri }) => (
      <div className="relative min-w-0 ps-6.5">
        <Icon
          name={kindIcons[kind]}
          title={kinds[kind]}
          isShared
          className="absolute start-0 top-0.5 size-4 text-muted-foreground"
        />
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
    className: 'max-w-56 wrap-anywhere',
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
    className: 'max-w-40 wrap-anywhere',
    cell: ({ tenant, tenantName }) =>
      tenant === null ? (
        <Absent text={texts.noTenant} />
      ) : (
        <a href={tenantPath(tenant)} className="underline underline-offset-4">
          <Name>{tenantName ?? tenant}</Name>
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

/** The host of a client's first redirect URI, and the number of other hosts. Null if it has no redirect URI. */
function redirectHost(uris: readonly string[]): { readonly host: string; readonly others: number } | null {
  const [host, ...others] = new Set(uris.map(hostOf));
  return host === undefined ? null : { host, others: others.length };
}

/** The host of an address, or its scheme if the scheme belongs to an app. */
function hostOf(uri: string): string {
  const url = URL.parse(uri);
  if (url === null) return uri;
  return /^https?:$/.test(url.protocol) ? url.host : uri.slice(0, uri.indexOf(':') + 1);
}
