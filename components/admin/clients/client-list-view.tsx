import { ButtonLink } from '#components/ui/button';
import { checkboxName } from '#lib/admin/bulk/bulk';
import { applicationKinds } from '#lib/admin/clients/application-kind';
import { clientBulk } from '#lib/admin/clients/bulk-clients';
import type { ClientQuery } from '#lib/admin/clients/client-query';
import type { ClientPage } from '#lib/admin/clients/list-clients';
import { importExportPath } from '#lib/admin/configuration/import-export';
import { clientPath } from '#lib/admin/entries/entry-path';
import { addressWith, type ListAddress } from '#lib/admin/query';
import { unusedDays } from '#lib/clients/usage/unused-since';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Tenant } from '#lib/tenants/tenant';
import { ExportButton } from '../list/export-button';
import { isDisabled } from '../list/list-table';
import type { ListFilter } from '../list/list-toolbar';
import { ListTotal } from '../list/list-total';
import { ListView } from '../list/list-view';
import { type RowItem, RowMenu } from '../list/row-menu';
import { PageHeader } from '../page-header';
import { type CheckedClient, clientColumns, clientIcons } from './client-columns';
import { KindCards } from './kind-cards';

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
  const { title, description, json, create } = adminTexts.clients;
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
    ...(takesSecret ? [{ label: adminTexts.clients.secret.title, href: clientPath(clientId, 'secret') }] : []),
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

const { list: texts, kinds } = adminTexts.clients;

const bulk = {
  ...clientBulk,
  exportPath: '/admin/clients/export/submit',
  named: ({ clientId: id, name }: CheckedClient) => ({ id, name }),
} as const;
