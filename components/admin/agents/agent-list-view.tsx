import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Name } from '#components/ui/name';
import type { AgentQuery } from '#lib/admin/agents/agent-query';
import { agentBulk } from '#lib/admin/agents/bulk-agents';
import { type AgentLine, agentSources } from '#lib/admin/agents/list-agents';
import type { AgentPage, ListedAgent } from '#lib/admin/agents/read-agents';
import { clientPath } from '#lib/admin/entries/entry-path';
import type { ListAddress } from '#lib/admin/query';
import { trusts } from '#lib/clients/agents/trust';
import { unusedDays } from '#lib/clients/usage/unused-since';
import { formatNumber, formatUpTo } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ExportButton } from '../list/export-button';
import { Absent, type Column, EntryName, isDisabled, nameColumn } from '../list/list-table';
import type { ListFilter } from '../list/list-toolbar';
import { ListTotal } from '../list/list-total';
import { ListView } from '../list/list-view';
import { type RowItem, RowMenu } from '../list/row-menu';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { agentActionPath } from './agent-action-path';
import { TrustBadge } from './trust-badge';

type AgentListViewProps = {
  readonly address: ListAddress;
  readonly asked: AgentQuery;
  readonly page: AgentPage;
  /** The ways in which agents can come. */
  readonly open: { readonly registration: boolean; readonly documents: boolean };
  /** Whether this server has the documentation. */
  readonly hasDocs: boolean;
  readonly canEdit: boolean;
  readonly csrf: string;
};

const { agents: texts, shell } = adminTexts;

/** The list of agents with its search and filters. */
export function AgentListView({ address, asked, page, open, hasDocs, canEdit, csrf }: AgentListViewProps) {
  return (
    <>
      <PageHeader
        title={texts.title}
        badges={<ListTotal {...page} />}
        description={texts.description}
        actions={<ExportButton path={bulk.exportPath} query={address.query} csrf={csrf} />}
      />
      <ListView
        address={address}
        texts={{ ...texts.list, emptyText: emptyText(open) }}
        page={page}
        sort={asked.sort}
        search={{ label: texts.list.search, value: asked.q, maxLength: 400 }}
        filters={filtersOf(asked)}
        columns={columnsOf(page.limit)}
        keyOf={({ clientId }) => clientId}
        isMuted={isDisabled}
        menu={(agent) => (
          <RowMenu id={agent.clientId} name={agent.name ?? agent.host} items={itemsOf(agent, canEdit)} />
        )}
        {...(canEdit && { bulk: { ...bulk, csrf } })}
        first={
          <>
            {hasDocs && <ButtonLink href="/docs/agents">{texts.list.docs}</ButtonLink>}
            {canEdit && !(open.registration && open.documents) && (
              <ButtonLink href="/admin/settings">{texts.list.settings}</ButtonLink>
            )}
          </>
        }
        {...(!page.isUseKnown && { noneText: texts.list.useUnknown })}
      />
    </>
  );
}

/** What has to happen before there is an agent. */
function emptyText({ registration, documents }: AgentListViewProps['open']): string {
  const { both, registration: registered, documents: described, none } = texts.list.emptyText;
  if (registration) return documents ? both : registered;
  return documents ? described : none;
}

const bulk = {
  ...agentBulk,
  exportPath: '/admin/agents/export/submit',
  named: ({ clientId: id, name }: ListedAgent) => ({ id, name: name ?? id }),
} as const;

const { columns: labels, filters, noName, noScopes, moreScopes, registrations } = texts.list;
const shownScopes = 3;

const columnsOf = (limit: number): readonly Column<ListedAgent>[] => [
  {
    label: labels.host,
    phone: 'name',
    sort: 'host',
    className: nameColumn,
    cell: ({ clientId, host }) => <EntryName href={clientPath(clientId)} name={host} id={clientId} />,
  },
  {
    label: labels.name,
    phone: 'fact',
    sort: 'name',
    className: 'max-w-56 wrap-anywhere',
    cell: ({ name, clientIds }) => (
      <>
        {name === null ? <Absent text={noName} /> : <Name>{name}</Name>}
        {clientIds.length > 1 && (
          <span className="block text-muted-foreground text-sm">{registrations(formatNumber(clientIds.length))}</span>
        )}
      </>
    ),
  },
  { label: labels.source, isWide: true, className: 'whitespace-nowrap', cell: ({ source }) => texts.sources[source] },
  {
    label: labels.trust,
    phone: 'state',
    className: 'whitespace-nowrap',
    cell: ({ trust, enabled, awaitsApproval, endDate }) => (
      <>
        <TrustBadge trust={trust} awaitsApproval={awaitsApproval} />
        {enabled && endDate !== null && (
          <span className="block text-muted-foreground text-sm">{texts.list.ends(endDate)}</span>
        )}
        {!enabled && !awaitsApproval && trust !== 'blocked' && (
          <>
            {' '}
            <Badge>{shell.states.disabled}</Badge>
          </>
        )}
      </>
    ),
  },
  {
    label: labels.scopes,
    className: 'max-w-56 wrap-anywhere',
    cell: ({ scopes }) => {
      if (scopes.length === 0) return <Absent text={noScopes} />;
      const more = scopes.length - shownScopes;
      return `${scopes.slice(0, shownScopes).join(', ')}${more > 0 ? ` ${moreScopes(formatNumber(more))}` : ''}`;
    },
  },
  { label: labels.people, phone: 'fact', isNumber: true, cell: ({ people }) => formatUpTo(people, limit) },
  {
    label: labels.lastUsed,
    phone: 'fact',
    sort: 'last_used',
    isTime: true,
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="text-muted-foreground">{shell.never}</span> : <Moment at={lastUsedAt} />,
  },
];

function itemsOf({ clientId, clientIds, trust, people }: ListedAgent, canEdit: boolean): readonly RowItem[] {
  const { open, copyId } = shell.list;
  const own = [
    { label: open, href: clientPath(clientId) },
    { label: copyId, copy: clientId },
  ];
  if (!canEdit) return own;
  const decisions = decisionsOf(trust);
  const actions = [...decisions, people > 0 ? ('end' as const) : ('delete' as const)];
  return [
    ...own,
    { label: texts.menu.limit, href: clientPath(clientId, 'access') },
    ...actions.map((action) => ({ label: texts.menu[action], href: agentActionPath(action, ...clientIds) })),
  ];
}

/** The possible decisions about an agent. Approving frees one that is blocked by the block of another. */
function decisionsOf(trust: AgentLine['trust']): readonly ('approve' | 'block' | 'unblock')[] {
  if (trust === 'blocked') return ['approve', 'unblock'];
  return trust === 'approved' ? ['block'] : ['approve', 'block'];
}

function filtersOf(asked: AgentQuery): readonly ListFilter[] {
  return [
    { name: 'trust', label: filters.trust, value: asked.trust, options: trusts.map((one) => [one, texts.trust[one]]) },
    {
      name: 'source',
      label: filters.source,
      value: asked.source,
      options: agentSources.map((one) => [one, texts.sources[one]]),
    },
    { name: 'use', label: filters.use, value: asked.use, options: [['unused', filters.unused(unusedDays)]] },
  ];
}
