import { adminTexts } from '#lib/i18n/admin/texts';
import type { RequestDetail } from './read-requests';

/** A refused request for the developer of the client: without the internal reason and the origin. */
export function plainText(request: Pick<RequestDetail, Told>): string {
  const { columns, detail } = adminTexts.requests;
  const { comparison } = request;
  const received = comparison?.received;
  return [
    [`${request.error}: ${request.description}`],
    [columns.reference, request.reference],
    [columns.time, request.createdAt.toISOString()],
    [detail.where, request.endpoint],
    ...(request.clientId === null ? [] : [[detail.client, request.clientId]]),
    ...(received == null ? [] : [[detail.received, received]]),
    ...(comparison?.registered ?? []).map(({ value }) => [detail.registered, value]),
    ...(request.fix === null ? [] : [[detail.fix, request.fix]]),
  ]
    .map((line) => line.join(': '))
    .join('\n');
}

type Told = 'error' | 'description' | 'reference' | 'createdAt' | 'endpoint' | 'clientId' | 'comparison' | 'fix';
