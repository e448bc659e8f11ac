import { chooseLocale } from '#lib/i18n/choose-locale';
import { locales } from '#lib/i18n/locales';
import { type ProblemCode, problemHtml } from './html';
import { json } from './respond';
import type { Audience, HttpResponse } from './types';

/** Who asked, and the reference that leads from the answer to the log. */
export type Asker = {
  readonly audience: Audience;
  readonly requestId: string;
  /** The request's header: all that decides on the language while nothing else can be read. */
  readonly acceptLanguage: string | undefined;
};

/**
 * An answer for a request that no handler took: too large, too long, malformed.
 * @param description a sentence in ASCII for whoever sent it
 */
export function refuse(asker: Asker, status: number, description: string): HttpResponse {
  if (asker.audience === 'browser') return page(asker, status, 'invalid_request', {}, description);
  return json(status, { error: 'invalid_request', error_description: description });
}

/** 503: the caller may try again in a second. */
export function unavailable(asker: Asker): HttpResponse {
  const headers = { 'retry-after': '1' };
  if (asker.audience === 'browser') return page(asker, 503, 'unavailable', headers);
  return json(503, { error: 'temporarily_unavailable' }, headers);
}

/** 500: our own fault; what happened stands in the log under the request id. */
export function serverError(asker: Asker): HttpResponse {
  if (asker.audience === 'browser') return page(asker, 500, 'server_error');
  return json(500, { error: 'server_error' });
}

function page(
  { requestId, acceptLanguage }: Asker,
  status: number,
  problem: ProblemCode,
  headers: HttpResponse['headers'] = {},
  description?: string,
): HttpResponse {
  const details = description === undefined ? [] : [{ label: 'description', value: description }];
  const page = problemHtml({ status, problem, reference: requestId, continueTo: null, details }, headers);
  return { status, headers: page.headers, body: page.bodyIn(chooseLocale({ acceptLanguage }, locales)) };
}
