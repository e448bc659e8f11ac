import type { Context } from '#lib/context';
import { problemHtml } from '#lib/http/html';
import type { HttpResponse } from '#lib/http/types';

/** 404: without its client the demo does not exist. */
export function noDemo({ requestId }: Context): HttpResponse {
  return problemHtml({ status: 404, problem: 'not_found', reference: requestId, continueTo: null, details: [] });
}
