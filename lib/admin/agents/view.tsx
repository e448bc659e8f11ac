import { AdminForm } from '#components/admin/form/admin-form';
import { SubmitButton } from '#components/admin/form/form-end';
import { ExportButton } from '#components/admin/list/export-button';
import { ListTotal } from '#components/admin/list/list-paging';
import { Absent, type Column, EntryName, isDisabled, nameColumn } from '#components/admin/list/list-table';
import type { ListFilter } from '#components/admin/list/list-toolbar';
import { ListView } from '#components/admin/list/list-view';
import { type RowItem, RowMenu } from '#components/admin/list/row-menu';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Name } from '#components/ui/text';
import { type Trust, trusts } from '#lib/clients/agents/trust';
import { unusedDays } from '#lib/clients/usage/unused-since';
import { formatNumber, formatUpTo } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { canEdit } from '../access/permission';
import { clientForms } from '../clients/actions';
import { clientPath } from '../entries/entry-path';
import type { AreaPages } from '../kit/view';
import { type ListAddress, listAddress } from '../query';
import { agentActionPath, agentBulk } from './actions';
import {
  type AgentLine,
  type AgentPage,
  type AgentQuery,
  agentSources,
  type ListedAgent,
  readAgentPage,
  readAgentQuery,
} from './read';
import { texts } from './texts';

export const agentPages: AreaPages = {
  section: 'agents',
  actions: [],
  bulk: agentBulk,
  pages: [
    {
      path: 'agents',
      permission: 'read',
      render: async ({ admin, query }) => {
        const asked = readAgentQuery(query);
        const page = await readAgentPage(admin, asked);
        const { dynamicRegistration, clientIdMetadataDocuments } = admin.snapshot.portal;
        const open = { registration: dynamicRegistration !== 'off', documents: clientIdMetadataDocuments !== 'off' };
        const view = { address: listAddress('/admin/agents', query), asked, page, open, canEdit: canEdit(admin) };
        return { title: texts.title, body: <AgentListView {...view} hasDocs={admin.settings.docs} /> };
      },
    },
  ],
};

type AgentListViewProps = {
  readonly address: ListAddress;
  readonly asked: AgentQuery;
  readonly page: AgentPage;
  /** The ways in which agents can come. */
  readonly open: { readonly registration: boolean; readonly documents: boolean };
  /** Whether this server has the documentation. */
  readonly hasDocs: boolean;
  readonly canEdit: boolean;
};

const { shell } = adminTexts;

/** The list of agents with its search and filters. */
export function AgentListView({ address, asked, page, open, hasDocs, canEdit }: AgentListViewProps) {
  return (
    <>
      <PageHeader
        title={texts.title}
        badges={<ListTotal {...page} />}
        description={texts.description}
        actions={<ExportButton path={bulk.exportPath} query={address.query} />}
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
        {...(canEdit && { bulk })}
        first={
          <>
            {hasDocs && <ButtonLink href="/docs/agents">{texts.list.docs}</ButtonLink>}
            {canEdit && !(open.registration && open.documents) && (
              <ButtonLink href="/admin/settings/agents">{texts.list.settings}</ButtonLink>
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

type AgentBannerProps = {
  readonly agent: AgentLine;
  readonly mayEdit: boolean;
};

/** The trust of an agent, and the possible decisions. */
export function AgentBanner({ agent: { clientId, source, trust, awaitsApproval }, mayEdit }: AgentBannerProps) {
  const { banner, menu } = texts;
  return (
    <Notice tone={trust === 'blocked' ? 'bad' : trust === 'approved' ? 'neutral' : 'warning'}>
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {banner.title[source]} <TrustBadge trust={trust} awaitsApproval={awaitsApproval} />
      </p>
      <p>{awaitsApproval ? banner.waiting : banner.text[trust]}</p>
      {mayEdit && (
        <div className="flex flex-wrap items-center gap-2 pt-2">
          {trust !== 'approved' && (
            <ButtonLink href={agentActionPath('approve', clientId)} size="small">
              {menu.approve}
            </ButtonLink>
          )}
          {trust === 'blocked' ? (
            <ButtonLink href={agentActionPath('unblock', clientId)} size="small">
              {menu.unblock}
            </ButtonLink>
          ) : (
            <>
              <ButtonLink href={agentActionPath('block', clientId)} size="small">
                {menu.block}
              </ButtonLink>
              <ButtonLink href={clientPath(clientId, 'access')} size="small">
                {menu.limit}
              </ButtonLink>
              <ButtonLink href={agentActionPath('end', clientId)} size="small">
                {menu.end}
              </ButtonLink>
            </>
          )}
          {trust !== 'blocked' && (
            <AdminForm {...clientForms.markReviewed.about({ client_id: clientId })} label={banner.review}>
              <SubmitButton variant="secondary" size="small">
                {banner.review}
              </SubmitButton>
            </AdminForm>
          )}
        </div>
      )}
    </Notice>
  );
}

const tones = { unknown: 'warning', trusted_domain: 'neutral', approved: 'good', blocked: 'bad' } as const;

type TrustBadgeProps = { readonly trust: Trust; readonly awaitsApproval: boolean };

/** How far an agent is trusted. */
function TrustBadge({ trust, awaitsApproval }: TrustBadgeProps) {
  if (awaitsApproval) return <Badge tone="info">{texts.waiting}</Badge>;
  return <Badge tone={tones[trust]}>{texts.trust[trust]}</Badge>;
}
