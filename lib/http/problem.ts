import { withReference } from '#lib/explain/reference';
import type { Explain } from '#lib/explain/refusal';
import { chooseLocale } from '#lib/i18n/choose-locale';
import { locales } from '#lib/i18n/locales';
import { type PageFrame, plainFrame } from '#lib/theme/brand';
import { problemHtml } from './html';
import { type HttpRule, httpRules } from './http-rules';
import type { PageProblemCode } from './page-models';
import { json, noStore } from './respond';
import type { Audience, HttpResponse } from './types';

/** The context of a refusal: the kind of caller, and how to record the reason. */
export type RefusalContext = {
  readonly audience: Audience;
  readonly explain: Explain;
  /** The request's header. It is the only source of the language while nothing else can be read. */
  readonly acceptLanguage: string | undefined;
  /** The look of the portal's pages. Without one, it has none of its own. */
  readonly frame?: PageFrame;
  /** The request's method. Without one, the page does not offer to try again. */
  readonly method?: string;
};

/**
 * The response to a request that reached no handler, because it is too large, too long, malformed, or has another
 * method.
 */
export function refuseRequest(
  caller: RefusalContext,
  status: number,
  rule: HttpRule,
  headers: HttpResponse['headers'] = {},
): HttpResponse {
  return answer(caller, { status, rule, error: 'invalid_request', problem: problemCodeOf(rule), headers });
}

/** People cause some refusals themselves: with a large picture, or the address of a form. Apps cause the others. */
function problemCodeOf(rule: HttpRule): PageProblemCode {
  switch (rule) {
    case 'body_too_large':
    case 'address_too_long':
      return 'request_too_large';
    case 'method_not_allowed':
    case 'path_malformed':
      return 'not_found';
    default:
      return 'invalid_request';
  }
}

/** 405 with the allowed methods. */
export function refuseMethod(caller: RefusalContext, allow: readonly string[]): HttpResponse {
  return refuseRequest(caller, 405, 'method_not_allowed', { allow: allow.join(', ') });
}

/** 400 for a header that must occur exactly once. */
export function refuseHeader(caller: RefusalContext, name: string): HttpResponse {
  const problem = 'invalid_request';
  return answer(caller, { status: 400, rule: 'header_ambiguous', error: problem, problem, headers: {}, name });
}

/** 403 for a form or an action that another site sent. */
export function refuseOrigin(caller: RefusalContext): HttpResponse {
  const problem = 'forbidden_origin';
  return answer(caller, { status: 403, rule: 'origin_foreign', error: 'invalid_request', problem, headers: {} });
}

/** 503: the caller may try again in a second. */
export function unavailable(caller: RefusalContext): HttpResponse {
  const headers = { 'retry-after': '1' };
  return answer(caller, { status: 503, rule: 'unavailable', error: outage, problem: 'unavailable', headers });
}

/**
 * Records that a page could not be shown.
 * @returns the reference for the page
 */
export function explainUnavailable(explain: Explain): string {
  const { description } = httpRules.unavailable;
  return explain({ rule: 'unavailable', error: outage, description, clientId: null, facts: {} });
}

const outage = 'temporarily_unavailable';

/** 500: a server error. The log has the cause under the request ID and the reference. */
export function serverError(caller: RefusalContext): HttpResponse {
  return answer(caller, { status: 500, rule: 'failed', error: 'server_error', problem: 'server_error', headers: {} });
}

const titles: Readonly<Record<string, string>> = {
  invalid_request: 'The request is malformed',
  [outage]: 'The server is temporarily unavailable',
  server_error: 'Something went wrong on the server',
};

/** A link to the same address, because the failure may be temporary. */
export const retryLink = { word: 'retry', href: '' } as const;

type Answer = {
  readonly status: number;
  readonly rule: HttpRule;
  readonly error: string;
  readonly problem: PageProblemCode;
  readonly headers: HttpResponse['headers'];
  /** The header in question. */
  readonly name?: string;
};

function answer(
  { audience, explain, acceptLanguage, frame = plainFrame, method }: RefusalContext,
  { status, rule, error, problem, headers, name }: Answer,
): HttpResponse {
  const description = httpRules[rule].description.replace('{name}', () => name ?? 'header');
  const facts = name === undefined ? {} : { name };
  const reference = explain({ rule, error, description, clientId: null, facts });
  if (audience === 'program') {
    return json(status, { error, error_description: withReference(description, reference) }, headers);
  }
  if (audience === 'api') {
    return problemJson({ status, code: rule, title: titles[error] ?? error, detail: description, reference }, headers);
  }
  const details = status < 500 ? [{ label: 'description', value: description }] : [];
  const again = status >= 500 && method === 'GET' ? retryLink : null;
  const page = problemHtml({ status, problem, reference, again, continueTo: null, details, frame }, headers);
  return { status, headers: page.headers, body: page.bodyIn(chooseLocale({ acceptLanguage }, locales)) };
}

/** A problem with one value of a request. */
export type ValueProblem = {
  /** A JSON Pointer into the body (RFC 6901), or `?name` for a parameter of the address. */
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
};

export type ProblemDetails = {
  readonly status: number;
  /** Stable, because programs compare it. */
  readonly code: string;
  readonly title: string;
  /** The details, in English. */
  readonly detail: string;
  readonly errors?: readonly ValueProblem[];
  /** The reference of the explanation. */
  readonly reference: string;
};

/** An error response of the admin API (RFC 9457). */
export function problemJson(
  { status, code, errors = [], ...told }: ProblemDetails,
  headers: HttpResponse['headers'] = {},
): HttpResponse {
  const problem = { type: `urn:signet:problem:${code}`, status, code, ...told, ...(errors.length > 0 && { errors }) };
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...noStore, ...headers },
    body: JSON.stringify(problem),
    report: { outcome: code },
  };
}
