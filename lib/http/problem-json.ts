import { noStore } from './respond';
import type { HttpResponse } from './types';

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
