import { Badge } from '#components/ui/badge';
import type { ListPage } from '#lib/admin/list/list-page';
import type { ListAddress } from '#lib/admin/query';
import type { RequestLine, RequestQuery } from '#lib/admin/requests/read-requests';
import { requestPath } from '#lib/admin/requests/request-path';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { DebugHeader } from '../debug-header';
import { Absent, type Column } from '../list/list-table';
import { type ListFilter, periodFilter } from '../list/list-toolbar';
import { ListTotal } from '../list/list-total';
import { ListView } from '../list/list-view';
import { Moment } from '../moment';

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
export function RequestsView({ address, asked, endpoints, page, counted, isOnlyCounted }: RequestsViewProps) {
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

const texts = adminTexts.requests;

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
    cell: ({ description, error }) => (
      <>
        {description} <Badge>{error}</Badge>
      </>
    ),
  },
  {
    label: client,
    phone: 'fact',
    className: '[overflow-wrap:anywhere]',
    cell: ({ clientId }) => clientId ?? <Absent text={texts.unknownClient} />,
  },
  { label: endpoint, className: 'whitespace-nowrap', cell: (request) => request.endpoint },
  { label: count, isNumber: true, cell: ({ occurrences }) => formatNumber(occurrences) },
];
