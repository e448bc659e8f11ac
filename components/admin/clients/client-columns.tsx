import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { Icon, type IconName } from '#components/ui/icon';
import { Name } from '#components/ui/name';
import type { ApplicationKind } from '#lib/admin/clients/application-kind';
import type { ListedClient } from '#lib/admin/clients/list-clients';
import { redirectHost } from '#lib/admin/clients/redirect-host';
import { clientPath, tenantPath } from '#lib/admin/entries/entry-path';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Absent, type Column, EntryName, nameColumn, stateColumn } from '../list/list-table';
import { Moment } from '../moment';

/** A client with the display name of its tenant and the number of its findings. */
export type CheckedClient = ListedClient & { readonly tenantName: string | null; readonly issues: number };

const { list: texts, kinds } = adminTexts.clients;

const icons: Readonly<Record<ApplicationKind, IconName>> = {
  web: 'globe',
  spa: 'window',
  native: 'phone',
  device: 'tv',
  machine: 'server',
};

/** The icons of the rows. */
export const clientIcons: readonly IconName[] = Object.values(icons);

/** The columns of the list of clients. */
export const clientColumns: readonly Column<CheckedClient>[] = [
  {
    label: texts.columns.name,
    phone: 'name',
    sort: 'name',
    className: nameColumn,
    cell: ({ clientId, name, kind, selfRegistered, foundUri }) => (
      <div className="relative min-w-0 ps-6.5">
        <Icon
          name={icons[kind]}
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
