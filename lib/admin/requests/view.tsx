import { ComparisonView } from '#components/admin/comparison-view';
import { CopyButton } from '#components/admin/copy-button';
import { DebugHeader, debugAncestors } from '#components/admin/debug-header';
import { DifferenceTable } from '#components/admin/difference-table';
import { AdminForm } from '#components/admin/form/admin-form';
import { TextField } from '#components/admin/form/field';
import { SubmitOrCancel } from '#components/admin/form/form-end';
import { ListTotal } from '#components/admin/list/list-paging';
import { Absent, type Column, EntryName } from '#components/admin/list/list-table';
import { type ListFilter, periodFilter } from '#components/admin/list/list-toolbar';
import { ListView } from '#components/admin/list/list-view';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { formatNumber } from '#lib/i18n/admin/format';
import { canEdit } from '../access/permission';
import { texts as debugTexts } from '../debug/texts';
import { clientPath } from '../entries/entry-path';
import type { AreaPages } from '../kit/view';
import type { ListPage } from '../list/list-page';
import { readPlace } from '../list/list-query';
import { addressWith, type ListAddress, listAddress } from '../query';
import { userPath } from '../users/feature';
import { type OfferedFix, proofOfFix, readOfferedFix, requestActions } from './actions';
import { requestPath, requestsPath } from './feature';
import {
  countRefused,
  isOnlyCounted,
  plainText,
  type RequestDetail,
  type RequestLine,
  type RequestQuery,
  readRequest,
  readRequestPage,
  readRequestQuery,
  requestEndpoints,
} from './read';
import { texts } from './texts';

export const requestPages: AreaPages = {
  section: 'debug',
  actions: requestActions,
  pages: [
    {
      path: 'debug/requests',
      permission: 'read',
      render: async ({ admin, query }) => {
        const asked = readRequestQuery(query);
        const body = (
          <RequestsView
            address={listAddress(requestsPath, query)}
            asked={asked}
            endpoints={requestEndpoints}
            page={await readRequestPage(admin, asked, readPlace(query))}
            counted={await countRefused(admin, asked)}
            isOnlyCounted={isOnlyCounted(admin, asked)}
          />
        );
        return { title: debugTexts.tools.requests.title, body };
      },
    },
    {
      path: 'debug/requests/[ref]',
      permission: 'read',
      render: async ({ admin, names: { ref = '' } }) => {
        const request = await readRequest(admin, ref);
        const body = <RequestView request={request} canEdit={canEdit(admin)} />;
        return { title: `${request.reference}: ${request.description}`, body };
      },
    },
    {
      path: 'debug/requests/[ref]/fix',
      permission: 'edit',
      render: async ({ admin, names: { ref = '' } }) => {
        const offered = await readOfferedFix(admin, ref);
        const title = `${texts.fixes[offered.fix.kind].offer}: ${offered.request.reference}`;
        return { title, body: <QuickFixView offered={offered} /> };
      },
    },
  ],
};

type RequestsViewProps = {
  readonly address: ListAddress;
  readonly asked: RequestQuery;
  readonly endpoints: readonly string[];
  readonly page: ListPage<RequestLine>;
  /**
   * The number of refusals in the period of the address, including those that are no longer listed. Null without such a
   * period.
   */
  readonly counted: number | null;
  /** The period of the address starts before the oldest stored request. */
  readonly isOnlyCounted: boolean;
};

/** The refused requests with their filters. */
function RequestsView({ address, asked, endpoints, page, counted, isOnlyCounted }: RequestsViewProps) {
  return (
    <>
      <DebugHeader tool="requests" badges={<ListTotal {...(counted === null ? page : { total: counted })} />} />
      {counted !== null && isOnlyCounted && <p className="text-muted-foreground text-sm">{texts.onlyCounted}</p>}
      <ListView
        address={address}
        texts={texts}
        page={page}
        filters={filtersOf(asked, endpoints)}
        columns={columns}
        keyOf={({ reference }) => reference}
        noneText={texts.noneText}
      />
    </>
  );
}

function filtersOf(asked: RequestQuery, endpoints: readonly string[]): readonly ListFilter[] {
  const { filters } = texts;
  const { endpoint } = asked;
  // The endpoint in the address is always an option. Otherwise the form would show another one.
  const choices = endpoint === null || endpoints.includes(endpoint) ? endpoints : [endpoint, ...endpoints];
  return [
    { name: 'reference', label: filters.reference, value: asked.reference, placeholder: '7K3QMXW9TD' },
    { name: 'client', label: filters.client, value: asked.client },
    { name: 'endpoint', label: filters.endpoint, value: endpoint, options: choices.map((path) => [path, path]) },
    { name: 'provider', label: filters.provider, value: asked.provider },
    periodFilter({ ...asked, label: filters.range, fallback: '7d', ranges: filters.ranges }),
  ];
}

const { time, reference, why, client, endpoint, count } = texts.columns;

const columns: readonly Column<RequestLine>[] = [
  { label: time, phone: 'fact', isPlain: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    label: reference,
    phone: 'name',
    cell: (request) => (
      <a href={requestPath(request.reference)} className="font-mono underline underline-offset-4">
        {request.reference}
      </a>
    ),
  },
  {
    label: why,
    phone: 'fact',
    isPlain: true,
    className: 'sm:min-w-56',
    cell: ({ description, error, person, fixed }) => (
      <>
        {description} <Badge>{error}</Badge> {fixed !== null && <Badge tone="good">{texts.detail.fixed}</Badge>}
        {person !== null && <span className="below-name">{person.username}</span>}
      </>
    ),
  },
  {
    label: client,
    phone: 'fact',
    className: '[overflow-wrap:anywhere]',
    cell: ({ clientId, clientName }) =>
      clientId === null ? (
        <Absent text={texts.unknownClient} />
      ) : (
        <EntryName href={null} name={clientName ?? clientId} />
      ),
  },
  { label: endpoint, className: 'whitespace-nowrap', cell: (request) => request.endpoint },
  { label: count, isNumber: true, cell: ({ occurrences }) => formatNumber(occurrences) },
];

