import type { Context } from '#lib/context';
import { problemHtml } from '#lib/http/html';
import type { HttpResponse } from '#lib/http/types';

/** 404: a page that the policy does not have, or a thing that is not the person's. */
export function noPage({ requestId }: Context): HttpResponse {
  return problemHtml({ status: 404, problem: 'not_found', reference: requestId, continueTo: null, details: [] });
}
