import { adminTexts } from '#lib/i18n/admin/texts';
import type { RequestDetail } from './read-requests';

/** A refused request as text for the developer of the client, without the internal reason and the origin. */
export function plainText(request: Pick<RequestDetail, Told>): string {
  const { columns, detail, fixes } = adminTexts.requests;
  const { comparison, fix, fixed } = request;
  const registered = fixed === null ? detail.registered : detail.registeredThen;
  const received = comparison?.received;
  return [
    [`${request.error}: ${request.description}`],
    [columns.reference, request.reference],
    [columns.time, request.createdAt.toISOString()],
    [detail.where, request.endpoint],
    ...(request.clientId === null ? [] : [[detail.client, request.clientId]]),
    ...(received == null ? [] : [[detail.received, received]]),
    ...(comparison?.registered ?? []).map(({ value }) => [registered, value]),
    ...(fixed === null ? [] : [[detail.fixed, fixes[fixed].done]]),
    ...(fix === null || fixed !== null ? [] : [[detail.fix, fix]]),
  ]
    .map((line) => line.join(': '))
    .join('\n');
}

type Told =
  | 'error'
  | 'description'
  | 'reference'
  | 'createdAt'
  | 'endpoint'
  | 'clientId'
  | 'comparison'
  | 'fix'
  | 'fixed';
