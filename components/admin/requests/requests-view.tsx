import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Cell, Table } from '#components/ui/table';
import type { RequestLine, RequestQuery } from '#lib/admin/requests/read-requests';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { DebugHeader } from '../debug/debug-tabs';
import { ListTotal } from '../list-total';
import { Moment } from '../moment';
import { RequestFilters } from './request-filters';

type RequestsViewProps = {
  readonly asked: RequestQuery;
  readonly endpoints: readonly string[];
  readonly requests: readonly RequestLine[];
  /** How many there were in the period of the address; null where it names none. */
  readonly total: number | null;
  /** Addresses of other pages of the list; null where there is none. */
  readonly older: string | null;
  readonly newest: string | null;
};

/** The refused requests with their filters. */
export function RequestsView({ asked, endpoints, requests, total, older, newest }: RequestsViewProps) {
  const texts = adminTexts.requests;
  return (
    <>
      <DebugHeader tool="requests" badges={<ListTotal total={total} />} />
      <RequestFilters asked={asked} endpoints={endpoints} />
      {requests.length === 0 ? <Nothing asked={asked} /> : <Rows requests={requests} />}
      {(older ?? newest) && (
        <nav className="flex gap-2" aria-label={texts.caption}>
          {newest && <ButtonLink href={newest}>{texts.newest}</ButtonLink>}
          {older && <ButtonLink href={older}>{texts.older}</ButtonLink>}
        </nav>
      )}
    </>
  );
}

function Nothing({ asked: { reference, client, endpoint } }: Pick<RequestsViewProps, 'asked'>) {
  const { empty, emptyText, noResult, noResultText } = adminTexts.requests;
  const isAsked = reference !== null || client !== null || endpoint !== null;
  return isAsked ? <EmptyState title={noResult} text={noResultText} /> : <EmptyState title={empty} text={emptyText} />;
}

function Rows({ requests }: Pick<RequestsViewProps, 'requests'>) {
  const texts = adminTexts.requests;
  const { time, reference, why, client, endpoint, count } = texts.columns;
  return (
    <Table caption={texts.caption} head={[time, reference, why, client, endpoint, count]}>
      {requests.map((request) => (
        <tr key={request.reference}>
          <Cell>
            <Moment at={request.createdAt} />
          </Cell>
          <Cell heading>
            <a href={`/admin/debug/requests/${request.reference}`} className="font-mono underline underline-offset-4">
              {request.reference}
            </a>
          </Cell>
          <Cell className="min-w-56">
            {request.description} <Badge>{request.error}</Badge>
          </Cell>
          <Cell className="break-words">
            {request.clientId ?? <span className="text-muted-foreground">{texts.unknownClient}</span>}
          </Cell>
          <Cell className="whitespace-nowrap">{request.endpoint}</Cell>
          <Cell className="text-end tabular-nums">{formatNumber(request.occurrences)}</Cell>
        </tr>
      ))}
    </Table>
  );
}
