import type { Context } from '#lib/context';
import { problemHtml } from '#lib/http/html';
import type { ProblemCode } from '#lib/http/page-models';
import type { HttpResponse } from '#lib/http/types';
import { explainRefusal } from './explain-refusal';
import type { OAuthError } from './oauth-error';

/** Our own page for a request without a trusted redirect, with details for the developer in a closed part. */
export function refusalPage(
  error: OAuthError,
  context: Context,
  { status = 400, problem = 'invalid_request' }: { readonly status?: number; readonly problem?: ProblemCode } = {},
): HttpResponse {
  const { code, description, facts, retry } = error;
  const { reference } = explainRefusal(error, null, context);
  const details = [
    { label: 'error', value: code },
    { label: 'description', value: description },
    ...(facts.received === undefined ? [] : [{ label: 'received', value: facts.received }]),
  ];
  const headers = retry === null ? {} : { 'retry-after': String(retry.afterSeconds) };
  return problemHtml(
    { status, problem, reference: reference ?? context.requestId, continueTo: null, details },
    headers,
  );
}