type RequestViewProps = { readonly request: RequestDetail; readonly canEdit: boolean };

/** A refused request: its problem and how to fix it. */
export function RequestView({ request, canEdit }: RequestViewProps) {
  const { detail, fixes } = texts;
  const { clientId, setting, comparison, quickFix, fixed, simulated } = request;
  const isNoAccess = request.rule === 'no_access';
  return (
    <>
      <PageHeader
        title={request.description}
        ancestors={debugAncestors('requests')}
        badges={
          <>
            <Badge tone="bad">{request.error}</Badge>
            {fixed !== null && <Badge tone="good">{detail.fixed}</Badge>}
          </>
        }
        actions={
          <>
            {canEdit && quickFix && (
              <ButtonLink href={`${requestPath(request.reference)}/fix`} variant="primary">
                {fixes[quickFix.kind].offer}
              </ButtonLink>
            )}
            {canEdit && isNoAccess && request.person && (
              <ButtonLink href={userPath(request.person.sub, 'access')} variant="primary">
                {detail.giveAccess}
              </ButtonLink>
            )}
            {simulated && (
              <ButtonLink href={addressWith('/admin/debug/simulator', {}, { address: simulated })}>
                {detail.simulate}
              </ButtonLink>
            )}
            <CopyButton text={plainText(request)} label={detail.copyForDeveloper} shown={detail.copyForDeveloper} />
          </>
        }
      />
      <Panel
        title={fixed === null ? detail.fix : detail.fixed}
        actions={setting?.href && <ButtonLink href={setting.href}>{detail.openSetting}</ButtonLink>}
      >
        <p className="max-w-prose">{fixed === null ? (request.fix ?? detail.unknownRule) : fixes[fixed].done}</p>
        {setting && (
          <p className="mt-2 text-muted-foreground text-sm">
            {detail.setting}: <code>{setting.name}</code>
          </p>
        )}
      </Panel>
      {comparison && (
        <Panel title={detail.comparison}>
          <ComparisonView comparison={comparison} isFixed={fixed !== null} />
        </Panel>
      )}
      <Panel
        title={detail.facts}
        actions={
          clientId && (
            <ButtonLink href={addressWith(requestsPath, {}, { client: clientId })} variant="quiet">
              {detail.more}
            </ButtonLink>
          )
        }
      >
        <RequestFacts request={request} />
      </Panel>
    </>
  );
}

function RequestFacts({ request }: { readonly request: RequestDetail }) {
  const { detail } = texts;
  const { clientId, clientName, occurrences } = request;
  const isOnce = occurrences === 1;
  return (
    <Facts
      facts={[
        [
          texts.columns.reference,
          <span key="reference" className="inline-flex flex-wrap items-center gap-2">
            <code>{request.reference}</code>
            <CopyButton text={request.reference} label={texts.copyReference} />
          </span>,
        ],
        [isOnce ? texts.columns.time : detail.first, <Moment key="first" full at={request.createdAt} />],
        [detail.last, isOnce ? null : <Moment key="last" full at={request.lastSeenAt} />],
        [detail.howOften, isOnce ? texts.once : texts.times(occurrences)],
        [detail.where, <code key="where">{request.endpoint}</code>],
        [detail.from, request.network],
        [detail.client, clientId === null ? texts.unknownClient : named(clientName, clientId)],
        [detail.answer, `${request.error}: ${request.description}`],
        [detail.person, request.person && personLink(request.person)],
        [detail.about, request.about && <code key="about">{request.about}</code>],
        [detail.reason, request.reason],
        [detail.rule, <code key="rule">{request.rule}</code>],
      ]}
    />
  );
}

function personLink({ sub, username }: NonNullable<RequestDetail['person']>) {
  return (
    <a href={userPath(sub)} className="underline underline-offset-4">
      <Name>{username}</Name>
    </a>
  );
}

function named(name: string | null, id: string) {
  if (name === null) return id;
  return (
    <>
      <a href={clientPath(id)} className="underline underline-offset-4">
        <Name>{name}</Name>
      </a>{' '}
      (<bdi>{id}</bdi>)
    </>
  );
}

/** The changes of a quick fix. A person types the value if it may come from a stranger. */
function QuickFixView({ offered: { request, fix, differences } }: { readonly offered: OfferedFix }) {
  const { fixes, confirm } = texts;
  const { reference, clientName, clientId } = request;
  const words = fixes[fix.kind];
  const title = words.title(clientName ?? clientId ?? '');
  const back = requestPath(reference);
  return (
    <>
      <PageHeader title={title} ancestors={[...debugAncestors('requests'), { label: reference, href: back }]} />
      <Panel>
        <AdminForm action={`${back}/fix/submit`} label={title} proof={proofOfFix(fix)}>
          <input type="hidden" name="value" value={fix.value} />
          {fix.typed !== null && (
            <Notice tone="warning" title={confirm.anyone}>
              <p>{confirm.check}</p>
              <p className="pt-2">
                <code className="break-all font-semibold text-base" dir="ltr">
                  {fix.typed}
                </code>
              </p>
            </Notice>
          )}
          <DifferenceTable caption={confirm.changes} section="clients" differences={differences} />
          {fix.typed !== null && (
            <TextField name="typed" label={confirm.type(words.typed)} className="max-w-md font-mono" dir="ltr" />
          )}
          <SubmitOrCancel submit={words.submit} backHref={back} />
        </AdminForm>
      </Panel>
    </>
  );
}
